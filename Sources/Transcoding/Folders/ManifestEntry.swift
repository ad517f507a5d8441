internal import JSONText
internal import SystemCalls

/// A line of a manifest: what became of a file.
package struct ManifestEntry: Sendable {
  package enum Outcome: String, Sendable { case converted, linked, copied, skipped, failed }
  package enum Kind: String, Sendable { case hdr, sdr, other }

  /// The path of the input in its folder.
  package let input: String
  /// The size of the input, and its date in nanoseconds since 1970; `nil` if it did not exist.
  package var size, modified: Int?
  /// The hash of the options.
  package var options: String
  package var outcome = Outcome.failed
  package var kind: Kind?
  /// The path of the output in its folder.
  package var output: String?
  package var outputSize, outputModified: Int?
  package var seconds = 0.0
  package var frames: Int?
  /// The exit code of the command for this file alone.
  package var exitCode = 0
  package var error: String?
  package var attempts = 1
  package var started = WallClock.timestamp
  package var finished = ""
  package var host = System.hostName
  package var pid = Int(getpid())
  package var findings: [String] = []

  init(_ item: FolderItem, _ status: FileStatus?, options: String) {
    (input, self.options) = (item.name, options)
    (size, modified) = (status?.length, status?.modified)
  }

  /// Whether a file has the recorded size and date of the input.
  func isOf(_ status: FileStatus?) -> Bool { size == status?.length && modified == status?.modified }

  /// Whether a file has the recorded size and date of the output.
  func made(_ status: FileStatus?) -> Bool {
    status != nil && outputSize == status?.length && outputModified == status?.modified
  }
}

extension ManifestEntry {
  /// The line, without its end.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { json in
      json.member("input", input)
      if let size { json.member("size", size) }
      if let modified { json.member("modified", "\(modified)") }
      json.member("options", options)
      json.member("outcome", outcome.rawValue)
      if let kind { json.member("kind", kind.rawValue) }
      if let output { json.member("output", output) }
      if let outputSize { json.member("output_size", outputSize) }
      if let outputModified { json.member("output_modified", "\(outputModified)") }
      json.member("seconds", seconds.rounded(to: 3))
      if let frames { json.member("frames", frames) }
      json.member("exit_code", exitCode)
      if let error { json.member("error", error) }
      json.member("attempts", attempts)
      json.member("started", started)
      json.member("finished", finished)
      json.member("host", host)
      json.member("pid", pid)
      json.member("findings", findings)
    }
    return writer.text
  }

  init?(_ value: JSONValue) {
    let members = value.members
    func text(_ key: String) -> String? { if case .string(let text)? = members[key] { text } else { nil } }
    func number(_ key: String) -> Double? { if case .number(let number)? = members[key] { number } else { nil } }
    func count(_ key: String) -> Int? { number(key).flatMap { Int(exactly: $0) } }
    guard let input = text("input"), let outcome = text("outcome").flatMap(Outcome.init),
      let exitCode = Int32(exactly: number("exit_code") ?? 0)
    else { return nil }
    (self.input, self.outcome, options) = (input, outcome, text("options") ?? "")
    (size, modified) = (count("size"), text("modified").flatMap { Int($0) })
    (kind, output) = (text("kind").flatMap(Kind.init), text("output"))
    (outputSize, outputModified) = (count("output_size"), text("output_modified").flatMap { Int($0) })
    (seconds, frames) = (number("seconds") ?? 0, count("frames").map { Int(Int32(clamping: $0)) })
    (self.exitCode, error) = (Int(exitCode), text("error"))
    attempts = count("attempts") ?? 1
    (started, finished) = (text("started") ?? "", text("finished") ?? "")
    (host, pid) = (text("host") ?? "", count("pid") ?? 0)
    if case .array(let values)? = members["findings"] {
      findings = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    }
  }
}
