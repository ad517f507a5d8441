import ColorOperations
import Colorimetry
import Foundation
import Testing
import TestSupport

import ToneCurves

@Suite("SMPTE, libplacebo and classic operators")
struct PublishedVectorTests {
  let pq = PerceptualQuantizer()

  @Test("the spline matches that of libplacebo, including its knee")
  func spline() throws {
    for row in try Vectors.rows("libplacebo_spline.csv") {
      let average = try row.number("src_avg_nits(0=none)")
      let curve = try LibplaceboSpline(
        from: row.range("src_black", "src_white"), to: row.range("dst_black", "dst_white"),
        sceneAverage: average > 0 ? .nits(average) : nil)
      try expect(curve.kneeIn, near: row.number("src_knee_PQ"))
      try expect(curve.kneeOut, near: row.number("dst_knee_PQ"))
      let signal = SignalLevel(try row.number("PQ_in"))
      // As with BT.2390, PQ near black is a difference of numbers near 1, raised to the power of 6.3.
      try expect(curve(signal: signal).value, near: row.number("PQ_out"), within: 1e-12, or: 1e-14)
      try expect(curve(pq.eotf(signal)).nits, near: row.number("nits_out"), within: 1e-11, or: 1e-11)
    }
  }

  @Test(
    "the default at 203 cd/m² maps the gray landmarks to the documented codes",
    arguments: [(26.0, 105.0), (100, 156), (203, 185), (400, 214), (1000, 255)])
  func landmarks(light: Double, code: Double) throws {
    let curve = try ToneOperator.spline.curve(from: .nits(0...1000), to: .nits(0...203))
    // Whole codes of a full-scale 8-bit signal.
    #expect((255 * pow(curve(.nits(light)).nits / 203, 1 / 2.4)).rounded() == code)
  }

  @Test("where the spline's cubic would overshoot the target, the signal stays at the target's peak")
  func overshoot() {
    let curve = LibplaceboSpline(from: .nits(0...10_000), to: .nits(0...48))
    let most = stride(from: 0.5, through: 1, by: 0.001).map { curve(signal: SignalLevel($0)).value }.max() ?? 0
    expect(most, near: pq.inverseEOTF(.nits(48)).value, within: 0)
  }

  @Test("the spline's knee follows the scene: a darker scene is mapped brighter")
  func sceneAverage() throws {
    let levels = try [100.0, 10].map { average in
      let curve = try ToneOperator.spline.curve(
        from: .nits(0...1000), to: .nits(0...203), sceneAverage: .nits(average))
      return curve(.nits(20)).nits
    }
    #expect(levels[0] < levels[1], "\(levels)")
  }

  @Test("Reinhard, Möbius and Hable meet their vectors with any SDR white", arguments: [203.0, 100])
  func classics(white: Double) throws {
    for row in try Vectors.rows("classic_operators.csv") {
      let (peak, x) = try (row.number("peak"), Luminance.nits(row.number("x") * white))
      let (source, target) = (LuminanceRange.nits(0...peak * white), LuminanceRange.nits(0...white))
      guard source.peak <= .nits(10_000) else { continue }
      let curves: [(any ToneCurve, String)] = [
        (Reinhard(from: source, to: target), "reinhard_libplacebo_contrast0.5"),
        (Mobius(from: source, to: target), "mobius_j0.3"),
        (Hable(from: source, to: target), "hable/hable(peak)"),
      ]
      for (curve, title) in curves { try expect(curve(x).nits, near: row.number(title) * white) }
    }
  }

  @Test("PBR Neutral meets its vectors in BT.709, and on light in BT.2020")
  func pbrNeutral() throws {
    let map = PBRNeutral(from: .nits(0...1000), to: .nits(0...203))
    let toBT2020 = RGBPrimaries.bt2020.toXYZ.inverse * RGBPrimaries.bt709.toXYZ
    for row in try Vectors.rows("khronos_pbr_neutral.csv") {
      let color = try SIMD3(row.number("R"), row.number("G"), row.number("B"))
      let expected = try SIMD3(row.number("R_out"), row.number("G_out"), row.number("B_out"))
      let found = map.bt709Operations(color * 203) / 203
      let light = map(toBT2020 * Light(color * 203))
      let wide = (toBT2020 * expected) * 203
      for index in 0..<3 {
        expect(found[index], near: expected[index])
        // Light goes through two rounded matrices, so the error is relative to white.
        expect(light.components[index], near: wide[index], within: 1e-12, or: 1e-12 * 203)
      }
    }
  }

  @Test("the ACES 2 tone scale meets its vectors at every peak")
  func aces2() throws {
    for row in try Vectors.rows("aces2_tonescale.csv") {
      let peak = try row.number("peak_nits")
      let curve = ACES2ToneScale(from: .nits(0...10_000), to: .nits(0...peak))
      let x = try row.number("Y_scene_linear(0.18=grey)")
      let nits = try row.number("nits")
      // The constants result from three powers and two differences.
      expect(100 * curve.hundredsOfNits(x), near: nits, within: 1e-11)
      guard x * 203 <= 10_000 else { continue }
      expect(curve(.nits(x * min(peak, 203))).nits, near: nits, within: 1e-11)
    }
  }

  @Test("the Bézier curve of ST 2094-40 meets its vectors")
  func bezier() throws {
    for row in try Vectors.rows("st2094_40_bezier.csv") {
      let knee = try (RelativeLevel(fraction(row["knee_x"])), RelativeLevel(fraction(row["knee_y"])))
      let anchors = try #require(row["anchors"]).split(separator: " ").map {
        try fraction(String($0))
      }
      let bezier = try BezierCurve(knee: knee, anchors: anchors)
      let (x, y) = try (row.number("x"), row.number("y"))
      expect(bezier.output(x), near: y)
      expect(ST2094_40(from: .nits(0...4000), to: .nits(0...500), bezier: bezier)(.nits(4000 * x)).nits, near: 500 * y)
    }
  }

  /// Values that libplacebo's own sampler computed, in single precision.
  @Test("the Bézier curve for other displays than its own meets libplacebo")
  func adaptedBezier() throws {
    for row in try Vectors.rows("st2094_40_adapted.csv") {
      let knee = try (RelativeLevel(fraction(row["knee_x"])), RelativeLevel(fraction(row["knee_y"])))
      let anchors = try #require(row["anchors"]).split(separator: " ").map {
        try fraction(String($0))
      }
      let (peak, made, display) = try (row.number("scene_peak"), row.number("made_for"), row.number("display"))
      let metadata = HDR10PlusCurve(
        bezier: try BezierCurve(knee: knee, anchors: anchors), targetedDisplayPeak: .nits(made))
      let curve = try ToneOperator.st2094_40(metadata).curve(from: .nits(0...peak), to: .nits(0...display))
      let (x, y) = try (row.number("x"), row.number("y"))
      expect(curve(.nits(peak * x)).nits / display, near: y, within: 2e-6)
    }
  }

  private func fraction(_ text: String?) throws -> Double {
    let parts = try #require(text).split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 ? parts[0] / parts[1] : try #require(parts.first)
  }

  @Test("the reference-white gain meets its vectors at every headroom")
  func referenceWhite() throws {
    for row in try Vectors.rows("st2094_50_rwtmo_apply.csv") {
      let gain = try HeadroomGain(baseline: Stops(row.number("H_baseline")), target: Stops(row.number("H_target")))
      let x = try row.number("x(max RGB, 1=ref white)")
      // Near a knot, the gain is a sum of terms near 1.
      try expect(gain.stops(x), near: row.number("G_log2"), within: 1e-12, or: 1e-14)
      try expect(x * exp2(gain.stops(x)), near: row.number("x_out"))
    }
  }

  @Test("the reference-white points lie on its curves")
  func referenceWhitePoints() throws {
    for row in try Vectors.rows("st2094_50_rwtmo_points.csv") {
      let gain = try HeadroomGain(baseline: Stops(row.number("H_baseline")), target: Stops(row.number("H_alt")))
      // The position in the vector is rounded to a Double, which may lie in either piece; the slope is below 1.
      try expect(gain.stops(row.number("x")), near: row.number("y_log2gain"), within: 1e-12, or: 1e-14)
    }
  }

  @Test("on an SDR display reference-white halves all light up to reference white", arguments: [100.0, 203])
  func halved(white: Double) throws {
    let map = ReferenceWhiteToneMap(from: .nits(0...1000), to: .nits(0...white))
    expect(map(.nits(50)).nits, near: 25 * white / 203)
    expect(map(.nits(203)).nits, near: white / 2)
    expect(map(Light.nits(203, 20, 10)).components.y, near: 10 * white / 203)
  }
}
