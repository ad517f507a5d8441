internal import Colorimetry

/// The values of a command line's options, by name: of `--name value`, `--name=value` and `name=value:name=value`.
struct OptionValues {
  /// The values; an option without one, such as a switch, has `nil`.
  private var values: [String: String?] = [:]

  /// The options of these arguments; of one that occurs twice, the last counts, as it does for encoders.
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

  /// The value of an option, or `nil` where it does not occur.
  ///
  /// - Throws: `.malformedText` when it occurs without one.
  subscript(name: String) -> String? {
    get throws(MetadataError) {
      guard let value = values[name] else { return nil }
      guard let value else { throw .malformedText(found: name, expected: "a value after the option \(name)") }
      return value
    }
  }

  /// The code point that an option names or numbers; `nil` where it does not occur or says *unknown*.
  func codePoint<Property: CodePoint>(_ name: String) throws(MetadataError) -> Property? {
    guard let text = try self[name] else { return nil }
    if let value = Property(name: text) { return value }
    if let number = Int(text), 0...255 ~= number { return nil }
    guard ["unknown", "undef", "unspecified", "unspec", "reserved", "auto"].contains(text.lowercased()) else {
      throw .malformedText(found: text, expected: "a value of the option \(name)")
    }
    return nil
  }

  /// Reads the two messages that encoders take.
  func readStaticMetadata(
    display: String, light: String, into metadata: inout StaticMetadata
  ) throws(MetadataError) {
    if let text = try self[display] { metadata.mastering = try MasteringDisplayColorVolume(text: text) }
    if let text = try self[light] { metadata.contentLight = try ContentLightLevel(text: text) }
  }
}
