internal import Transcoding
internal import HDRMetadata
internal import Colorimetry
internal import LookupTables
internal import LookupFiles
internal import ToneMapping

/// What a LUT file says of itself: what it converts, how wrong it is, how it is used. In ASCII, and short lines, since some readers take
/// no others.
struct LUTComments {
  let lines: [String]

  init(
    plan: ConversionPlan, range: QuantizationRange, measurements: [LookupMeasurement], host: LookupHost?, file: String,
    format: LookupFileFormat?
  ) {
    let numbers = range == .full ? "0 to 1" : "64/1023 to 940/1023 for signal 0 to 1"
    let names = LUTNames(plan)
    let matrices = (
      plan.sourceTags.primaries == .bt709 ? "bt709" : "bt2020", plan.display.matrix == .bt2020NCL ? "bt2020" : "bt709"
    )
    let errors = measurements.map {
      "\($0.interpolation): dE ITP \($0.deltaEITP.inWords); 8-bit codes \($0.codesOf8Bits.inWords)"
    }
    let readers = host.map { [$0] } ?? LookupHost.allCases.filter { host in format.map(host.formats.contains) ?? false }
    // The usual commands hand over numbers of full range.
    let hosts = range == .full ? readers : []
    let peak = plan.sourceLuminance.map { "up to \($0.peak), " } ?? ""
    var lines = ["in: R'G'B' of \(names.source), \(peak)\(numbers)"]
    lines += plan.stages.filter { $0.kind == .look }.map { "look: \($0.detail)" }
    lines.append("out: R'G'B' of \(names.target), up to \(plan.targetLuminance.peak)")
    if !errors.isEmpty { lines.append("\(Self.errorsAgainst), over all colors of the source:") }
    lines += errors
    if range != .full { lines.append("its reader must hand over and take back R'G'B' of that range") }
    lines += hosts.map { $0.usage(of: Self.needsQuotes(file) ? "FILE" : file, matrices: matrices) }
    self.lines = lines.map(Self.plain)
  }

  /// Whether a shell, FFmpeg or the length of a line would make something else of a name.
  private static func needsQuotes(_ file: String) -> Bool {
    file.utf8.count > 64 || file.contains { !($0.isASCII && ($0.isLetter || $0.isNumber) || "._-".contains($0)) }
  }

  /// What the comments of a file say of errors, which do not hold for another that is sampled from it.
  static func withoutErrors(_ comments: [String]) -> [String] {
    let starts = [errorsAgainst] + CubeInterpolation.allCases.map { "\($0.rawValue): dE ITP" }
    return comments.filter { line in !starts.contains { line.hasPrefix($0) } }
  }

  private static let errorsAgainst = "errors against the exact conversion"

  /// A line in ASCII.
  private static func plain(_ line: String) -> String {
    let spelled = ["′": "'", "²": "2", "Δ": "d", "…": "...", "×": "x", "−": "-"]
    return line.map { spelled[String($0)] ?? ($0.isASCII ? String($0) : "?") }.joined()
  }
}

extension LookupMeasurement.Neutrals {
  /// The errors, for a line of text.
  var inWords: String {
    let tint = maximumCast < 0.001 ? "never tinted" : "tinted by up to \(maximumCast.value.rounded(to: 3)) codes"
    return "off by up to \(maximumError.value.rounded(to: 3)) codes, \(tint)"
      + (neverFalls ? "" : ", and darker somewhere although the source is brighter")
  }
}

extension LookupMeasurement {
  /// What the errors mean, in a sentence.
  var sentence: String { Self.sentence(codesOf8Bits) }

  /// What errors mean, in a sentence.
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

  /// What a measurement says, a line each.
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
