/// A type that is written as a JSON value.
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
