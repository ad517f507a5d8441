import ColorOperations
import Colorimetry
import TestSupport
import Testing

extension Quantization {
  /// The codes of encoded components, neither rounded nor clipped.
  func codes(_ coded: CodedComponents) -> Codes {
    Codes(code(luma: coded[0]), code(chroma: coded[1]), code(chroma: coded[2]))
  }

  /// The integer codes of encoded components, clipped.
  func roundedCodes(_ coded: CodedComponents) -> Codes { codes(coded).mapped(rounded) }

  func codedComponents(_ codes: Codes) -> CodedComponents {
    CodedComponents(signal(luma: codes[0]), signal(chroma: codes[1]), signal(chroma: codes[2]))
  }
}

struct QuantizationTests {
  static let matrices: [String: MatrixCoefficients] = [
    "BT601(5,6)": .smpte170M, "BT709(1)": .bt709, "SMPTE240M(7)": .smpte240M, "BT2020NCL(9)": .bt2020NCL,
  ]

  static func fraction(_ text: String?) throws -> SignalLevel {
    let parts = try #require(text).split(separator: "/").compactMap { Double($0) }
    return SignalLevel(parts.count == 2 ? parts[0] / parts[1] : parts[0])
  }

  @Test func codesMeetVectors() throws {
    for row in try Vectors.rows("ycbcr_quant.csv") {
      let matrix = try #require(Self.matrices[row["matrix"] ?? ""])
      let range = try #require(QuantizationRange(name: row["range"] ?? ""))
      let quantization = Quantization(bitDepth: Int(try row.number("bits")), range: range, matrix: matrix)
      let rgb = Signal(try Self.fraction(row["Rp"]), try Self.fraction(row["Gp"]), try Self.fraction(row["Bp"]))
      let codes = quantization.roundedCodes(try SignalEncoding(matrix).encode(rgb))
      #expect(codes == Codes(try row.numbers("Y", "Cb", "Cr")), "\(row)")
    }
  }

  // ITU-R BT.2100-3, Table 9, and ITU-T H.273: black, white, and the minimum, zero and maximum of chroma.
  @Test(arguments: [
    (8, 16 as CodeLevel, 235 as CodeLevel, 16 as CodeLevel, 128 as CodeLevel, 240 as CodeLevel),
    (10, 64, 940, 64, 512, 960), (12, 256, 3760, 256, 2048, 3840),
    (16, 4096, 60160, 4096, 32768, 61440),
  ])
  func narrowLandmarks(
    bits: Int, black: CodeLevel, white: CodeLevel, minimum: CodeLevel, zero: CodeLevel, most: CodeLevel
  ) {
    let narrow = Quantization(bitDepth: bits, range: .narrow)
    #expect(narrow.code(luma: 0) == black && narrow.code(luma: 1) == white)
    #expect(narrow.code(chroma: -0.5) == minimum && narrow.code(chroma: 0) == zero && narrow.code(chroma: 0.5) == most)
    #expect(narrow.signal(luma: white) == 1 && narrow.signal(chroma: minimum) == -0.5)
  }

  /// In full range, chroma zero is at 2^(n−1), and the chroma maximum is clipped.
  @Test func fullRangeChroma() {
    let full = Quantization(bitDepth: 8, range: .full)
    #expect(full.code(luma: 1) == 255 && full.code(chroma: 0) == 128)
    #expect(full.code(chroma: 0.5) == 255.5 && full.rounded(full.code(chroma: 0.5)) == 255)
    #expect(full.rounded(full.code(chroma: -0.5)) == 1)  // 0.5, a half, away from 0
    #expect(Quantization(bitDepth: 10, range: .full).code(luma: 1) == 1023)
  }

  @Test func pqCodesMeetVectors() throws {
    let pq = PerceptualQuantizer()
    for row in try Vectors.rows("pq_10bit_narrow.csv") {
      let signal = pq.inverseEOTF(.nits(try row.number("nits")))
      for (bits, range) in [(10, QuantizationRange.narrow), (12, .narrow), (10, .full), (12, .full)] {
        let quantization = Quantization(bitDepth: bits, range: range)
        #expect(
          quantization.rounded(quantization.code(luma: signal)) == (try row.level("code\(bits)_\(range)")), "\(row)")
      }
    }
  }

  /// R′, G′, B′ have no chroma, and the chroma of YCgCo is scaled like its luma.
  @Test func matricesWithoutYCbCrChroma() {
    let rgb = Quantization(bitDepth: 10, range: .narrow, matrix: .identity)
    #expect(rgb.codes(CodedComponents(0, 0.5, 1)) == Codes(64, 502, 940))
    let yCgCo = Quantization(bitDepth: 8, range: .narrow, matrix: .yCgCo)
    #expect(yCgCo.codes(CodedComponents(1, -0.5, 0.5)) == Codes(235, 18.5, 237.5))
  }

  /// Every code of every depth and range survives the conversion to signal and back.
  @Test(arguments: 8...16, QuantizationRange.allCases)
  func codesReturn(_ bits: Int, _ range: QuantizationRange) {
    let quantization = Quantization(bitDepth: bits, range: range)
    for code in stride(from: 0, through: quantization.maximum.value, by: 1).lazy.map(CodeLevel.init) {
      #expect(quantization.rounded(quantization.code(luma: quantization.signal(luma: code))) == code)
      #expect(quantization.rounded(quantization.code(chroma: quantization.signal(chroma: code))) == code)
    }
    let codes = Codes(3, 5, 7)
    expectClose(quantization.codes(quantization.codedComponents(codes)).components, codes.components)
  }

  @Test func roundingClipsAndKeepsNaN() {
    let ten = Quantization(bitDepth: 10, range: .narrow)
    #expect(ten.rounded(-3) == 0 && ten.rounded(2000) == 1023 && ten.rounded(CodeLevel(.infinity)) == 1023)
    #expect(ten.rounded(63.5) == 64 && ten.rounded(64.5) == 65)
    #expect(ten.rounded(CodeLevel(.nan)).value.isNaN)
  }
}
