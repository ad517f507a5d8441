internal import HDRMetadata
internal import JSONText
internal import MediaFiles
internal import MediaRules

/// The results of `info --check`.
struct CheckReport {
  private let check: Conformity
  private let lines: [Conformity.Line]

  init(_ check: Conformity, of media: MediaDescription) {
    self.check = check
    lines = media.lines(of: check)
  }

  /// One sentence if a rule failed, else `nil`.
  func failure(of file: Path) -> String? {
    let failed = lines.filter { $0.outcome == .failed }
    guard !failed.isEmpty else { return nil }
    return
      "\(file) fails \(failed.count) of \(lines.count) rules of \(check.rawValue), but all were expected to pass:"
      + " \(failed.map(\.rule).joined(separator: ", ")); correct what the lines above name"
  }

  var json: JSONValue {
    .object([
      "format": .string(check.rawValue), "passed": .bool(!lines.contains { $0.outcome == .failed }),
      "lines": .array(
        lines.map { line in
          .object([
            "rule": .string(line.rule), "outcome": .string(line.outcome.rawValue.snakeCase),
            "found": .string(line.found),
            "expected": .string(line.expected), "track": JSONValue(line.track.map(Double.init)),
          ])
        }),
    ])
  }
}

extension CheckReport: CustomStringConvertible {
  /// Outcome and rule, a line each, with the track if there are several.
  var description: String {
    let tracks = Set(lines.compactMap(\.track))
    return lines.map { line in
      let track = tracks.count > 1 ? line.track.map { "track \($0), " } ?? "" : ""
      return line.outcome.rawValue.padded(to: 16) + "\(track)\(line)".onOneLine
    }.joined(separator: "\n")
  }
}
