/// The comments of a LUT file: its conversion, its errors and its use. They are short lines of ASCII, since some readers accept no others.
package enum LUTComments {
  static func lines(
    on plan: ConversionPlan, range: QuantizationRange, measurements: [LookupMeasurement], host: LookupHost?,
    interpolation: CubeInterpolation?, file: String, format: LookupFileFormat?
  ) -> [String] {
    let numbers = range == .full ? LookupTable.fullRangeRemark : LookupTable.narrowRangeRemark
    let names = plan.lutNames
    let matrices = (
      plan.sourceTags.primaries == .bt709 ? "bt709" : "bt2020", plan.display.matrix == .bt2020NCL ? "bt2020" : "bt709"
    )
    let errors = measurements.map {
      "\($0.interpolation): dE ITP \($0.deltaEITP.inWords); 8-bit codes \($0.codesOf8Bits.inWords)"
    }
    let readers = host.map { [$0] } ?? LookupHost.allCases.filter { host in format.map(host.formats.contains) ?? false }
    // The usual commands pass numbers of full range.
    let hosts = range == .full ? readers : []
    let peak = plan.sourceLuminance.map { "up to \($0.peak), " } ?? ""
    var lines = ["in: R'G'B' of \(names.source), \(peak)\(numbers)"]
    lines += plan.stages.filter { $0.kind == .look }.map { "look: \($0.detail)" }
    lines.append("out: R'G'B' of \(names.target), up to \(plan.targetLuminance.peak)")
    if !errors.isEmpty { lines.append("\(errorsAgainst), over all colors of the source:") }
    lines += errors
    if range != .full { lines.append(LookupTable.narrowRangeAdvice) }
    lines += hosts.map {
      $0.usage(of: needsQuotes(file) ? "FILE" : file, matrices: matrices, interpolation: interpolation)
    }
    return lines.map(plain)
  }

  /// Whether a shell or FFmpeg would misread a name, or it is too long for a line.
  private static func needsQuotes(_ file: String) -> Bool {
    file.utf8.count > 64 || file.contains { !($0.isASCII && ($0.isLetter || $0.isNumber) || "._-".contains($0)) }
  }

  /// Returns the comments of a file without those about errors, which do not apply to a table that is sampled from it.
  package static func withoutErrors(_ comments: [String]) -> [String] {
    let starts = [errorsAgainst] + CubeInterpolation.allCases.map { "\($0.rawValue): dE ITP" }
    return comments.filter { line in !starts.contains { line.hasPrefix($0) } }
  }

  private static let errorsAgainst = "errors against the exact conversion"

  private static func plain(_ line: String) -> String {
    let spelled = ["′": "'", "²": "2", "Δ": "d", "…": "...", "×": "x", "−": "-"]
    return line.map { spelled[String($0)] ?? ($0.isASCII ? String($0) : "?") }.joined()
  }
}
