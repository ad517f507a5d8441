import Colorimetry
import RealModule
import Testing

@testable import GamutMaps

/// `perceptual` where the display's gamut holds the source's: the hull is the cube, and only light above the peak moves.
@Suite struct HoldingDisplayTests {
  /// Displays of BT.2020, P3 and BT.709, from almost no light on, each with its own gamut as the source.
  ///
  /// BT.709's end at 4000: from about 5000 on its blue corner overhangs its own hue lines by more than `overhang` fills, for colors
  /// of more than 5000 cd/m² in blue alone.
  static let displays = [RGBPrimaries.bt2020, .p3D65, .bt709].flatMap { primaries in
    [0.001, 1, 48, 100, 203, 400, 1000, 4000].map { Display(primaries: primaries, peak: $0) }
  }

  struct Display: CustomTestStringConvertible, Sendable {
    let primaries: RGBPrimaries
    let peak: Double
    var testDescription: String { "x of red \(primaries.red.x), \(peak) cd/m²" }
    var map: PerceptualGamutMap { PerceptualGamutMap(from: primaries, to: primaries, peak: .nits(peak)) }
    var white: Double { PerceptualQuantizer().inverseEOTF(.nits(peak)) }
  }

  /// The line of every color at the peak is inside the cube until it gets there, and so a color that is a hair above lands
  /// beside itself.
  ///
  /// With lines that met at yellow's cusp, 0.010 below white, they left the cube at 0.6 to 0.98 of the way already.
  @Test(arguments: displays) func linesLeaveTheCubeOnce(display: Display) {
    let map = display.map
    #expect(!map.makesRoom)
    let levels = (0...30).map { Double.pow(Double($0) / 30, 4) }
    for a in levels {
      for b in levels where min(a, b) < 1 {
        for face in [SIMD3(1, a, b), SIMD3(a, 1, b), SIMD3(a, b, 1)] {
          let color = face * display.peak
          guard let line = map.line(through: color) else {
            Issue.record("\(face) starts at white")
            continue
          }
          for step in 0..<48 {
            // To 1e-9, for near white the excess is a ratio of almost nothing.
            let excess = map.hull.excess(of: map.hull.light(on: line, at: Double(step) / 48))
            #expect(excess < 1e-9, "\(face) at \(step) / 48")
          }
          let above = color * (1 + 1e-9)
          let moved = map(Light(above)).components - color
          // The lines that come nearest to the plane of the peak, at yellow, move 15 times as far as the color lies above it; and near
          // no light a billionth of the peak is what a rounding of PQ leaves.
          #expect(max(moved.max(), -moved.min()) < 1e-6 * display.peak, "\(face)")
        }
      }
    }
  }

  /// Between yellows whose codes are neighbors there is no edge.
  ///
  /// One code of ten bits is about 1 just noticeable difference here. What is kept of hue and intensity costs chroma, most at the yellow
  /// corner: 6.3 times the step, where the map to BT.709 has up to 8. Lines that met at the cusp made steps of 40 to 74.
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
            let light = Light(pq.eotf(r).nits, pq.eotf(g).nits, blue == 0 ? 0 : pq.eotf(blue * display.white).nits)
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
    print("greatest step between yellows a code apart, \(display.testDescription): \(worst)")
    #expect(worst < 8)
  }

  /// Steps of 1e-4 of the signal move the result by no more than to a smaller gamut, 8 times.
  @Test(arguments: Route.holding) func smallStepsStaySmall(route: Route) {
    let growth = growth(of: route, around: route.hull(count: 21).filter { $0.components.max() > 0 } + yellows(route))
    print("worst growth of a small step, \(route): \(growth.worst) at \(growth.at)")
    // 3.6 at red and 5.9 at the yellow corner; where lines met at the cusp 29 to 55.
    #expect(growth.worst < 8, "\(growth.at)")
  }

  /// Around the yellow corner, where lines come nearest to the plane of the peak.
  private func yellows(_ route: Route) -> [Light] {
    let levels = (0...20).map { 0.9 + 0.02 * Double($0) }
    return levels.flatMap { r in
      levels.flatMap { g in [0, 0.001, 0.01, 0.1].map { Light(SIMD3(r, g, $0) * route.peak) } }
    }
  }

  @Test(arguments: Route.holding) func hueStaysAndNothingIsBrighter(route: Route) {
    let map = route.perceptual
    var (turns, rise) = (0.0, 0.0)
    for light in route.hull(count: 33) + yellows(route) {
      let before = perceived(light, in: route.source)
      let after = perceived(map(light), in: route.target)
      rise = max(rise, after.i - before.i)
      let chromas = Double.hypot(before.ct, before.cp) * Double.hypot(after.ct, after.cp)
      guard min(Double.hypot(before.ct, before.cp), Double.hypot(after.ct, after.cp)) > 5e-4 else { continue }
      let sine = (before.ct * after.cp - before.cp * after.ct) / chromas
      turns = max(turns, abs(Double.asin(min(max(sine, -1), 1))) * 180 / .pi)
    }
    print("hue drift, \(route): \(turns)°; greatest rise of intensity \(rise)")
    #expect(turns < 0.9)
    // By the clipping of the fold at BT.709's blue, a fifth of a just noticeable difference.
    #expect(rise < 5e-4)
  }
}
