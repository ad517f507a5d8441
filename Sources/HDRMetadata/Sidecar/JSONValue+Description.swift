internal import Colorimetry
package import JSONText

extension JSONValue: CustomStringConvertible {
  /// This value as a message shows it.
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
