extension JSONValue {
  /// The value of a JSON text, in UTF-8, with or without a byte order mark.
  package init(text: some Sequence<UInt8>) throws(JSONSyntaxError) {
    let bytes = Array(text)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var cursor = JSONCursor(bytes, in: (bytes.starts(with: mark) ? mark.count : 0)..<bytes.count)
    self = try cursor.value()
    try cursor.finish()
  }

  /// The JSON text of this value: two spaces of indentation, keys in alphabetical order, a line feed at the end. Numbers that are not
  /// finite, which JSON does not have, are written as names: `"inf"`, `"-inf"`, `"nan"`.
  ///
  /// It is written here, in the layout of Foundation's encoder, because that one would add megabytes to every program that converts a
  /// frame.
  package var text: [UInt8] {
    var text = ""
    write(to: &text, indent: "\n")
    return Array(text.utf8) + [UInt8(ascii: "\n")]
  }

  /// - Parameter indent: A line feed, and the spaces before the brackets of this value.
  private func write(to text: inout String, indent: String) {
    func list<Item>(_ items: [Item], in brackets: (String, String), _ write: (Item, inout String) -> Void) {
      text += brackets.0
      for (number, item) in items.enumerated() {
        text += (number > 0 ? "," : "") + indent + "  "
        write(item, &text)
      }
      text += (items.isEmpty ? "\n" : "") + indent + brackets.1
    }
    switch self {
    case .null: text += "null"
    case .bool(let value): text += "\(value)"
    case .number(let value):
      let digits = "\(value)"
      text += value.isFinite ? (digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits) : "\"\(digits)\""
    case .string(let value): Self.write(value, to: &text)
    case .array(let values): list(values, in: ("[", "]")) { $0.write(to: &$1, indent: indent + "  ") }
    case .object(let members):
      list(members.sorted { $0.key < $1.key }, in: ("{", "}")) { member, text in
        Self.write(member.key, to: &text)
        text += " : "
        member.value.write(to: &text, indent: indent + "  ")
      }
    }
  }

  /// The JSON text of this value on one line, without a line feed at the end.
  package var line: [UInt8] {
    var text = ""
    writeLine(to: &text)
    return Array(text.utf8)
  }

  private func writeLine(to text: inout String) {
    switch self {
    case .array(let values):
      for (number, value) in values.enumerated() {
        text += number > 0 ? "," : "["
        value.writeLine(to: &text)
      }
      text += values.isEmpty ? "[]" : "]"
    case .object(let members):
      for (number, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        text += number > 0 ? "," : "{"
        Self.write(member.key, to: &text)
        text += ":"
        member.value.writeLine(to: &text)
      }
      text += members.isEmpty ? "{}" : "}"
    case .null, .bool, .number, .string: write(to: &text, indent: "")
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ": text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
