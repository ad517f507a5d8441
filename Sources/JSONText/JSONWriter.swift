/// Writes JSON from left to right, with members in the order of the calls.
package struct JSONWriter {
  /// The text written so far, in UTF-8.
  package private(set) var text: [UInt8] = []
  /// The indentation of a member or an element, each on its own line; `nil` if everything is on one line.
  private var indent: Int?
  private var isFirst = true

  package init(isIndented: Bool = false) { indent = isIndented ? 0 : nil }

  // MARK: Objects and lists

  package mutating func object(_ members: (inout JSONWriter) -> Void) { nest("{", "}", members) }

  package mutating func list<Item>(_ items: some Sequence<Item>, _ write: (inout JSONWriter, Item) -> Void) {
    nest("[", "]") { json in
      for item in items {
        json.beginItem()
        write(&json, item)
      }
    }
  }

  private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ items: (inout JSONWriter) -> Void) {
    text.append(UInt8(ascii: open))
    (isFirst, indent) = (true, indent.map { $0 + 2 })
    items(&self)
    indent = indent.map { $0 - 2 }
    if isFirst, indent != nil { text.append(UInt8(ascii: "\n")) }
    beginLine()
    text.append(UInt8(ascii: close))
    isFirst = false
  }

  private mutating func beginItem() {
    if !isFirst { text.append(UInt8(ascii: ",")) }
    isFirst = false
    beginLine()
  }

  private mutating func beginLine() {
    guard let indent else { return }
    text.append(UInt8(ascii: "\n"))
    text += repeatElement(UInt8(ascii: " "), count: indent)
  }

  package mutating func key(_ name: String) {
    beginItem()
    string(name)
    text += (indent == nil ? ":" : " : ").utf8
  }

  /// Writes a member, `null` for `nil`.
  package mutating func member(_ name: String, _ value: (some JSONConvertible)?) {
    key(name)
    self.value(value?.jsonValue ?? .null)
  }

  package mutating func member(_ name: String, _ numbers: some Sequence<Int>) {
    key(name)
    list(numbers) { $0.text += "\($1)".utf8 }
  }

  // MARK: Values

  /// Writes any value; the members of an object in alphabetical order.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let value): text += "\(value)".utf8
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let values): list(values) { $0.value($1) }
    case .object(let members):
      object { json in for (key, value) in members.sorted(by: { $0.key < $1.key }) { json.member(key, value) } }
    }
  }

  /// Writes the shortest digits that parse to the same number. Non-finite numbers, which JSON lacks, are written as names: `"inf"`, `"-inf"`,
  /// `"nan"`.
  private mutating func number(_ number: Double) {
    let digits = "\(number)"
    guard number.isFinite else { return string(digits) }
    text += (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8
  }

  private mutating func string(_ string: String) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      case 0x08: text += "\\b".utf8
      case 0x0C: text += "\\f".utf8
      case 0x0A: text += "\\n".utf8
      case 0x0D: text += "\\r".utf8
      case 0x09: text += "\\t".utf8
      case ..<0x20: text += ("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
