/// Writes one object of JSON on one line, with its keys in the order in which they come.
struct LineWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// The members of an object, and the brackets around them.
  mutating func object(_ members: (inout LineWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    members(&self)
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  /// The name of the next member.
  mutating func key(_ name: String) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = true
  }

  /// A text that needs no escapes.
  mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\""))
  }

  mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(number)
  }

  /// The shortest digits that are read as the same number; `null` if there is none.
  mutating func member(_ name: String, _ number: Double?) {
    key(name)
    decimal(number)
  }

  mutating func member(_ name: String, _ text: String?) {
    key(name)
    if let text { string(text) } else { bytes.append(contentsOf: "null".utf8) }
  }

  mutating func member(_ name: String, _ numbers: some Sequence<Int>) {
    key(name)
    list(numbers) { $0.integer($1) }
  }

  mutating func member(_ name: String, _ numbers: [Double]) {
    key(name)
    list(numbers) { $0.decimal($1) }
  }

  private mutating func list<Item>(_ items: some Sequence<Item>, _ write: (inout LineWriter, Item) -> Void) {
    bytes.append(UInt8(ascii: "["))
    var isFirst = true
    for item in items {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      write(&self, item)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func integer(_ number: Int) {
    guard number > 9 else {
      if number >= 0 {
        bytes.append(UInt8(ascii: "0") + UInt8(number))
      } else {
        bytes.append(contentsOf: "\(number)".utf8)
      }
      return
    }
    let start = bytes.count
    var rest = number
    while rest > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    }
    bytes[start...].reverse()
  }

  private mutating func decimal(_ number: Double?) {
    guard let number, number.isFinite else {
      bytes.append(contentsOf: "null".utf8)
      return
    }
    if let whole = Int(exactly: number), abs(whole) < 1 << 53 { return integer(whole) }
    bytes.append(contentsOf: "\(number)".utf8)
  }

  /// The line, with its end.
  static func line(_ members: (inout LineWriter) -> Void) -> [UInt8] {
    var writer = LineWriter()
    writer.object(members)
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
