import Colorimetry
import Foundation
import TestSupport
import Testing

import ToneCurves

/// ST 2094-50:2026 against the numbers of other implementations, and a second writing of ours.
@Suite struct HeadroomVectorTests {
  /// The points of each curve, with the slopes that are expected.
  private static func curves() throws -> [(name: String, x: [Double], y: [Double], slopes: [Double])] {
    var curves: [(name: String, x: [Double], y: [Double], slopes: [Double])] = []
    for row in try Vectors.rows("st2094_50_outside_slopes.csv") {
      let name = try #require(row["case"])
      if curves.last?.name != name { curves.append((name, [], [], [])) }
      let last = curves.count - 1
      try curves[last].x.append(row.number("x"))
      try curves[last].y.append(row.number("y"))
      try curves[last].slopes.append(row.number("slope_final"))
      // What others state is printed with eight digits.
      if let stated = row["slope_stated_by_outside_test"].flatMap(Double.init) {
        expect(curves[last].slopes.last!, near: stated, within: 1e-6, or: 1e-6, name)
      }
    }
    return curves
  }

  @Test func slopesThatAreNotTransmitted() throws {
    let curves = try Self.curves()
    #expect(curves.map(\.x.count).reduce(0, +) == 242)
    for curve in curves {
      for (found, expected) in zip(GainCurve.slopes(curve.x, curve.y), curve.slopes) {
        expect(found, near: expected, within: 1e-6, or: 1e-6, curve.name)
      }
    }
  }

  @Test func gainsBetweenPoints() throws {
    let curves = Dictionary(uniqueKeysWithValues: try Self.curves().map { ($0.name, $0) })
    var seen = 0
    for row in try Vectors.rows("st2094_50_outside_curves.csv") {
      // Some go beyond the six stops that metadata can state, so they are made from bare numbers.
      let name = try #require(row["case"])
      let points = try #require(curves[name])
      let curve = GainCurve(points.x, points.y, GainCurve.slopes(points.x, points.y))
      let gain = try curve.stops(row.number("x"))
      try expect(gain, near: row.number("gain_final"), within: 1e-6, or: 1e-6, points.name)
      if let stated = row["gain_stated_by_outside_test"].flatMap(Double.init) {
        expect(gain, near: stated, within: 1e-6, or: 1e-6, points.name)
      }
      seen += 1
    }
    #expect(seen == 287)
  }

  /// The reference white of these tests, low enough that six stops above it are within PQ.
  private static let white = Luminance.nits(100)

  private static func onDisplay(of headroom: Double, _ map: HeadroomAdaptiveToneMap) -> ST2094_50 {
    ST2094_50(
      from: .nits(0...10_000), to: .nits(0...(white.nits * exp2(headroom))), map: map, targetWhite: white)
  }

  @Test func weightsOfAlternates() throws {
    let rows = try Vectors.rows("st2094_50_outside_weights.csv")
    #expect(rows.count == 13)
    for row in rows {
      func list(_ title: String) -> [Double] { (row[title] ?? "").split(separator: " ").compactMap { Double($0) } }
      let (headrooms, weights) = (list("alternate_headrooms"), list("weights_of_alternates"))
      try #require(headrooms.count == weights.count)
      for index in headrooms.indices {
        // Only this alternate has a gain: of one stop, whatever the light.
        let alternates = try headrooms.enumerated().map { place, headroom in
          HeadroomAdaptiveToneMap.Alternate(
            headroom: Stops(headroom), mixing: .maximum, curve: try GainCurve(x: [64], y: [place == index ? 1 : 0]))
        }
        let map = try HeadroomAdaptiveToneMap(
          referenceWhite: Self.white, baselineHeadroom: Stops(row.number("baseline_headroom")),
          gains: .alternates(.bt2020, alternates))
        let found = try Self.onDisplay(of: row.number("target_headroom"), map)(Self.white)
        expect(log2(found.nits / Self.white.nits), near: weights[index], within: 1e-12, or: 1e-12)
      }
    }
  }

  private static let mixings: [String: (SIMD3<Double>, maximum: Double, minimum: Double, component: Double)] = [
    "max": (.zero, 1, 0, 0), "component": (.zero, 0, 0, 1), "blend": (SIMD3(1, 1, 1), 3, 0, 0),
    "min+max": (.zero, 1, 1, 0),
    "max 3 component 1": (.zero, 3, 0, 1), "BT.2020 luminance": (SIMD3(0.2627, 0.6780, 0.0593), 0, 0, 0),
  ]

  /// Two alternates whose slopes are transmitted as angles, for these rows: the same angles for both.
  private static func alternates(mixing name: String) throws -> [HeadroomAdaptiveToneMap.Alternate] {
    let weights = try #require(mixings[name])
    let mixing = try ComponentMixing(
      weights: weights.0, maximum: weights.maximum, minimum: weights.minimum, component: weights.component)
    let slopes = [16858.0, 14660, 12687, 13640, 15738].map { tan(($0 - 18000) / 36000 * .pi) }
    let gains: [(Stops, [Stops])] = [(0.5, [0, -0.1, -0.6, -1.5, -2.4]), (2, [0, -0.05, -0.3, -0.8, -1.2])]
    return try gains.map { headroom, y in
      HeadroomAdaptiveToneMap.Alternate(
        headroom: headroom, mixing: mixing, curve: try GainCurve(x: [0.25, 1, 2, 4, 8], y: y, slopes: slopes))
    }
  }

  /// Whether these rows are inside what our operator levels: with a baseline above 4.6 stops the standard's curve falls above white.
  private static func isLevel(_ curve: ST2094_50, _ light: SIMD3<Double>) -> Bool {
    curve.terms.flatMap(\.parts).contains {
      if case .referenceWhite(let gain) = $0 { gain.level?.contains(light.max()) ?? false } else { false }
    }
  }

  @Test func colorsOfBothKindsOfGains() throws {
    let rows = try Vectors.rows("st2094_50_outside_apply.csv")
    #expect(rows.count == 666)
    var (levels, stated) = (0, 0)
    for row in rows {
      let name = try #require(row["operator"])
      let gains =
        name == "reference-white"
        ? HeadroomAdaptiveToneMap.Gains.referenceWhite
        : .alternates(.bt2020, try Self.alternates(mixing: String(name.split(separator: "mixing ").last ?? "")))
      let map = try HeadroomAdaptiveToneMap(
        referenceWhite: Self.white, baselineHeadroom: Stops(row.number("baseline_headroom")), gains: gains)
      let curve = try Self.onDisplay(of: row.number("target_headroom"), map)
      let light = try SIMD3(row.number("r"), row.number("g"), row.number("b"))
      guard !Self.isLevel(curve, light) else {
        levels += 1
        continue
      }
      let found = curve(Light(light * Self.white.nits)).components / Self.white.nits
      let expected = try SIMD3(row.number("r_out"), row.number("g_out"), row.number("b_out"))
      for index in 0..<3 { expect(found[index], near: expected[index], within: 0, or: 1e-9, "\(row)") }
      if let maximum = row["greatest_out_stated_by_outside_test"].flatMap(Double.init) {
        expect(found.max(), near: maximum, within: 0, or: 1.0 / 1024, "\(row)")
        stated += 1
      }
    }
    // Thirteen with a baseline of 6 stops, near white.
    #expect(stated == 30 && levels == 13, "\(stated) \(levels)")
  }
}
