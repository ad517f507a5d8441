import ColorOperations
import Colorimetry
import GamutMaps
import RealModule
import TestSupport
import Testing

/// The promises of all maps.
@Suite struct GamutMapLawsTests {
  @Test(arguments: GamutOperator.all, Route.all) func everyColorLandsInTheCube(map: GamutOperator, route: Route) {
    let map = route.map(map)
    for light in route.hull(count: 15) {
      let out = map(light).components
      #expect(out.min() >= 0 && out.max() <= route.peak, "\(light) became \(out)")
    }
    // Outside the domain: below zero, far above the peak, and black.
    for light in [
      Light.nits(-5, 3, 1), Light.nits(9000, 9000, 8000), Light.nits(0, 0, 10_000), Light.nits(-1, -1, -2),
      Light.nits(0, 0, 0),
    ] {
      let out = map(light).components
      #expect(out.min() >= 0 && out.max() <= route.peak, "\(light) became \(out)")
    }
  }

  @Test(arguments: GamutOperator.all, Route.all) func neutralsStayAsTheyAre(map: GamutOperator, route: Route) {
    let map = route.map(map)
    for step in 0...1000 {
      let neutral = Light(neutral: .nits(route.peak * Double(step) / 1000))
      #expect(map(neutral) == neutral)
    }
    #expect(map(Light(neutral: .nits(2 * route.peak))) == Light(neutral: .nits(route.peak)))
  }

  @Test(arguments: GamutOperator.all, Route.all) func almostNeutralsAreAlmostNeutral(
    map: GamutOperator, route: Route
  ) {
    let map = route.map(map)
    for level in [1e-6, 0.01, 1, 50, 150, 202, 202.999_999, 203] {
      for nudge: SIMD3<Double> in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, -1, 0]] {
        let neutral = SIMD3(repeating: level * route.peak / 203)
        let out = map(Light(neutral * (SIMD3(repeating: 1) + 1e-9 * nudge))).components
        // A nudge of 1e-9 may grow in the matrix, at most by 2, and by the bend at the peak; 1e-7 is still negligible.
        #expect((out - neutral).max() <= 1e-7 * neutral.x && (neutral - out).max() <= 1e-7 * neutral.x)
      }
    }
  }

  /// If the map had a step, a small move of the color would move the result by more.
  @Test(arguments: GamutOperator.all, Route.all) func thereAreNoSteps(map: GamutOperator, route: Route) {
    let map = route.map(map)
    for light in route.hull(count: 11) where light.components.max() > 0.01 * route.peak {
      let here = map(light).components
      for axis in 0..<3 {
        var near = light.components
        near[axis] += 1e-8 * route.peak
        let moved = map(Light(near)).components - here
        // Next to white, the result of a hot light changes quickly: 1e-8 of the peak may become 1e-5; a step would be
        // 1e-2.
        #expect(max(moved.max(), -moved.min()) < 1e-5 * route.peak, "\(light) along \(axis)")
      }
    }
  }

  @Test(arguments: GamutOperator.all, Route.holding) func whatFitsIsUntouched(map: GamutOperator, route: Route) {
    let map = route.map(map)
    let matrix = route.source.matrix(to: route.target)
    for light in route.hull(count: 15) {
      let exact = (matrix * light).components
      guard exact.min() >= 0, exact.max() <= route.peak else { continue }
      let moved = map(light).components - exact
      // Exact except for neutrals, which skip the matrix. P3's red is outside BT.2020 by 0.12 %, so `compress` bends.
      let tolerance = map is GamutCompression ? 1e-2 * route.peak : 1e-12 * route.peak
      #expect(max(moved.max(), -moved.min()) <= tolerance, "\(light) became \(exact + moved), not \(exact)")
    }
  }

  @Test func clippingMeetsThePublishedMatrices() throws {
    let primaries: [String: RGBPrimaries] = ["BT709": .bt709, "BT2020": .bt2020, "P3_D65": .p3D65]
    let rows = try Vectors.rows("gamut_colours.csv")
    #expect(rows.count == 30)
    for row in rows {
      let source = try #require(primaries[row["from"] ?? ""])
      let target = try #require(primaries[row["to"] ?? ""])
      func number(_ title: String) throws -> Double { try #require(Double(row[title] ?? "")) }
      let map = GamutOperator.clip.map(from: source, to: target, peak: .nits(1))
      let out = map(Light.nits(try number("R"), try number("G"), try number("B"))).components
      let expected = SIMD3(try number("R_out"), try number("G_out"), try number("B_out"))
        .clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1))
      // A matrix of three products in Double is exact to about 1e-15; the vectors have 25 digits.
      #expect((out - expected).max() < 1e-14 && (expected - out).max() < 1e-14, "\(row)")
    }
  }
}
