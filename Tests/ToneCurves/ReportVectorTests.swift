import Colorimetry
import Foundation
import Testing
import TestSupport

import ToneCurves

@Suite("ITU-R reports")
struct ReportVectorTests {
  let pq = PerceptualQuantizer()

  @Test("BT.2390 meets its vectors in signal and in light")
  func bt2390() throws {
    for row in try Vectors.rows("bt2390_eetf.csv") {
      let curve = try BT2390(from: row.range("src_black", "src_white"), to: row.range("dst_black", "dst_white"))
      let signal = SignalLevel(try row.number("E_prime_in"))
      let top = pq.inverseEOTF(curve.target.peak).value
      // The vectors are not clamped: with a lift they exceed the peak slightly, where the curve clamps.
      // The signal is a sum near 1 raised to the power of 78.8, so rounding contributes 1e-14.
      try expect(curve(signal: signal).value, near: min(row.number("E4_PQ_out"), top), within: 1e-12, or: 1e-14)
      // Light is a difference, small near black, raised to the power of 6.3. Below 1e-11 cd/m² the rounding of the
      // row's signal dominates.
      try expect(
        curve(pq.eotf(signal)).nits, near: min(row.number("nits_out"), curve.target.peak.nits), within: 1e-11, or: 1e-11
      )
    }
  }

  @Test(
    "BT.2390 matches the landmarks of the report's formula",
    arguments: [
      (1000.0, 100.0, 69.454, 88.244), (1000, 203, 99.361, 159.042), (4000, 1000, 100, 203),
    ])
  func bt2390Landmarks(source: Double, target: Double, at100: Double, at203: Double) {
    let curve = BT2390(from: .nits(0...source), to: .nits(0...target))
    // The landmarks have three decimals.
    expect(curve(.nits(100)).nits, near: at100, or: 5e-4)
    expect(curve(.nits(203)).nits, near: at203, or: 5e-4)
    expect(curve(.nits(source)).nits, near: target)
  }

  @Test("BT.2446 A meets its vectors: the luma curve")
  func bt2446aLuma() throws {
    for row in try Vectors.rows("bt2446a_curve.csv") {
      let map = try BT2446A(
        from: .nits(0...row.number("L_HDR")), to: .nits(0...100), sdrWhite: .nits(row.number("L_SDR")))
      try expect(map.luma(row.number("Yprime_HDR(gamma2.4,norm)")), near: row.number("Yprime_SDR"))
    }
  }

  @Test("BT.2446 A meets its vectors: colors, with white at the target's peak", arguments: [100.0, 203])
  func bt2446aColor(white: Double) throws {
    for row in try Vectors.rows("bt2446a_forward_rgb.csv") {
      let map = try BT2446A(from: .nits(0...row.number("L_HDR")), to: .nits(0...white))
      let input = try SIMD3(row.number("R_lin"), row.number("G_lin"), row.number("B_lin")) * 1000
      let found = map(Light(input)).components
      for (index, title) in ["Rprime_SDR", "Gprime_SDR", "Bprime_SDR"].enumerated() {
        let signal = try row.number(title)
        let light = white * (signal < 0 ? -pow(-signal, 2.4) : pow(signal, 2.4))
        // A component may be a small difference of larger numbers, so rounding is relative to white.
        expect(found[index], near: light, within: 1e-12, or: 1e-14 * white)
      }
    }
  }

  @Test("the inverse of BT.2446 A meets its vectors: luma and neutrals")
  func bt2446aInverseLuma() throws {
    let map = BT2446AInverseToneMap(from: .nits(0...203), to: .nits(0...1000))
    for row in try Vectors.rows("bt2446a_inverse_luma.csv") {
      let signal = try row.number("Yprime_SDR")
      try expect(map.lumaThousandths(signal), near: row.number("Yprime_HDR(0..1000)"))
      try expect(map(.nits(203 * pow(signal, 2.4))).nits, near: row.number("nits"))
    }
  }

  @Test("the inverse of BT.2446 A meets its vectors: colors, scaled to the target", arguments: [1000.0, 600])
  func bt2446aInverseColor(peak: Double) throws {
    let map = BT2446AInverseToneMap(from: .nits(0...203), to: .nits(0...peak))
    for row in try Vectors.rows("bt2446a_inverse_rgb.csv") {
      let signal = try SIMD3(row.number("Rprime_SDR"), row.number("Gprime_SDR"), row.number("Bprime_SDR"))
      let found = map(Light.nits(203 * pow(signal.x, 2.4), 203 * pow(signal.y, 2.4), 203 * pow(signal.z, 2.4)))
      for (index, title) in ["R_nits", "G_nits", "B_nits"].enumerated() {
        try expect(found.components[index], near: row.number(title) * peak / 1000)
      }
    }
  }

  @Test("BT.2446 C meets its vectors in both directions", arguments: [100.0, 203])
  func bt2446c(white: Double) throws {
    let there = BT2446C(from: .nits(0...1000), to: .nits(0...white))
    let back = BT2446CInverseToneMap(from: .nits(0...white), to: .nits(0...1000))
    for row in try Vectors.rows("bt2446c_curve.csv") {
      let hdr = try row.number("Y_HDR_nits")
      let sdr = try row.number("Y_SDR_nits(100-nit system)") * white / 100
      expect(there(.nits(hdr)).nits, near: sdr)
      try expect(back(.nits(sdr)).nits, near: row.number("inverse_check"))
      expect(back(there(.nits(hdr))).nits, near: hdr)
    }
  }

  @Test("BT.2446 C meets its vectors in both directions: colors with crosstalk")
  func bt2446cColor() throws {
    let there = BT2446C(from: .nits(0...1000), to: .nits(0...100), crosstalk: 0.05)
    let back = BT2446CInverseToneMap(from: .nits(0...100), to: .nits(0...1000), crosstalk: 0.05)
    for row in try Vectors.rows("bt2446c_rgb_alpha0.05.csv") {
      let input = try Light.nits(row.number("R_nits"), row.number("G_nits"), row.number("B_nits"))
      let found = there(input)
      for (index, title) in ["R_out", "G_out", "B_out"].enumerated() {
        try expect(found.components[index], near: row.number(title))
        expect(back(found).components[index], near: input.components[index])
      }
    }
  }

  @Test("every operator that does not expand maps SDR directly: light is unchanged on an HDR display")
  func directMapping() throws {
    for tone in ToneOperator.all where !tone.expands {
      let curve = try tone.curve(
        from: .nits(0...203), to: .nits(0...1000), bezier: .sample,
        headroomAdaptiveToneMap: .graded(for: .nits(0...203)))
      for row in try Vectors.rows("sdr_to_hdr_direct_grey.csv") {
        let light = try Luminance.nits(203 * pow(row.number("SDR_signal"), 2.4))
        try expect(curve(light).nits, near: row.number("nits_white203"))
        try expect(pq.inverseEOTF(curve(light)).value, near: row.number("PQ"))
      }
    }
  }
}
