internal import Transcoding
internal import HDRMetadata
internal import Colorimetry
internal import JSONText
internal import LookupTables
internal import LookupFiles

/// The results of `tonemap lut check` for a file.
struct LUTCheck {
  let file: String
  let title: String?
  let steps: [String]
  let takesNarrowRange, givesNarrowRange: Bool
  /// The range of the outputs; `nil` if one is not finite.
  private(set) var outputs: ClosedRange<Double>?
  /// The input level of the first gray that is darker than the one before it, the maximum fall in 8-bit codes, and the interpolation: the worst
  /// one if the reader is unknown.
  private(set) var firstFall: Double?
  private(set) var maximumFall = 0.0
  private var fallingInterpolation: CubeInterpolation?
  /// The maximum color cast of gray, in 8-bit codes.
  private(set) var maximumTint = 0.0
  private(set) var findings: [String] = []
  /// The reader of the file, and its interpolation.
  private(set) var host: LookupHost?
  private(set) var interpolation: CubeInterpolation?
  private var hasCertificate: Bool?
  /// The errors stated by the certificate, or measured again.
  var measurements: [LookupMeasurement]? { didSet { isMeasuredAgain = true } }
  private var isMeasuredAgain = false
  /// The difference to another file, in 8-bit codes.
  var difference: LookupMeasurement.Errors<EightBitCodes>?

  init(of table: LookupTable, at path: Path) {
    (file, title, steps) = ("\(path)", table.title, table.steps.map(\.inWords))
    (takesNarrowRange, givesNarrowRange) = (table.inputRange == .narrow, table.outputRange == .narrow)
  }

  /// Inspects the table with the interpolation that is requested, else a host's.
  mutating func inspect(_ table: LookupTable, as host: LookupHost?, _ asked: CubeInterpolation?) {
    let interpolation = asked ?? host?.interpolation ?? table.interpolation
    (self.host, self.interpolation) = (host, interpolation)
    findings = table.findings.map { "\($0.found); \($0.consequence)" }
    let seen = LookupInspection(of: table, interpolation: interpolation)
    (outputs, maximumTint) = (seen.outputs, seen.maximumNeutralCast.value)
    let others = interpolation == nil && table.cube != nil ? CubeInterpolation.allCases : []
    let all = [(interpolation, seen)] + others.map { ($0, LookupInspection(of: table, interpolation: $0)) }
    let worst = all.max { $0.1.maximumFall < $1.1.maximumFall }!
    (fallingInterpolation, firstFall, maximumFall) = (worst.0, worst.1.firstFall, worst.1.maximumFall.value)
    if seen.swapsRedAndBlue {
      findings.append("red in moves blue out most, and blue in red: the order of the entries may be mistaken")
    }
    if seen.isConstant { findings.append("every input gives the same output") }
    if let outputs = seen.outputs, outputs.lowerBound < 0 || outputs.upperBound > 1 {
      findings.append("values outside 0…1 come out, which formats of integers and many players cut off")
    }
  }

  /// Stores the content of a certificate.
  mutating func take(_ certificate: Certificate?) {
    hasCertificate = certificate != nil
    measurements = certificate?.measurements
    isMeasuredAgain = false
  }

  /// The error if grays fall by more than rounding explains, a tenth of an 8-bit code.
  var failure: CommandError? {
    guard maximumFall > 0.1, let firstFall else { return nil }
    return .darkerGrays(from: firstFall, by: maximumFall, fallingInterpolation)
  }

  /// The result in one sentence.
  var summary: String {
    if let failure { return "Not to be used: \(failure)." }
    if let difference { return "Compared with the other file: " + LookupMeasurement.sentence(difference) }
    guard let measured = measurements?.first(where: { $0.interpolation == (interpolation ?? .tetrahedral).rawValue })
    else {
      switch hasCertificate {
      case true?: return "The certificate does not say how far the file is off as its reader interpolates."
      case false?:
        return "How far the file is from the conversion that it stands for is not known, because it has no certificate."
      case nil: return "How far the file is from the conversion that it stands for is not known."
      }
    }
    return measured.sentence
  }
}

extension LUTCheck: JSONConvertible {
  /// A host is encoded as its option name.
  var jsonValue: JSONValue {
    JSONValue([
      "file": file, "summary": summary, "title": title, "steps": steps, "takes_narrow_range": takesNarrowRange,
      "gives_narrow_range": givesNarrowRange, "outputs": outputs.map { [$0.lowerBound, $0.upperBound] },
      "first_fall": firstFall, "maximum_fall": maximumFall, "maximum_tint": maximumTint, "findings": findings,
      "host": host?.rawValue,
      "interpolation": interpolation?.rawValue, "certificate": hasCertificate,
      "measurements": measurements?.map(\.jsonValue), "difference": difference?.jsonValue,
    ])
  }
}

extension LUTCheck: CustomStringConvertible {
  var description: String {
    let neutrals = firstFall.map { "become darker at \($0.rounded(to: 4)), although the input rises" } ?? "rise"
    let tint =
      maximumTint < 0.001 ? "never tinted" : "tinted by up to \(maximumTint.rounded(to: 3)) 8-bit codes"
    let reader = host.map { ", as \($0.name) reads it" } ?? ""
    var lines = [summary] + (title.map { ["title           \($0)".onOneLine] } ?? [])
    lines += steps.map { "step            \($0)" }
    lines.append("interpolation   \((interpolation ?? .tetrahedral).rawValue)\(reader)")
    lines += [
      outputs.map { "output          \($0.lowerBound.rounded(to: 6))…\($0.upperBound.rounded(to: 6))" }
        ?? "output          not finite",
      "neutrals        \(neutrals), \(tint)",
    ]
    func named(_ isNarrow: Bool) -> String { isNarrow ? "narrow" : "full" }
    lines.append(
      "range           takes R′G′B′ of \(named(takesNarrowRange)) range, gives \(named(givesNarrowRange)) range")
    lines += findings.map { "finding         \($0)" }
    if let hasCertificate { lines.append("certificate     \(hasCertificate ? "names this file" : "none")") }
    if isMeasuredAgain { lines.append("measured        the errors that the certificate states") }
    for measured in measurements ?? [] where measured.interpolation == (interpolation ?? .tetrahedral).rawValue {
      lines += LUTReport.lines(measured)
    }
    if let difference { lines.append("difference      8-bit codes \(difference.inWords)") }
    return lines.joined(separator: "\n")
  }
}

extension Certificate {
  /// The host that the file was made for; `nil` if it was made for no host.
  var host: LookupHost? { value(of: "host").flatMap { LookupHost(rawValue: $0) } }
}

extension Certificate {
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
