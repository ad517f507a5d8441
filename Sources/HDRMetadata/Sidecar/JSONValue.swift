internal import Colorimetry

/// Any JSON value, so that a message can name the wrong key and its value.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// A string, or `null`.
  package init(_ string: String?) { self = string.map(JSONValue.string) ?? .null }

  /// A number, or `null`.
  package init(_ number: Double?) { self = number.map(JSONValue.number) ?? .null }
}

extension JSONValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let object = try? container.decode([String: JSONValue].self) {
      self = .object(object)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .bool(try container.decode(Bool.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let values): try container.encode(values)
    }
  }
}

extension JSONValue: CustomStringConvertible {
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

/// A value in a JSON document, and the path to it.
struct JSONNode {
  let value: JSONValue
  let path: String

  init(_ value: JSONValue, path: String = "") {
    self.value = value
    self.path = path
  }

  /// The error for a value that is not what was expected.
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
