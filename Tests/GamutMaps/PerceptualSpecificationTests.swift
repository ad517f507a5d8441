import ColorOperations
import Colorimetry
import RealModule
import TestSupport
import Testing

@testable import GamutMaps

/// The parts of `perceptual`, and the whole against a second implementation of its numbered steps.
@Suite struct PerceptualSpecificationTests {
  @Test func agreesWithTheNotebook() throws {
    let map = PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(203))
    let results = try Self.results(of: map, in: "gamut_perceptual.csv")
    #expect(results.count == 200)
    let toTarget = RGBPrimaries.bt2020.matrix(to: .bt709)
    #expect(results.count { !map.glance.holds(toTarget * $0.light.components / 203) } > 100)
  }

  /// The same if the display's gamut contains the source's.
  @Test func agreesWithTheNotebookWhereTheDisplayHoldsTheSource() throws {
    let map = PerceptualGamutMap(from: .bt2020, to: .bt2020, peak: .nits(1000))
    let results = try Self.results(of: map, in: "gamut_perceptual_held.csv")
    #expect(results.count == 240)
    #expect(results.count { $0.expected.max() > 999 } > 150)
  }

  /// The colors of a table made by the notebook and their results there, each compared with the map's.
  private static func results(
    of map: PerceptualGamutMap, in table: String
  ) throws -> [(light: Light, expected: SIMD3<Double>)] {
    try Vectors.rows(table).map { row in
      func number(_ title: String) throws -> Double { try #require(Double(row[title] ?? "")) }
      let light = Light.nits(try number("R"), try number("G"), try number("B"))
      let expected = SIMD3(try number("R_out"), try number("G_out"), try number("B_out"))
      let out = map(light).components
      let error = max((out - expected).max(), (expected - out).max())
      // The notebook finds the nodes by other steps and rounds them to `Float`; a few round the other way, 6e-8 of a radius apart.
      #expect(error <= 1e-7 * expected.max(), "\(light): \(out), not \(expected)")
      return (light, expected)
    }
  }

  /// Neutrals have no hue, yellow lies at position 160, and the conversion to the space is invertible.
  @Test func neutralsHaveNoHueAndYellowIsOnItsNode() {
    for route in Route.shrinking + Route.holding {
      let space = OpponentSpace(target: route.target, peak: route.peak)
      for level in [1e-6, 0.01, 0.5, 1] {
        let place = space.color(of: OpponentSpace.curve(space.cones * SIMD3(repeating: level * route.peak)))
        #expect(place.chroma < 1e-12 && place.intensity <= space.white * (1 + 1e-12))
      }
      let yellow = space.color(of: OpponentSpace.curve(space.cones * SIMD3(route.peak, route.peak, 0)))
      #expect(abs(yellow.hue - 160) < 1e-9 && yellow.x < 0, "\(route)")
      // Whole positions and their directions match.
      for position in 0..<256 {
        let (x, y) = OpponentSpace.direction(at: Double(position))
        #expect(abs(x) + abs(y) == 1 && OpponentSpace.OpponentColor(SIMD3(1, x, y)).hue == Double(position))
      }
      let light = SIMD3(0.3, 0.1, 0.7) * route.peak
      let back = space.light(of: OpponentSpace.curve(space.cones * light)) - light
      #expect(max(back.max(), -back.min()) < 1e-12 * route.peak)
    }
  }

  /// At a primary or a secondary, the ring contains that color itself.
  @Test(arguments: Route.shrinking) func theRingMeetsTheCorners(route: Route) {
    let space = route.perceptual.space
    let ring = HueRing(in: space, full: route.peak)
    for corner: SIMD3<Double> in [[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 1]] {
      let color = space.color(of: OpponentSpace.curve(space.cones * corner * route.peak))
      let node = Int(color.hue)
      let (low, high) = (ring.intensities[node], ring.intensities[(node + 1) % 256])
      // Next to blue, the ring falls by 0.2 from one position to the next.
      #expect(min(abs(low - color.intensity), abs(high - color.intensity)) < 0.1, "\(corner)")
    }
  }

  /// Every path leaves the hull once, at the radius in the table.
  @Test(arguments: Route.shrinking + Route.others) func pathsLeaveTheHullOnce(route: Route) {
    let map = route.perceptual
    let hull = PerceptualHull(peak: route.peak, makesRoom: map.makesRoom)
    for position in stride(from: 0, to: 256, by: 3) {
      let (x, y) = OpponentSpace.direction(at: Double(position))
      let cusp = map.table.cusp(hue: Double(position))
      for column in stride(from: 1, to: PerceptualPaths.columns - 1, by: 3) {
        let path = map.paths.path(column: Double(column), cusp: cusp, white: map.space.white)
        let radius = map.table.radius(hue: Double(position), column: Double(column))
        for step in 1...60 {
          let chroma = radius * Double(step) / 20
          let coded = SIMD3(repeating: path(chroma).intensity) + map.space.coded * SIMD3(0, chroma * x, chroma * y)
          let excess = hull.excess(of: map.space.light(of: coded), moving: .zero).value
          // A radius is rounded to `Float`.
          let isInside = step < 20
          #expect(
            isInside ? excess < 0 : step == 20 ? abs(excess) < 1e-3 : excess > 0, "\(position), \(column), \(step)")
        }
      }
    }
  }

  /// The slope used by Newton's method is that of the path.
  @Test(arguments: [0, 0.5, 1.0]) func pathsHaveTheirSlope(preservation: Double) {
    let paths = PerceptualPaths(preservation: preservation)
    for column in [5.0, 24, 25, 33.3, 47] {
      let path = paths.path(column: column, cusp: 2.5, white: 3.9)
      for chroma in [0.01, 0.2, 0.7, 1.4] {
        let slope = (path(chroma + 1e-6).intensity - path(chroma - 1e-6).intensity) / 2e-6
        #expect(abs(path(chroma).slope - slope) < 1e-6 * (1 + abs(slope)))
        // A color on the path has its column.
        let back = paths.column(intensity: path(chroma).intensity, chroma: chroma, cusp: 2.5, white: 3.9).column
        #expect(preservation == 0 || abs(back - column) < 1e-6, "\(column), \(back)")
      }
    }
  }

  /// A hot red gives up intensity, a dark green stays level, and the chroma preservation determines how much.
  @Test func brightColorsFall() {
    func move(_ light: Light, preservation: Double) -> PerceptualGamutMap.Move {
      let map = PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(203), chromaPreservation: preservation)
      let color = RGBPrimaries.bt2020.matrix(to: .bt709) * light.components
      return map.move(map.space.color(of: OpponentSpace.curve(map.space.cones * color)))
    }
    let (hot, dark) = (Light.nits(773, 0, 0), Light.nits(0, 10, 0))
    #expect(move(hot, preservation: 0).change == 0 && move(dark, preservation: 0.5).change == 0)
    #expect(
      move(hot, preservation: 0.5).change < -0.3
        && move(hot, preservation: 1).change < move(hot, preservation: 0.5).change)
    #expect(move(hot, preservation: 1).removed < move(hot, preservation: 0.5).removed)
    #expect(move(hot, preservation: 0.5).removed < move(hot, preservation: 0).removed)
  }

  /// Colors that pass the quick test are left unchanged; sampled densely around the end of the core, where it matters.
  @Test(arguments: Route.shrinking + Route.others) func theGlanceIsRight(route: Route) {
    let map = route.perceptual
    var (sure, core, all) = (0, 0, 0)
    for position in stride(from: 0.05, to: 256, by: 0.35) {
      let cusp = map.table.cusp(hue: position)
      for column in stride(from: 0.1, to: 48, by: 0.21) {
        let path = map.paths.path(column: column, cusp: cusp, white: map.space.white)
        let radius = map.table.radius(hue: position, column: column)
        let room = PerceptualGamutMap.room(z: max(0, column - 24) / 24)
        for part in [0.5, 0.9, 1, 1 + 1e-6, 1.01, 1.03, 1.1] {
          let chroma = radius * (1 - room) * part
          let place = OpponentSpace.OpponentColor(intensity: path(chroma).intensity, chroma: chroma, hue: position)
          let coded = map.space.coded * SIMD3(place.intensity, place.x, place.y)
          let color = map.space.light(of: coded)
          all += 1
          let isSure = map.glance.holds(color / route.peak)
          if part < 1 { core += 1 }
          if isSure { sure += 1 }
          // Colors that move by 3 millionths of the peak or less may pass.
          if part > 1, isSure, map.move(place).removed > 0 {
            let light = Light(route.target.matrix(to: route.source) * color)
            let moved = map(light).components - color
            #expect(max(moved.max(), -moved.min()) < 3e-6 * route.peak, "\(position), \(column), \(part): \(color)")
          }
        }
      }
    }
    print("glance, \(route): \(sure) sure of \(core) inside, of \(all)")
    #expect(sure > core / 2)
  }
}
