import ColorOperations
import Colorimetry
import Foundation
import TestSupport
import Testing

/// `ycbcr_matrices.json`.
private struct YCbCrMatrices: Decodable {
  struct Pair: Decodable {
    var forward: ExactMatrix
    var inverse: ExactMatrix?
  }
  var ncl, fixed: [String: Pair]
}

struct SignalEncodingTests {
  // Matrix entries are sums of a few products near 1.
  let cancellation = 1e-15

  @Test(arguments: [
    ("FCC(4)", MatrixCoefficients.fcc, nil), ("BT601(5,6)", .bt470BG, nil), ("BT601(5,6)", .smpte170M, nil),
    ("BT709(1)", .bt709, nil), ("SMPTE240M(7)", .smpte240M, nil), ("BT2020NCL(9)", .bt2020NCL, nil),
    ("chromaticity_derived(12):BT709", .chromaticityNCL, ColorPrimaries.bt709),
    ("chromaticity_derived(12):BT2020", .chromaticityNCL, .bt2020),
    ("chromaticity_derived(12):P3_D65", .chromaticityNCL, .smpte432),
    ("chromaticity_derived(12):SMPTE170M_C", .chromaticityNCL, .smpte170M),
    ("chromaticity_derived(12):BT470BG_EBU3213_PAL", .chromaticityNCL, .bt470BG),
  ])
  func weightedMeetVectors(name: String, coefficients: MatrixCoefficients, primaries: ColorPrimaries?) throws {
    let vectors = try JSONDecoder().decode(YCbCrMatrices.self, from: Vectors.data("ycbcr_matrices.json"))
    let reference = try #require(vectors.ncl[name])
    let encoding = try SignalEncoding(coefficients, primaries: primaries?.chromaticities)
    expectClose(try #require(encoding.codedFromRGB), reference.forward.matrix, absolute: cancellation, name)
    if let inverse = reference.inverse {
      expectClose(try #require(encoding.rgbFromCoded), inverse.matrix, absolute: cancellation, name)
    }
  }

  @Test func fixedMeetVectors() throws {
    let vectors = try JSONDecoder().decode(YCbCrMatrices.self, from: Vectors.data("ycbcr_matrices.json"))
    let yCgCo = try SignalEncoding(.yCgCo)
    let found: [String: (Matrix3x3?, Matrix3x3?)] = [
      "YCgCo(8)": (yCgCo.codedFromRGB, yCgCo.rgbFromCoded),
      "BT2100_LMS_from_BT2020": (ICtCp.lmsFromBT2020, ICtCp.bt2020FromLMS),
      "ICtCp_PQ_from_LMSp": (ICtCp.ictcpFromPQLMS, ICtCp.pqLMSFromICtCp),
      "ICtCp_HLG_from_LMSp": (ICtCp.ictcpFromHLGLMS, ICtCp.ictcpFromHLGLMS.inverse),
    ]
    #expect(vectors.fixed.count == found.count)
    for (name, reference) in vectors.fixed {
      let (forward, inverse) = try #require(found[name])
      expectClose(try #require(forward), reference.forward.matrix, absolute: cancellation, name)
      // Inverses lose a few units to the cancellation in their determinants.
      expectClose(
        try #require(inverse), try #require(reference.inverse).matrix, absolute: 4 * cancellation, name)
    }
  }

  /// The columns printed in ITU-R BT.709 and BT.2020: full red and full blue; a swapped direction fails.
  @Test func publishedPoints() throws {
    let hd = try SignalEncoding(.bt709)
    expectClose(hd.encode(Signal(1, 0, 0)).components, SIMD3(0.2126, -0.2126 / 1.8556, 0.5), absolute: cancellation)
    expectClose(
      hd.decode(CodedComponents(0, 0.5, 0)).components, SIMD3(0, -0.0722 * 0.9278 / 0.7152, 0.9278),
      absolute: cancellation)
    let uhd = try SignalEncoding(.bt2020NCL)
    expectClose(
      uhd.decode(CodedComponents(0, 0, 0.5)).components, SIMD3(0.7373, -0.285676563421829, 0), absolute: cancellation)
    expectClose(uhd.encode(Signal(0, 0, 1)).components, SIMD3(0.0593, 0.5, -0.0593 / 1.4746), absolute: cancellation)
  }

  @Test func constantLuminanceMeetsVectors() throws {
    let twelve = ConstantLuminance(bt2020: .bt2020TwelveBit)
    let ten = ConstantLuminance(bt2020: .bt709Printed)
    for row in try Vectors.rows("bt2020_cl.csv") {
      let light = try row.numbers("R", "G", "B")
      for (encoding, bits) in [(twelve, "12bit"), (ten, "10bit")] {
        func signal(_ light: Double) -> SignalLevel { encoding.curve.oetf(SceneLevel(light)) }
        let signal = Signal(signal(light.x), signal(light.y), signal(light.z))
        let coded = encoding.encode(signal)
        // The inverses of the rounded curves are not exact: 1 is reached to within an ulp, and differences cancel.
        expectClose(
          coded.components, try row.numbers("Yc_\(bits)", "Cbc_\(bits)", "Crc_\(bits)"), absolute: 2e-15, "\(row)")
        expectClose(encoding.decode(coded).components, signal.components, absolute: 1e-14, "\(row)")
      }
    }
  }

  @Test func iCtCpMeetsVectors() throws {
    let pq = PerceptualQuantizer()
    let encoding = try SignalEncoding(.iCtCp, transfer: .pq)
    for row in try Vectors.rows("ictcp_pq.csv") {
      let light = Light(try row.numbers("R_nits", "G_nits", "B_nits"))
      let nits = light.components
      let signal = Signal(pq.inverseEOTF(.nits(nits.x)), pq.inverseEOTF(.nits(nits.y)), pq.inverseEOTF(.nits(nits.z)))
      // The signals' own rounding, as light, is a few times 1e-14 of it.
      expectClose(encoding.encode(signal).components, try row.numbers("I", "Ct", "Cp"), absolute: 2e-14, "\(row)")
      let color = ICtCp(bt2020: light)
      // Differences of signals near 1, multiplied by 4: an ulp of 4.
      expectClose(
        SIMD3(color.i.value, color.ct.value, color.cp.value), try row.numbers("I", "Ct", "Cp"), absolute: 2e-15,
        "\(row)")
      // In the inverse, cancellation among bright components limits the dark ones to 4e-13 of the brightest.
      expectClose(
        color.bt2020.components, light.components, absolute: 1e-12 * light.components.max(), "\(row)")
    }
    let hlg = HybridLogGamma.reference
    let scenes = try SignalEncoding(.iCtCp, transfer: .hlg)
    for row in try Vectors.rows("ictcp_hlg.csv") {
      let scene = SceneLight(try row.numbers("R_scene", "G_scene", "B_scene"))
      let signal = Signal(hlg.oetf(scene[0]), hlg.oetf(scene[1]), hlg.oetf(scene[2]))
      let coded = scenes.encode(signal)
      expectClose(coded.components, try row.numbers("I", "Ct", "Cp"), absolute: 2e-15, "\(row)")
      expectClose(scenes.decode(coded).components, signal.components, absolute: 1e-7, "\(row)")
    }
  }

  /// X, Y, Z of D65 is neutral in Y′D′zD′x under PQ, which is the purpose of its two constants.
  @Test func whiteIsNeutralInYDzDx() throws {
    let pq = PerceptualQuantizer()
    let white = Chromaticity.d65.xyz * 500
    let signal = Signal(pq.inverseEOTF(.nits(white.x)), pq.inverseEOTF(.nits(white.y)), pq.inverseEOTF(.nits(white.z)))
    let coded = try SignalEncoding(.yDzDx).encode(signal).components
    // The constants, to six digits each, are the ratios of the signals of white at 500 cd/m².
    expectClose(coded, SIMD3(pq.inverseEOTF(.nits(500)).value, 0, 0), absolute: 5e-7)
    expectClose(try SignalEncoding(.yDzDx).encode(Signal(0.5, 0.5, 0.5)).components, SIMD3(0.5, -0.0033585, 0.0020245))
  }

  static let supported = MatrixCoefficients.allCases.filter { ![.iptC2, .yCgCoRe, .yCgCoRo].contains($0) }

  /// Every matrix decodes what it encoded, with every transfer that it accepts.
  @Test(arguments: supported, TransferCharacteristics.allCases)
  func decodeUndoes(_ coefficients: MatrixCoefficients, _ transfer: TransferCharacteristics) throws {
    let encoding = try SignalEncoding(coefficients, primaries: .bt2020, transfer: transfer)
    let isLinear = encoding.codedFromRGB != nil
    // Logarithms have no signal for light below 0.01, and saturated colors have cone responses and luminances there.
    if !isLinear, transfer == .log100 || transfer == .log316 { return }
    // With constant luminance and ICtCp, a dark component next to bright ones is exact to 1e-12 of the light of the
    // brightest. The curves are steep at black, which makes that 1e-5 of PQ signal, 5e-5 of gamma 2.8, 2e-6 of HLG.
    let curve = transfer.curve.relative
    let loss = isLinear ? 1e-15 : 1e-12 + curve.signal(of: 1e-12).value - curve.signal(of: 0).value
    for r in [0, 0.1, 0.5, 1] as [SignalLevel] {
      for g in [0, 0.2, 0.5, 1] as [SignalLevel] {
        for b in [0, 0.3, 0.5, 1] as [SignalLevel] {
          let rgb = Signal(r, g, b)
          let found = encoding.decode(encoding.encode(rgb)).components
          expectClose(found, rgb.components, absolute: loss, "\(coefficients) \(transfer) \(rgb)")
        }
      }
    }
  }

  @Test(arguments: supported)
  func neutralsHaveNoColor(_ coefficients: MatrixCoefficients) throws {
    // With identity and with X, Y, Z, equal components are not a neutral.
    guard coefficients != .identity, coefficients != .yDzDx else { return }
    let encoding = try SignalEncoding(coefficients, primaries: .p3D65, transfer: .bt2020_12)
    for value in [0, 0.01, 0.5, 1, 1.09] as [SignalLevel] {
      expectClose(encoding.encode(Signal(neutral: value)).components, Signal(value, 0, 0).components, absolute: 4e-15)
    }
  }

  @Test func whatIsMissingIsSaid() {
    #expect(throws: ColorimetryError.needsPrimaries(.chromaticityNCL)) { try SignalEncoding(.chromaticityNCL) }
    #expect(throws: ColorimetryError.needsPrimaries(.chromaticityCL)) { try SignalEncoding(.chromaticityCL) }
    #expect(throws: ColorimetryError.needsTransfer(.chromaticityCL)) {
      try SignalEncoding(.chromaticityCL, primaries: .bt709)
    }
    #expect(throws: ColorimetryError.needsTransfer(.iCtCp)) { try SignalEncoding(.iCtCp) }
    for coefficients in [MatrixCoefficients.iptC2, .yCgCoRe, .yCgCoRo] {
      #expect(throws: ColorimetryError.noConversion(coefficients)) { try SignalEncoding(coefficients) }
    }
    #expect("\(ColorimetryError.noConversion(.iptC2))".contains("SMPTE ST 2128"))
    #expect("\(ColorimetryError.needsPrimaries(.chromaticityCL))".contains("specify the primaries"))
    #expect("\(ColorimetryError.needsTransfer(.iCtCp))".contains("specify the transfer"))
  }
}
