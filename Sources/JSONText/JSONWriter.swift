/// Writes JSON from left to right, with members in the order of the calls.
package struct JSONWriter {
  /// The text written so far, in UTF-8.
  package private(set) var text: [UInt8] = []
  /// The indentation of a member or an element, each on its own line; `nil` if everything is on one line.
  private var indent: Int?
  private var isFirst = true

  /// A writer of one line, or of lines with two spaces of indentation.
  package init(isIndented: Bool = false) { indent = isIndented ? 0 : nil }

  // MARK: Objects and lists

  /// Writes the members of an object, and the braces around them.
  package mutating func object(_ members: (inout JSONWriter) -> Void) { nest("{", "}", members) }

  /// Writes the elements of a list, and the brackets around them.
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

  /// Writes the name of the next member.
  package mutating func key(_ name: String) {
    beginItem()
    string(name)
    text += (indent == nil ? ":" : " : ").utf8
  }

  package mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(number)
  }

  /// Writes a number, or `null` if it is `nil` or not finite.
  package mutating func member(_ name: String, _ number: Double?) {
    key(name)
    finite(number)
  }

  package mutating func member(_ name: String, _ string: String?) {
    key(name)
    if let string { self.string(string) } else { word("null") }
  }

  package mutating func member(_ name: String, _ numbers: some Sequence<Int>) {
    key(name)
    list(numbers) { $0.integer($1) }
  }

  package mutating func member(_ name: String, _ numbers: [Double]) {
    key(name)
    list(numbers) { $0.finite($1) }
  }

  // MARK: Values

  /// Writes `null`, `true` or `false`.
  package mutating func word(_ word: String) { text += word.utf8 }

  package mutating func integer(_ number: Int) {
    guard number > 9 else {
      if number >= 0 {
        text.append(UInt8(ascii: "0") + UInt8(number))
      } else {
        text += "\(number)".utf8
      }
      return
    }
    let start = text.count
    var rest = number
    while rest > 0 {
      text.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    text[start...].reverse()
  }

  private mutating func finite(_ number: Double?) {
    if let number, number.isFinite { self.number(number) } else { word("null") }
  }

  /// Writes the shortest digits that parse to the same number. Non-finite numbers, which JSON lacks, are written as names: `"inf"`, `"-inf"`,
  /// `"nan"`.
  package mutating func number(_ number: Double) {
    let digits = "\(number)"
    guard number.isFinite else { return string(digits) }
    text += (digits.hasSuffix(".0") ? digits.dropLast(2) : digits[...]).utf8
  }

  package mutating func string(_ string: String) {
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
