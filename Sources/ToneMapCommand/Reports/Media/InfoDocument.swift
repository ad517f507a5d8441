internal import Transcoding
internal import HDRMetadata
internal import JSONText

/// The output of `info --json`, as in `docs/schemas/info.schema.json`.
enum InfoDocument {
  /// The version of the schema. It increases if a key changes its meaning or is removed.
  static let version = 1

  /// The document for a file.
  ///
  /// - Parameters:
  ///   - container: The container of the pictures, in snake case: `movie`, `hevc_stream`, `y4m`.
  ///   - bytesRead: The number of bytes read from the file; `nil` for Y4M and raw frames.
  ///   - check: The result of `--check`; `nil` without it.
  static func text(
    input: String, container: String, bytesRead: Int? = nil, problems: [String] = [], tracks: [JSONValue],
    check: JSONValue? = nil
  ) -> String {
    let document = JSONValue.object([
      "version": .number(Double(version)), "input": .string(input), "container": .string(container),
      "bytes_read": JSONValue(bytesRead.map(Double.init)), "problems": .array(problems.map(JSONValue.string)),
      "tracks": .array(tracks), "check": check ?? .null,
    ])
    return String(decoding: document.text.dropLast(), as: UTF8.self)
  }
}

/// Formats names and values, one pair per line, with the values in one column.
func table(_ facts: [(String, String)]) -> String {
  facts.map { name, value in
    name.padded(to: 17) + value.onOneLine
  }.joined(separator: "\n")
}

extension JSONValue {
  /// The members of an object; empty for any other value.
  var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}

extension String {
  /// The text padded with spaces up to a column, with at least one.
  func padded(to column: Int) -> String { self + String(repeating: " ", count: max(1, column - count)) }

  /// A camel-case name in snake case: `contentLight` becomes `content_light`.
  var snakeCase: String {
    reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : $1 == " " ? "_" : "\($1)" }
  }
}
