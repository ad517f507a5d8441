internal import Transcoding
internal import JSONText

struct CheckReport {
  private let format: DeliveryFormat
  private let results: [DeliveryFormat.RuleResult]

  init(
    _ format: DeliveryFormat, of media: MediaDescription, measured: ContentLightLevel? = nil, frames: FrameSurvey? = nil
  ) {
    self.format = format
    results = media.ruleResults(for: format, measured: measured, frames: frames)
  }

  func failure(of file: Path) -> ProgramError? {
    let failed = results.filter { $0.outcome == .failed }.map(\.rule)
    guard !failed.isEmpty else { return nil }
    return ProgramError(
      .checkFailed,
      "\(file) fails \(failed.count) of \(results.count) rules of \(format.rawValue), but all were expected to pass:"
        + " \(failed.joined(separator: ", ")); fix the failures listed above")
  }

  var json: JSONValue {
    JSONValue([
      "format": format.rawValue, "passed": !results.contains { $0.outcome == .failed },
      "lines": results.map {
        JSONValue(all: [
          "rule": $0.rule, "outcome": $0.outcome.rawValue.snakeCase, "found": $0.found, "expected": $0.expected,
          "track": $0.track,
        ])
      },
    ])
  }

  /// Outcomes and rules, one per line, with the track if there are several.
  ///
  /// - Parameter name: The name of the file, which starts each line; `nil` for a single file.
  func text(naming name: Path? = nil) -> String {
    let tracks = Set(results.compactMap(\.track))
    return results.map { result in
      let advice =
        result.rule == "hdr10plus-frames" ? "; tonemap info --frames lists the metadata of every frame" : ""
      let track = tracks.count > 1 ? result.track.map { "track \($0), " } ?? "" : ""
      return (name.map { "\($0): " } ?? "").onOneLine + result.outcome.rawValue.padded(to: 16)
        + "\(track)\(result)\(advice)".onOneLine
    }.joined(separator: "\n")
  }
}
