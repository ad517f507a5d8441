internal import Colorimetry
package import JSONText

/// A value in a JSON document, and the path to it.
struct JSONNode {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, path: String = "") {
    self.value = value
    self.path = path
  }

  /// The node of a JSON text in UTF-8.
  init(text: some Sequence<UInt8>) throws(MetadataError) {
    do {
      self.init(try JSONValue(text: text))
    } catch {
      let found = JSONLine.otherForm(of: Array(text)) ?? "not JSON from byte \(error.position) on"
      throw .malformedJSON(path: "the document", found: found, expected: "a JSON object in UTF-8")
    }
  }

  /// The error for a value other than the expected one.
  func mismatch(expected: String) -> MetadataError {
    .malformedJSON(path: path.isEmpty ? "the document" : path, found: "\(value)", expected: expected)
  }

  /// The value of a key of this object, or `nil` if it is absent or `null`.
  func child(_ key: String) throws(MetadataError) -> JSONNode? {
    guard case .object(let members) = value else { throw mismatch(expected: "an object") }
    guard let member = members[key], member != .null else { return nil }
    return JSONNode(member, path: path.isEmpty ? key : "\(path).\(key)")
  }

  func number() throws(MetadataError) -> Double {
    guard case .number(let number) = value else { throw mismatch(expected: "a number") }
    return number
  }

  func positiveInteger() throws(MetadataError) -> Int {
    guard let integer = Int(exactly: try number()), integer > 0 else {
      throw mismatch(expected: "a whole number above 0")
    }
    return integer
  }

  func string() throws(MetadataError) -> String {
    guard case .string(let string) = value else { throw mismatch(expected: "a string") }
    return string
  }

  /// The elements of a list whose length is in this range.
  func list(_ lengths: ClosedRange<Int>, of what: String) throws(MetadataError) -> [JSONNode] {
    guard case .array(let values) = value, lengths.contains(values.count) else { throw mismatch(expected: what) }
    return values.enumerated().map { JSONNode($1, path: "\(path)[\($0)]") }
  }
}

extension JSONValue: CustomStringConvertible {
  /// This value for messages.
  package var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): plain(value)
    case .string(let value): quoted(value)
    case .array(let values): "a list of \(values.count)"
    case .object: "an object"
    }
  }
}
