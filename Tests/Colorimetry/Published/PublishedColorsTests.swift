import ColorOperations
import Colorimetry
import TestSupport
import Testing

/// Matrices, encodings and differences against independently published numbers.
@Suite(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
struct PublishedColorsTests {
  // colour-science tests its own numbers to 1e-7 and prints them to eight digits.
  let printed = 1e-7

  @Test func primaries() throws {
    for row in try Published.rows("rgb_matrices.csv") {
      switch row.function {
      case "normalised_primary_matrix":
        let found = Self.primaries(row.numbers(0), white: row.numbers(1)).toXYZ
        for (i, found) in [found.rows.0, found.rows.1, found.rows.2].enumerated() {
          expectClose(found, row.vector(-1, at: 3 * i), absolute: printed, "\(row)")
        }
      case "chromatically_adapted_primaries" where row.arguments.last == "Bradford":
        let adapted = Chromaticity(row.numbers(1)[0], row.numbers(1)[1])
          .adaptation(to: Chromaticity(row.numbers(2)[0], row.numbers(2)[1]))
        for i in 0..<3 {
          let xyz = adapted * Chromaticity(row.numbers(0)[2 * i], row.numbers(0)[2 * i + 1]).xyz
          expectClose(xyz.x / xyz.sum(), row.expected[2 * i], absolute: printed, "\(row)")
          expectClose(xyz.y / xyz.sum(), row.expected[2 * i + 1], absolute: printed, "\(row)")
        }
      case "RGB_luminance":
        let primaries = Self.primaries(row.numbers(1), white: row.numbers(2))
        expectClose((primaries.luminanceWeights * row.vector()).sum(), row.expected[0], absolute: printed, "\(row)")
      default: continue  // other adaptations, and sRGB with the rounded matrices of its standard
      }
    }
  }

  static func primaries(_ xy: [Double], white: [Double]) -> RGBPrimaries {
    RGBPrimaries(
      red: Chromaticity(xy[0], xy[1]), green: Chromaticity(xy[2], xy[3]), blue: Chromaticity(xy[4], xy[5]),
      white: Chromaticity(white[0], white[1]))
  }

  @Test func computedMatrices() throws {
    let spaces: [String: RGBPrimaries] = [
      "BT.709": .bt709, "BT.2020": .bt2020, "Display P3": .p3D65, "P3-D65": .p3D65, "DCI-P3": .p3DCI,
    ]
    var compared = 0
    for fields in try Published.lines("colour_generated_rgb_matrices.csv") {
      guard let from = spaces[fields[0]] else { continue }
      let found: Matrix3x3
      if let to = spaces[fields[1]] { found = from.matrix(to: to) } else { found = from.toXYZ }
      let numbers = fields.dropFirst(2).compactMap { Double($0) }
      for (i, row) in [found.rows.0, found.rows.1, found.rows.2].enumerated() {
        expectClose(
          row, SIMD3(numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]), absolute: 4e-15,
          "\(fields[0]) \(fields[1])")
      }
      compared += 1
    }
    #expect(compared == 9)
  }

  @Test func encodings() throws {
    let byName: [String: MatrixCoefficients] = [
      "": .bt709, "K=WEIGHTS_YCBCR['ITU-R BT.601']": .smpte170M, "K=WEIGHTS_YCBCR['ITU-R BT.2020']": .bt2020NCL,
    ]
    let eight = Quantization(bitDepth: 8, range: .narrow)
    let ten = Quantization(bitDepth: 10, range: .narrow)
    for row in try Published.rows("ycbcr.csv") {
      switch (row.function, row.arguments.count) {
      case ("matrix_YCbCr", 1):
        guard let matrix = byName[row.arguments[0]] else { continue }
        let found = try #require(SignalEncoding(matrix).rgbFromCoded)
        // The rows are R′, G′, B′; the third number of each is the factor of C′R.
        expectClose(found.rows.0, row.vector(-1), absolute: printed, "\(row)")
        expectClose(found.rows.1, row.vector(-1, at: 3), absolute: printed, "\(row)")
        expectClose(found.rows.2, row.vector(-1, at: 6), absolute: printed, "\(row)")
      case ("RGB_to_YCbCr", 1):
        let coded = try SignalEncoding(.bt709).encode(Signal(row.vector()))
        expectClose(eight.codes(coded).components / 255, row.vector(-1), absolute: printed, "\(row)")
      case ("RGB_to_YCbCr", 5):
        let coded = try SignalEncoding(.smpte170M).encode(Signal(row.vector()))
        #expect(ten.roundedCodes(coded).components == row.vector(-1), "\(row)")
      case ("RGB_to_YCbCr", 4):
        let coded = try SignalEncoding(.bt2020NCL).encode(Signal(row.vector()))
        expectClose(coded.components, row.vector(-1), absolute: printed, "\(row)")
      case ("YCbCr_to_RGB", 1):
        let signal = eight.codedComponents(Codes(row.vector() * 255))
        // Eight digits of 1/255 steps: 1e-8 · 255 / 219 · 2.
        expectClose(try SignalEncoding(.bt709).decode(signal).components, row.vector(-1), absolute: printed, "\(row)")
      case ("RGB_to_YcCbcCrc", 1):
        let curve = TransferFunction.bt709Printed
        let light = SceneLight(row.vector())
        let signal = Signal(curve.oetf(light[0]), curve.oetf(light[1]), curve.oetf(light[2]))
        let coded = ConstantLuminance(bt2020: curve).encode(signal)
        expectClose(ten.codes(coded).components / 1023, row.vector(-1), absolute: printed, "\(row)")
      default: continue  // ranges, offsets and mixes that this API expresses differently
      }
    }
  }

  @Test func computedCodes() throws {
    let ten = Quantization(bitDepth: 10, range: .narrow)
    for row in try Published.table("colour_generated_ycbcr2020_10bit_narrow.csv") {
      let coded = try SignalEncoding(.bt2020NCL).encode(Signal(SIMD3(row[0], row[1], row[2])))
      #expect(ten.roundedCodes(coded) == Codes(SIMD3(row[3], row[4], row[5])), "\(row)")
    }
  }

  @Test func iCtCp() throws {
    for row in try Published.rows("ictcp.csv") where row.function == "RGB_to_ICtCp" {
      let light = row.vector()
      switch row.arguments.dropFirst().first {
      case nil, "method=ITU-R BT.2100-1 PQ", "method=ITU-R BT.2100-2 PQ":
        let color = ICtCp(bt2020: Light(light))
        expectClose(SIMD3(color.i.value, color.ct.value, color.cp.value), row.vector(-1), absolute: printed, "\(row)")
      case "method=ITU-R BT.2100-2 HLG":
        let (hlg, scene) = (HybridLogGamma.reference, SceneLight(light))
        let signal = Signal(hlg.oetf(scene[0]), hlg.oetf(scene[1]), hlg.oetf(scene[2]))
        let coded = try SignalEncoding(.iCtCp, transfer: .hlg).encode(signal)
        expectClose(coded.components, row.vector(-1), absolute: printed, "\(row)")
      default: continue  // a peak other than that of PQ, and the matrix of BT.2100-1 for HLG
      }
    }
    for row in try Published.table("colour_generated_ictcp_pq.csv") {
      let color = ICtCp(bt2020: Light.nits(row[0], row[1], row[2]))
      expectClose(
        SIMD3(color.i.value, color.ct.value, color.cp.value), SIMD3(row[3], row[4], row[5]), absolute: 4e-15, "\(row)")
    }
  }

  @Test func differences() throws {
    for row in try Published.rows("delta_e.csv") {
      switch row.function {
      case "delta_E_ITP":
        let (a, b) = (row.vector(0), row.vector(1))
        let found = DeltaEITP()(
          ICtCp(i: SignalLevel(a.x), ct: SignalLevel(a.y), cp: SignalLevel(a.z)),
          ICtCp(i: SignalLevel(b.x), ct: SignalLevel(b.y), cp: SignalLevel(b.z)))
        expectClose(found.value, row.expected[0], absolute: printed, "\(row)")
      case "delta_E_CIE2000" where !row.arguments.contains("textiles=True"):
        let formula = CIEDE2000()
        for i in row.expected.indices {
          let (a, b) = (row.vector(0, at: 3 * i), row.vector(1, at: 3 * i))
          let found = formula(Lab(l: a.x, a: a.y, b: a.z), Lab(l: b.x, a: b.y, b: b.z))
          // The 33 pairs of Sharma et al. are printed to four digits.
          expectClose(found.value, row.expected[i], absolute: row.expected.count > 1 ? 5e-5 : printed, "\(row) \(i)")
        }
      default: continue  // CIE 1994, CMC, and other conditions than those of reference
      }
    }
    for row in try Published.table("colour_generated_deltaE_ITP.csv") {
      let found = DeltaEITP()(bt2020: Light.nits(row[0], row[1], row[2]), Light.nits(row[3], row[4], row[5]))
      // On both sides, subtracting the signals of two colors leaves hundredths: 720 times a few units in the last
      // place.
      expectClose(found.value, row[6], absolute: 4e-12, "\(row)")
    }
  }
}
