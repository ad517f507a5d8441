import Colorimetry
import Foundation
import TestSupport
import Testing
import ToneMapping

/// Conversions between signals as others publish them.
@Suite struct OutsideVectorTests {
  /// Reference white by its signal, as broadcasters state it: 75 % of HLG on 1000 cd/m², and 58 % of PQ.
  private static let whiteOfHLG = Luminance.nits(1000 * pow(HybridLogGamma.reference.inverseOETF(0.75).value, 1.2))
  private static let whiteOfPQ = PerceptualQuantizer().eotf(0.58)

  private static func plan(_ lut: String) throws -> ConversionPlan? {
    let sdr = Source(color: ColorDescription(primaries: .bt709, transfer: .bt709, matrix: .identity, range: .full))
    switch lut.prefix(2) {
    case "1b":
      return try ConversionPlan(
        from: sdr, to: .hlg, options: PlanOptions(referenceWhite: whiteOfHLG), reading: .gbrpf32)
    case "4b":
      return try ConversionPlan(
        from: sdr, to: .hdr10, options: PlanOptions(referenceWhite: whiteOfPQ), reading: .gbrpf32)
    case "7 ":
      return try ConversionPlan(
        from: Source(color: ColorDescription(primaries: .bt2020, transfer: .hlg, matrix: .identity, range: .full)),
        to: .hdr10,
        reading: .gbrpf32)
    default: return nil
    }
  }

  /// Direct mapping of SDR, and HLG to PQ on a display of 1000 cd/m²: within 0.05 of a 10-bit code.
  @Test func broadcastersLUTs() throws {
    #expect(abs(Self.whiteOfHLG.nits - 203.1521) < 1e-3 && abs(Self.whiteOfPQ.nits - 201.6663) < 1e-3)
    var plans: [String: ConversionPlan] = [:]
    var seen = 0
    for row in try Vectors.rows("nbcu_luts.csv") {
      func triple(_ end: String) throws -> SIMD3<Double> {
        let numbers = try ["r", "g", "b"].map { name in try #require(row[name + end].flatMap(Double.init)) }
        return SIMD3(numbers[0], numbers[1], numbers[2])
      }
      let lut = try #require(row["lut"])
      let made = try plans[lut] ?? Self.plan(lut)
      let plan = try #require(made)
      plans[lut] = plan
      let (input, expected) = try (triple("_in"), triple("_lut"))
      // A code of the narrow range, which has 876 steps, is more signal than one of the full range.
      let codes = lut.hasPrefix("7") ? 876.0 : 1023
      let found = plan(Signal(input)).components
      let error = (found - expected) * codes
      #expect(max(error.max(), -error.min()) <= 0.05, "\(lut), \(input): \(found), not \(expected)")
      seen += 1
    }
    #expect(seen == 75)
  }

  /// The bars of BT.709 in BT.2020: by scene light in HLG, by display light in PQ; the report rounds by itself.
  @Test func barsOfBT2111() throws {
    let colors: [String: Light] = [
      "yellow": .nits(1, 1, 0), "cyan": .nits(0, 1, 1), "green": .nits(0, 1, 0), "magenta": .nits(1, 0, 1),
      "red": .nits(1, 0, 0),
      "blue": .nits(0, 0, 1),
    ]
    let wide = RGBPrimaries.bt709.matrix(to: .bt2020)
    let (hlg, pq) = (HybridLogGamma.reference, PerceptualQuantizer())
    var (bars, levels) = (0, 0)
    for row in try Vectors.rows("bt2111_bars.csv") {
      let (system, patch) = (try #require(row["system"]), try #require(row["patch"]))
      let codes = try ["r", "g", "b"].map { name in try #require(row[name + "10"].flatMap(Double.init)) }
      func code(_ signal: Double) -> Double { system.hasSuffix("full") ? 1023 * signal : 64 + 876 * signal }
      let isHLG = system.hasPrefix("HLG")
      if patch.hasSuffix("BT.709"), let color = colors[String(patch.prefix { $0 != " " })] {
        let share = (wide * color).components
        for index in 0..<3 {
          let signal =
            isHLG
            ? hlg.oetf(SceneLevel(share[index] * hlg.inverseOETF(0.75).value)).value
            : pq.inverseEOTF(.nits(share[index] * pq.eotf(0.58).nits)).value
          #expect(abs(code(signal) - codes[index]) <= 1, "\(system) \(patch): \(code(signal)), not \(codes[index])")
        }
        bars += 1
      } else if patch == "white", row["row"]?.hasPrefix("BT.709") == true {
        #expect(codes.allSatisfy { abs(code(isHLG ? 0.75 : 0.58) - $0) <= 1 }, "\(system)")
        levels += 1
      }
    }
    #expect(bars == 18 && levels == 3)
  }
}
