import Colorimetry
import RealModule
import TestSupport
import Testing

@testable import GamutMaps

/// The parts of `perceptual`, and the whole against a second writing of its numbered steps.
@Suite struct PerceptualSpecificationTests {
  @Test func agreesWithTheNotebook() throws {
    let map = PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(203))
    let results = try Self.results(of: map, in: "gamut_perceptual.csv")
    #expect(results.count == 200)
    let toTarget = RGBPrimaries.bt2020.matrix(to: .bt709)
    #expect(results.count { !map.isSurelyCore(toTarget * $0.light.components) } > 100)
  }

  /// The same where the display's gamut holds the source's.
  @Test func agreesWithTheNotebookWhereTheDisplayHoldsTheSource() throws {
    let map = PerceptualGamutMap(from: .bt2020, to: .bt2020, peak: .nits(1000))
    let results = try Self.results(of: map, in: "gamut_perceptual_held.csv")
    #expect(results.count == 240)
    #expect(results.count { $0.expected.max() > 999 } > 150)
  }

  /// The colors of a table by the notebook and their results there, each of which is the map's.
  private static func results(
    of map: PerceptualGamutMap, in table: String
  ) throws -> [(light: Light, expected: SIMD3<Double>)] {
    try Vectors.rows(table).map { row in
      func number(_ title: String) throws -> Double { try #require(Double(row[title] ?? "")) }
      let light = Light(try number("R"), try number("G"), try number("B"))
      let expected = SIMD3(try number("R_out"), try number("G_out"), try number("B_out"))
      let out = map(light).components
      // The notebook finds the hull to 1e-14 of the line, the map to its last step of Newton's, which is smaller; PQ and the matrix
      // from cones make of it 1e-11 of the largest.
      let error = max((out - expected).max(), (expected - out).max())
      #expect(error <= 1e-10 * expected.max(), "\(light): \(out), not \(expected)")
      return (light, expected)
    }
  }

  /// At a primary or a secondary the cusp is that color itself.
  @Test(arguments: Route.shrinking) func cuspsMeetTheCorners(route: Route) {
    let cusps = route.perceptual.cusps
    for corner: SIMD3<Double> in [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1]] {
      let color = perceived(Light(corner * route.peak), in: route.target)
      // Nodes are 1.4° apart; at blue, where the cusp falls steeply, that is 0.02 of intensity.
      #expect(abs(cusps.intensity(ct: color.ct, cp: color.cp) - color.i) < 0.02, "\(corner)")
    }
  }

  @Test func cuspsGoRoundWithoutAStep() {
    let cusps = Route.shrinking[0].perceptual.cusps
    var last = cusps.intensity(ct: 1, cp: -1e-12)
    for step in 0...100_000 {
      let angle = 2 * Double.pi * Double(step) / 100_000
      let here = cusps.intensity(ct: Double.cos(angle), cp: Double.sin(angle))
      // The steepest turn, at blue, is 0.04 of intensity a node: 0.00003 a step here.
      #expect(abs(here - last) < 1e-4, "\(angle)")
      #expect(here > 0.3 && here < 0.5807)
      last = here
    }
    #expect(cusps.intensity(ct: 0, cp: 0) == cusps[0] && cusps[HueCusps.count] == cusps[0])
  }

  /// Every line that leaves the hull does so once, and the crossing found is that place.
  @Test(arguments: Route.shrinking) func linesCrossTheHullOnce(route: Route) {
    let map = route.perceptual
    let matrix = route.source.matrix(to: route.target)
    for light in route.hull(count: 13) where light.components.min() != light.components.max() {
      guard let line = map.line(through: matrix * light.components) else {
        Issue.record("\(light) starts at white")
        continue
      }
      let crossing = map.hull.crossing(of: line, before: map.reach) ?? map.reach
      for step in 1..<64 {
        let place = map.reach * Double(step) / 64
        let excess = map.hull.excess(of: map.hull.light(on: line, at: place))
        // To 1e-9, for near black and near white the excess is a ratio of almost nothing.
        #expect(place < crossing ? excess < 1e-9 : excess > -1e-9, "\(light) at \(place), crossing \(crossing)")
      }
    }
  }

  /// In the fold at blue, too, a line leaves the hull once, and not along it: lanes of 24 bits could not tell where.
  ///
  /// With a filling of 0.125 up to 0.02 of blue, 3 of these lines crossed three times *(introduced with `floorMargin`)*.
  @Test(arguments: Route.shrinking) func linesLeaveTheFoldOnce(route: Route) {
    let map = route.perceptual
    var least = Double.infinity
    for level in stride(from: 0.2, through: 1, by: 0.1) {
      let corner = perceived(Light(0, 0, route.peak * Double.pow(level, 4)), in: route.target)
      let (hue, chroma) = (Double.atan2(y: corner.cp, x: corner.ct), Double.hypot(corner.ct, corner.cp) * 1.2)
      for turn in stride(from: -0.06, through: 0.06, by: 0.0015) {
        let color = SIMD3(corner.i, chroma * Double.cos(hue + turn), chroma * Double.sin(hue + turn))
        let line = PerceptualHull.Line(from: SIMD3(repeating: corner.i), through: ICtCp.toPQ * color)
        var (last, crossings) = (-1.0, 0)
        for step in 1...256 {
          let excess = map.hull.excess(of: map.hull.light(on: line, at: Double(step) / 256))
          if (excess > 0) != (last > 0) {
            crossings += 1
            least = min(least, (excess - last) * 256)
          }
          last = excess
        }
        #expect(crossings <= 1, "level \(level), turn \(turn)")
      }
    }
    print("least slope at which a line leaves the fold, \(route): \(least)")
    // 2e-6 of light, which is what lanes may be off, is 4e-5 of the excess: at this slope 0.04 % of the line.
    #expect(least > 0.1)
  }

  /// Published intensities at hand: a hot red comes down, a dark green stays level.
  @Test func linesFanOut() throws {
    let map = Route.shrinking[0].perceptual
    let matrix = RGBPrimaries.bt2020.matrix(to: .bt709)
    for (light, isAbove) in [(Light(773, 0, 0), true), (Light(0, 10, 0), false)] {
      let color = perceived(light, in: .bt2020)
      let line = try #require(map.line(through: matrix * light.components))
      let cusp = map.cusps.intensity(ct: color.ct, cp: color.cp)
      #expect((color.i > cusp) == isAbove)
      #expect(isAbove ? line.neutral.x > cusp && line.neutral.x < color.i : abs(line.neutral.x - color.i) < 1e-12)
    }
  }
}
