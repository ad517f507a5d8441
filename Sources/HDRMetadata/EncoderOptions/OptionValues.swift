internal import Colorimetry

/// The options of a command line and their values, from `--name value`, `--name=value` and `name=value:name=value`.
struct OptionValues {
  /// The values by name; `nil` for an option without a value, such as a switch.
  private var values: [String: String?] = [:]

  /// The options of these arguments. The last of duplicates is used, as in encoders.
  init(_ arguments: [String]) {
    var pending: String?
    for argument in arguments {
      if argument.hasPrefix("--") {
        let (name, value) = Self.split(argument.dropFirst(2))
        values[name] = .some(value)
        pending = value == nil ? name : nil
      } else if let name = pending {
        values[name] = argument
        pending = nil
      } else if argument.contains("=") {
        for pair in argument.split(separator: ":") {
          let (name, value) = Self.split(pair)
          values[name] = .some(value)
        }
      }
    }
  }

  private static func split(_ text: Substring) -> (name: String, value: String?) {
    guard let equals = text.firstIndex(of: "=") else { return (String(text), nil) }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }

  /// The value of an option, or `nil` if it is absent.
  ///
  /// - Throws: `.malformedText` for an option without a value.
  subscript(name: String) -> String? {
    get throws(MetadataError) {
      guard let value = values[name] else { return nil }
      guard let value else { throw .malformedText(found: name, expected: "a value after the option \(name)") }
      return value
    }
  }

  /// The code point of an option, by name or number; `nil` if it is absent or *unknown*.
  func codePoint<Property: CodePoint>(_ name: String) throws(MetadataError) -> Property? {
    guard let text = try self[name] else { return nil }
    if let value = Property(name: text) { return value }
    if let number = Int(text), 0...255 ~= number { return nil }
    guard ["unknown", "undef", "unspecified", "unspec", "reserved", "auto"].contains(text.lowercased()) else {
      throw .malformedText(found: text, expected: "a value of the option \(name)")
    }
    return nil
  }

  /// Reads the two messages that encoders accept.
  func readStaticMetadata(
    display: String, light: String, into metadata: inout StaticMetadata
  ) throws(MetadataError) {
    if let text = try self[display] { metadata.mastering = try MasteringDisplayColorVolume(text: text) }
    if let text = try self[light] { metadata.contentLight = try ContentLightLevel(text: text) }
  }
}
