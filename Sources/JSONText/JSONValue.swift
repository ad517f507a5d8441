package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Encodable {
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

extension JSONValue {
  /// The value of a JSON text, in UTF-8, with or without a byte order mark.
  package init(text: some Sequence<UInt8>) throws(JSONSyntaxError) {
    var cursor = JSONCursor(Array(text))
    self = try cursor.value()
    try cursor.finish()
  }

  /// The JSON text of this value: two spaces of indentation, keys in alphabetical order, a final line feed. Non-finite numbers, which JSON lacks, are
  /// written as names: `"inf"`, `"-inf"`, `"nan"`.
  ///
  /// The layout is that of Foundation's encoder, which is not used because it would add megabytes to every program that converts a frame.
  package var text: [UInt8] { written(isIndented: true) + [UInt8(ascii: "\n")] }

  /// The JSON text of this value on one line, without a final line feed.
  package var line: [UInt8] { written(isIndented: false) }

  private func written(isIndented: Bool) -> [UInt8] {
    var writer = JSONWriter(isIndented: isIndented)
    writer.value(self)
    return writer.text
  }
}

package protocol JSONConvertible {
  var jsonValue: JSONValue { get }
}

extension JSONValue {
  /// An object with these members, except those that are `nil`.
  package init(_ members: [String: (any JSONConvertible)?]) {
    self = .object(members.compactMapValues { $0?.jsonValue })
  }

  /// An object with all of these members, `null` for `nil`.
  package init(all members: [String: (any JSONConvertible)?]) {
    self = .object(members.mapValues { $0?.jsonValue ?? .null })
  }

  /// The members of an object; empty for any other value.
  package var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}

extension JSONValue: JSONConvertible {
  package var jsonValue: JSONValue { self }
}
extension String: JSONConvertible {
  package var jsonValue: JSONValue { .string(self) }
}
extension Bool: JSONConvertible {
  package var jsonValue: JSONValue { .bool(self) }
}
extension Double: JSONConvertible {
  package var jsonValue: JSONValue { .number(self) }
}
extension BinaryInteger {
  /// Exact up to 2⁵³, like `Double`.
  package var jsonValue: JSONValue { .number(Double(self)) }
}
extension Int: JSONConvertible {}
extension Int16: JSONConvertible {}
extension UInt64: JSONConvertible {}
extension UInt32: JSONConvertible {}
extension UInt16: JSONConvertible {}
extension UInt8: JSONConvertible {}
extension Array: JSONConvertible where Element: JSONConvertible {
  package var jsonValue: JSONValue { .array(map(\.jsonValue)) }
}
extension SIMD3: JSONConvertible where Scalar: JSONConvertible {
  package var jsonValue: JSONValue { [x, y, z].jsonValue }
}
