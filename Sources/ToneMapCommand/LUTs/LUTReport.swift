internal import Colorimetry
internal import LookupTables
internal import Transcoding

extension LookupMeasurement.Neutrals {
  /// The errors as text for one line.
  var inWords: String {
    let tint = maximumCast < 0.001 ? "never tinted" : "tinted by up to \(maximumCast.value.rounded(to: 3)) codes"
    return "off by up to \(maximumError.value.rounded(to: 3)) codes, \(tint)"
      + (neverFalls ? "" : ", and darker somewhere although the source is brighter")
  }
}

extension LookupMeasurement {
  /// The meaning of the errors, in a sentence.
  var sentence: String { Self.sentence(codesOf8Bits) }

  /// The meaning of errors, in a sentence.
  static func sentence(_ errors: Errors<EightBitCodes>) -> String {
    func codes(_ number: Double) -> String {
      switch number {
      case ..<0.005: "less than a hundredth of a code"
      case 0.45..<0.55: "half a code"
      case ..<0.95: "\(number.rounded(to: 2)) of a code"
      case ..<1.05: "one code"
      case ..<9.5: "\(number.rounded(to: 1)) codes"
      case ..<1e6: "\(Int(number.rounded())) codes"
      default: "a million codes"
      }
    }
    return
      "A typical color is off by \(codes(errors.mean.value)), one in a thousand by \(codes(errors.percentile999.value)) or more."
  }
}

/// A certificate in words.
struct LUTReport: CustomStringConvertible {
  let description: String

  init(_ certificate: Certificate) {
    let cube = certificate.file.cubeSize.map { "cube of \($0)×\($0)×\($0) samples" } ?? "no cube"
    let shaper = certificate.file.shaperSize.map { ", after curves of \($0) samples" } ?? ""
    let lines =
      (certificate.measurementOfItsReader.map { ["\($0.sentence) (\($0.interpolation) interpolation)"] } ?? [])
      + ["file            \(certificate.file.name), \(certificate.file.bytes) bytes, \(cube)\(shaper)"]
      + certificate.measurements.flatMap { Self.lines($0) }
    description = lines.joined(separator: "\n")
  }

  /// The lines of a measurement.
  static func lines(_ measured: LookupMeasurement) -> [String] {
    let color = measured.worstColor.components
    let worst = (0..<3).map { "\(color[$0].rounded(to: 4))" }.joined(separator: ", ")
    func parted(_ name: String, _ errors: LookupMeasurement.Errors<EightBitCodes>?) -> [String] {
      errors.map { ["  \(name.padded(to: 14))\($0.inWords)"] } ?? []
    }
    return [
      "\(measured.interpolation.padded(to: 16))\(measured.colors) colors of the source",
      "  ΔE ITP        \(measured.deltaEITP.inWords)",
      "  8-bit codes   \(measured.codesOf8Bits.inWords), worst at R′G′B′ \(worst)",
      "  10-bit codes  \(measured.codesOf10Bits.inWords)",
      "  neutrals      \(measured.neutrals.inWords)",
    ] + (measured.neutralsBelowPeak.map { ["  up to peak    \($0.inWords)"] } ?? [])
      + parted("in gamut", measured.shownAsTheyAre) + parted("the rest", measured.others)
  }
}
