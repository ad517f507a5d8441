/// A type that is written as a JSON value.
package protocol JSONConvertible {
  var jsonValue: JSONValue { get }
}

extension JSONValue {
  /// An object with these members, except those that are `nil`.
  package init(_ members: [String: (any JSONConvertible)?]) {
    self = .object(members.compactMapValues { $0?.jsonValue })
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
/// Exact up to 2⁵³, like `Double`.
extension Int: JSONConvertible {
  package var jsonValue: JSONValue { .number(Double(self)) }
}
extension Array: JSONConvertible where Element: JSONConvertible {
  package var jsonValue: JSONValue { .array(map(\.jsonValue)) }
}
