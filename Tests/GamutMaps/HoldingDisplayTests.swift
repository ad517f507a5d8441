import ColorOperations
import Colorimetry
import RealModule
import Testing

import GamutMaps

/// `perceptual` where the display's gamut contains the source's: only light above the peak moves, down to the peak.
@Suite struct HoldingDisplayTests {
  /// Displays of BT.2020, P3 and BT.709, starting at a very low peak, each with its own gamut as the source.
  static let displays = [RGBPrimaries.bt2020, .p3D65, .bt709].flatMap { primaries in
    [0.001, 1, 48, 100, 203, 400, 1000, 4000].map { Display(primaries: primaries, peak: $0) }
  }

  struct Display: CustomTestStringConvertible, Sendable {
    let primaries: RGBPrimaries
    let peak: Double
    var testDescription: String { "x of red \(primaries.red.x), \(peak) cd/m²" }
    var map: PerceptualGamutMap { PerceptualGamutMap(from: primaries, to: primaries, peak: .nits(peak)) }
    var white: Double { PerceptualQuantizer().inverseEOTF(.nits(peak)).value }
  }

  /// A color slightly above the peak lands next to itself: the table does not move any color of the cube.
  @Test(arguments: displays) func theEdgeHasNoStep(display: Display) {
    let map = display.map
    #expect(!map.compresses)
    let rule = PerceptualRule(
      target: display.primaries, peak: .nits(display.peak), compresses: false,
      chromaPreservation: map.chromaPreservation
    )
    let levels = (0...60).map { Double.pow(Double($0) / 60, 4) }
    for a in levels {
      for b in levels where min(a, b) < 1 {
        for face in [SIMD3(1, a, b), SIMD3(a, 1, b), SIMD3(a, b, 1)] {
          let color = face * display.peak
          let move = rule.move(rule.space.color(of: OpponentSpace.curve(rule.space.cones * color)))
          #expect(move.removed == 0, "\(face) is moved by \(move.removed)")
          let moved = map(Light(color * (1 + 1e-5))).components - color
          // The nodes around it are rounded to 2⁻¹⁴, so to 2⁻¹⁵ of the peak, and the color itself is a little brighter.
          #expect(max(moved.max(), -moved.min()) < 4.1e-5 * display.peak, "\(face)")
        }
      }
    }
  }

  /// There is no edge between yellows with neighboring codes.
  ///
  /// One code of ten bits is about 1 just noticeable difference here. Earlier paths that met at the cusp's level, 0.010 below white, ran
  /// along the plane of the peak and caused steps of 40 to 74.
  @Test(arguments: displays) func neighboringYellowsStayNeighbors(display: Display) {
    let map = display.map
    let pq = PerceptualQuantizer()
    let code = 1.0 / 876
    var worst = 0.0
    for blue in [0, 0.01, 0.05, 0.15, 0.4] {
      var rows: [[ICtCp]] = []
      for red in -6...30 {
        rows.append(
          (-6...30).map { green in
            let (r, g) = (min(display.white + Double(red) * code, 1), min(display.white + Double(green) * code, 1))
            let light = Light.nits(
              pq.eotf(SignalLevel(r)).nits, pq.eotf(SignalLevel(g)).nits,
              blue == 0 ? 0 : pq.eotf(SignalLevel(blue * display.white)).nits)
            return perceived(map(light), in: display.primaries)
          })
      }
      for (i, row) in rows.enumerated() {
        for (j, color) in row.enumerated() {
          if i > 0 { worst = max(worst, difference(color, rows[i - 1][j])) }
          if j > 0 { worst = max(worst, difference(color, row[j - 1])) }
        }
      }
    }
    print("maximum step between yellows a code apart, \(display.testDescription): \(worst)")
    #expect(worst < 3)
  }

  /// Steps of 1e-4 of the signal grow at most by a factor of 3.
  @Test(arguments: Route.holding) func smallStepsStaySmall(route: Route) {
    let growth = growth(of: route, around: route.hull(count: 21).filter { $0.components.max() > 0 } + yellows(route))
    print("worst growth of a small step, \(route): \(growth.worst) at \(growth.at)")
    #expect(growth.worst < 3, "\(growth.at)")
  }

  /// Colors around the yellow corner, where paths come closest to the plane of the peak.
  private func yellows(_ route: Route) -> [Light] {
    let levels = (0...20).map { 0.9 + 0.02 * Double($0) }
    return levels.flatMap { r in
      levels.flatMap { g in [0, 0.001, 0.01, 0.1].map { Light(SIMD3(r, g, $0) * route.peak) } }
    }
  }

  @Test(arguments: Route.holding) func hueStaysAndNothingIsBrighter(route: Route) {
    let map = route.perceptual
    let colors = route.hull(count: 33) + yellows(route)
    let turns = hueTurns(of: map, over: colors, on: route)
    let rise = colors.map { perceived(map($0), in: route.target).i.value - perceived($0, in: route.source).i.value }
      .max()!
    print("hue drift, \(route): \(turns); maximum rise of intensity \(rise)")
    #expect(max(turns.maximum, turns.blue, turns.red) < 1.15 && turns.median < 0.5, "\(turns.at)")
    #expect(rise < 5e-4)
  }
}
