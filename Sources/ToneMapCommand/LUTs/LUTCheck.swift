internal import Transcoding
internal import JSONText

/// The results of `tonemap lut check` for a file.
struct LUTCheck {
  private let file: Path
  private let lut: LookupTable
  /// The reader of the file, and its interpolation.
  private let host: LookupHost?
  let interpolation: CubeInterpolation?
  private let seen: LookupInspection
  /// The inspection whose grays fall most, and its interpolation; over all interpolations if the reader is unknown.
  private let worst: (interpolation: CubeInterpolation?, seen: LookupInspection)
  /// The certificate of the file; `.some(nil)` if it has none, `nil` if the certificate was not read.
  var certificate: Certificate??
  /// The errors, if they were measured again.
  var measuredAgain: [LookupMeasurement]?
  /// The difference to another file, in 8-bit codes.
  var difference: LookupMeasurement.Errors<EightBitCodes>?

  /// Inspects the table with the interpolation that is requested, else a host's.
  init(of lut: LookupTable, at file: Path, as host: LookupHost?, _ asked: CubeInterpolation?) {
    let interpolation = asked ?? host?.interpolation ?? lut.interpolation
    let seen = LookupInspection(of: lut, interpolation: interpolation)
    let others = interpolation == nil && lut.cube != nil ? CubeInterpolation.allCases : []
    let all = [(interpolation, seen)] + others.map { ($0, LookupInspection(of: lut, interpolation: $0)) }
    worst = all.max { $0.1.maximumFall < $1.1.maximumFall }!
    (self.lut, self.file, self.host, self.interpolation, self.seen) = (lut, file, host, interpolation, seen)
  }

  /// The faults of the file and the suspicious traits of its colors, a sentence each.
  private var findings: [String] {
    let isCut = seen.outputs.map { $0.lowerBound < 0 || $0.upperBound > 1 } ?? false
    return lut.findings.map { "\($0.found); \($0.consequence)" }
      + [
        seen.swapsRedAndBlue
          ? "red in moves blue out most, and blue in red: the order of the entries may be mistaken" : nil,
        seen.isConstant ? "every input gives the same output" : nil,
        isCut ? "some output values are outside 0…1, where integer formats and many players clip" : nil,
      ].compactMap(\.self)
  }

  private var hasCertificate: Bool? { certificate.map { $0 != nil } }
  private var measurements: [LookupMeasurement]? { measuredAgain ?? certificate?.map(\.measurements) }

  /// The error if grays fall by more than rounding explains, a tenth of an 8-bit code.
  var failure: CommandError? {
    let fall = worst.seen.maximumFall.value
    guard fall > 0.1, let firstFall = worst.seen.firstFall else { return nil }
    return .darkerGrays(from: firstFall, by: fall, worst.interpolation)
  }

  /// The result in one sentence.
  var summary: String {
    if let failure { return "Not to be used: \(failure)." }
    if let difference { return "Compared with the other file: " + difference.sentence }
    guard let measured = measurements?.first(where: { $0.interpolation == (interpolation ?? .tetrahedral).rawValue })
    else {
      switch hasCertificate {
      case true?: return "The certificate states no errors for its reader's interpolation."
      case false?: return "The file's errors against its conversion are unknown, because it has no certificate."
      case nil: return "The file's errors against its conversion are unknown."
      }
    }
    return measured.codesOf8Bits.sentence
  }
}

extension LUTCheck: JSONConvertible {
  /// A host is encoded as its option name.
  var jsonValue: JSONValue {
    JSONValue([
      "file": "\(file)", "summary": summary, "title": lut.title, "steps": lut.steps.map(\.inWords),
      "takes_narrow_range": lut.inputRange == .narrow, "gives_narrow_range": lut.outputRange == .narrow,
      "outputs": seen.outputs.map { [$0.lowerBound, $0.upperBound] }, "first_fall": worst.seen.firstFall,
      "maximum_fall": worst.seen.maximumFall.value, "maximum_tint": seen.maximumNeutralCast.value,
      "findings": findings, "host": host?.rawValue, "interpolation": interpolation?.rawValue,
      "certificate": hasCertificate, "measurements": measurements, "difference": difference,
    ])
  }
}

extension LUTCheck: CustomStringConvertible {
  var description: String {
    let neutrals = worst.seen.firstFall.map { "become darker at \($0.rounded(to: 4)), although the input rises" }
    let cast = seen.maximumNeutralCast.value
    let tint = cast < 0.001 ? "never tinted" : "tinted by up to \(cast.rounded(to: 3)) 8-bit codes"
    let reader = host.map { ", as \($0.name) reads it" } ?? ""
    let output = seen.outputs.map { "\($0.lowerBound.rounded(to: 6))…\($0.upperBound.rounded(to: 6))" }
    let used = (interpolation ?? .tetrahedral).rawValue
    func named(_ range: QuantizationRange?) -> String { range == .narrow ? "narrow" : "full" }
    var facts: [(String, String?)] = [("title", lut.title)] + lut.steps.map { ("step", $0.inWords) }
    facts += [
      ("interpolation", used + reader), ("output", output ?? "not finite"),
      ("neutrals", "\(neutrals ?? "rise"), \(tint)"),
      ("range", "takes R′G′B′ of \(named(lut.inputRange)) range, gives \(named(lut.outputRange)) range"),
    ]
    facts += findings.map { ("finding", $0) }
    facts += [
      ("certificate", hasCertificate.map { $0 ? "names this file" : "none" }),
      ("measured", measuredAgain != nil ? "the errors that the certificate states" : nil),
    ]
    let measured = (measurements ?? []).filter { $0.interpolation == used }.map(\.inWords)
    return ([summary, table(facts)] + measured + [difference?.line].compactMap(\.self)).joined(separator: "\n")
  }
}

extension Certificate {
  /// The host that the file was made for; `nil` if it was made for no host.
  var host: LookupHost? { value(of: "host").flatMap { LookupHost(rawValue: $0) } }

  /// The errors with the reader's interpolation, or the last ones if the reader is unknown.
  var measurementOfItsReader: LookupMeasurement? {
    let interpolation = host?.interpolation?.rawValue
    return measurements.first { $0.interpolation == interpolation } ?? measurements.last
  }
}

extension LookupHost {
  /// The host whose usage is in the comments; `nil` unless there is exactly one.
  static func named(in comments: [String]) -> LookupHost? {
    let named = allCases.filter { host in comments.contains { $0.hasPrefix("\(host.name): ") } }
    return named.count == 1 ? named[0] : nil
  }
}
