import Colorimetry
import TestSupport
import Testing

/// The curves against independently published numbers.
@Suite(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
struct PublishedCurvesTests {
  // colour-science tests its own numbers to 1e-7; some of their inputs are printed to eight digits.
  let printed = 1e-7

  /// The functions of one number of this module, by their names in colour-science.
  static let functions: [String: @Sendable (Double) -> Double] = {
    let unit = LuminanceRange.nits(0...1)
    let bt1886 = TransferFunction.bt1886(luminance: unit)
    let pq = PerceptualQuantizer()
    let hlg = HybridLogGamma.reference
    let sYCC = TransferFunction.sYCC
    let bt1361 = TransferFunction.bt709Printed.mirrored(compression: 4, as: "BT.1361")
    let cinema = TransferFunction.digitalCinema
    return [
      "oetf_BT709": { TransferFunction.bt709Printed.oetf(SceneLevel($0)).value },
      "oetf_inverse_BT709": { TransferFunction.bt709Printed.inverseOETF(SignalLevel($0)).value },
      "oetf_BT601": { TransferFunction.bt709Printed.oetf(SceneLevel($0)).value },
      "oetf_inverse_BT601": { TransferFunction.bt709Printed.inverseOETF(SignalLevel($0)).value },
      "oetf_BT2020": { TransferFunction.bt709Printed.oetf(SceneLevel($0)).value },
      "oetf_inverse_BT2020": { TransferFunction.bt709Printed.inverseOETF(SignalLevel($0)).value },
      "oetf_BT1361": { bt1361.oetf(SceneLevel($0)).value },
      "oetf_inverse_BT1361": { bt1361.inverseOETF(SignalLevel($0)).value },
      "eotf_BT1886": { bt1886.eotf(SignalLevel($0)).nits },
      "eotf_inverse_BT1886": { bt1886.inverseEOTF(.nits($0)).value },
      "eotf_sRGB": { TransferFunction.sRGB.shown(on: unit).eotf(SignalLevel($0)).nits },
      "eotf_inverse_sRGB": { TransferFunction.sRGB.shown(on: unit).inverseEOTF(.nits($0)).value },
      "oetf_H273_IEC61966_2": { sYCC.oetf(SceneLevel($0)).value },
      "oetf_inverse_H273_IEC61966_2": { sYCC.inverseOETF(SignalLevel($0)).value },
      "oetf_H273_Log": { TransferFunction.log100.oetf(SceneLevel($0)).value },
      "oetf_inverse_H273_Log": { TransferFunction.log100.inverseOETF(SignalLevel($0)).value },
      "oetf_H273_LogSqrt": { TransferFunction.log316.oetf(SceneLevel($0)).value },
      "oetf_inverse_H273_LogSqrt": { TransferFunction.log316.inverseOETF(SignalLevel($0)).value },
      "eotf_H273_ST428_1": { cinema.light(of: SignalLevel($0)).value },
      "eotf_inverse_H273_ST428_1": { cinema.signal(of: RelativeLevel($0)).value },
      // The digital cinema package takes X, Y, Z in cd/m².
      "eotf_DCDM": { cinema.shown(on: .nits(0...48)).eotf(SignalLevel($0)).nits },
      "eotf_inverse_DCDM": { cinema.shown(on: .nits(0...48)).inverseEOTF(.nits($0)).value },
      "eotf_ST2084": { pq.eotf(SignalLevel($0)).nits },
      "eotf_inverse_ST2084": { pq.inverseEOTF(.nits($0)).value },
      "eotf_BT2100_PQ": { pq.eotf(SignalLevel($0)).nits },
      "eotf_inverse_BT2100_PQ": { pq.inverseEOTF(.nits($0)).value },
      "ootf_BT2100_PQ": { pq.ootf(SceneLevel($0)).nits },
      "ootf_inverse_BT2100_PQ": { pq.inverseOOTF(.nits($0)).value },
      "oetf_BT2100_PQ": { pq.oetf(SceneLevel($0)).value },
      "oetf_inverse_BT2100_PQ": { pq.inverseOETF(SignalLevel($0)).value },
      "oetf_BT2100_HLG": { hlg.oetf(SceneLevel($0)).value },
      "oetf_inverse_BT2100_HLG": { hlg.inverseOETF(SignalLevel($0)).value },
      "oetf_ARIBSTDB67": { hlg.oetf(SceneLevel($0 / 12)).value },
      "oetf_inverse_ARIBSTDB67": { hlg.inverseOETF(SignalLevel($0)).value * 12 },
      "gamma_function_BT2100_HLG": { SystemGamma.bt2100(peak: .nits($0)) },
      "eotf_BT2100_HLG_2": { hlg.eotf(Signal(neutral: SignalLevel($0))).components.y },
      "eotf_inverse_BT2100_HLG_2": { hlg.inverseEOTF(Light(neutral: .nits($0))).components.y },
      "ootf_BT2100_HLG_2": { hlg.ootf(SceneLight(SIMD3(repeating: $0))).components.y },
      "ootf_inverse_BT2100_HLG_2": { hlg.inverseOOTF(Light(neutral: .nits($0))).components.y },
    ]
  }()

  /// Whether colour-science made a different choice that is not followed here.
  static func isOtherChoice(_ row: PublishedRow) -> Bool {
    let input = row.numbers()[0]
    // It mirrors HLG below 0, where BT.2100 defines nothing. Signal 0 of a logarithm is black here, not its darkest
    // gray.
    return row.function.contains("ARIBSTDB67") && input < 0 || row.function.contains("inverse_H273_Log") && input == 0
  }

  @Test(arguments: ["sdr_transfer_functions.csv", "pq_st2084.csv", "bt2100_hlg_pq.csv"])
  func curves(_ file: String) throws {
    var compared = 0
    for row in try Published.rows(file) where row.arguments.count == 1 && row.numbers().count == 1 {
      guard let function = Self.functions[row.function], !Self.isOtherChoice(row) else { continue }
      expectClose(function(row.numbers()[0]), row.expected[0], relative: printed, absolute: printed, "\(row)")
      compared += 1
    }
    #expect(compared >= 6, "\(file): only \(compared) rows compared")
  }

  /// HLG on a display of 10 000 cd/m² with black 0.001 and gamma 1.4, and the OOTF alone there.
  @Test func hlgOnOtherDisplays() throws {
    let hlg = HybridLogGamma(luminance: .nits(0.001...10_000), gamma: 1.4)
    for row in try Published.rows("bt2100_hlg_pq.csv") where row.arguments.count > 2 {
      let input = row.numbers()[0]
      let found: Double
      switch row.function {
      case "eotf_BT2100_HLG_2": found = hlg.eotf(Signal(neutral: SignalLevel(input))).components.y
      case "eotf_inverse_BT2100_HLG_2": found = hlg.inverseEOTF(Light(neutral: .nits(input))).components.y
      case "ootf_BT2100_HLG_2": found = hlg.ootf(SceneLight(SIMD3(repeating: input))).components.y
      case "ootf_inverse_BT2100_HLG_2": found = hlg.inverseOOTF(Light(neutral: .nits(input))).components.y
      default: continue  // functions of BT.2100-1, whose black lift was replaced in BT.2100-2
      }
      expectClose(found, row.expected[0], relative: printed, absolute: printed, "\(row)")
    }
  }

  // colour-science 0.4.7 computed these files. Both sides use Double and differ by a few units in the last place.
  @Test func computedCurves() throws {
    let pq = PerceptualQuantizer()
    let ten = Quantization(bitDepth: 10, range: .narrow)
    for row in try Published.table("colour_generated_pq_10bit.csv") {
      expectClose(ten.signal(luma: CodeLevel(row[0])), row[1], relative: 1e-15)
      expectClose(pq.eotf(SignalLevel(row[1])).nits, row[2], relative: 1e-12)
    }
    let twelve = Quantization(bitDepth: 12, range: .full)
    for row in try Published.table("colour_generated_pq_inverse.csv") {
      let signal = pq.inverseEOTF(.nits(row[0]))
      expectClose(signal, row[1])
      expectClose(ten.code(luma: signal), row[2])
      #expect(twelve.rounded(twelve.code(luma: signal)).value == row[3])
    }
    for row in try Published.table("colour_generated_hlg_oetf.csv") {
      // It uses b and c as printed, 0.28466892 and 0.55991073, which makes a difference of 3e-9 of light.
      expectClose(HybridLogGamma.reference.inverseOETF(SignalLevel(row[0])), row[1], relative: 4e-9)
    }
    for row in try Published.table("colour_generated_hlg_eotf_rgb.csv") {
      let hlg = HybridLogGamma(luminance: .nits(0...row[0]), gamma: row[1])
      let light = hlg.eotf(Signal(SIMD3(row[2], row[3], row[4])))
      expectClose(light.components, SIMD3(row[5], row[6], row[7]), relative: 1e-8, "\(row)")
    }
  }
}
