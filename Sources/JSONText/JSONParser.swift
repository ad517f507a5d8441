/// A text is not JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The byte, from 0, at which it stops being JSON.
  package let position: Int
}

/// A reader of JSON text, with limited depth, in time proportional to the length of the text.
///
/// Foundation's decoder tries one type after another for each value and throws an error for each mismatch: the HDR10+ of a
/// film, a million numbers, took minutes.
///
/// - Source: RFC 8259.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// The text is not JSON; the caller reports the position.
  private struct Malformed: Error {}

  private static let maximumDepth = 200

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The value of a JSON text in UTF-8.
  ///
  /// - Throws: The byte at which the text stops being JSON.
  static func value(of text: some Sequence<UInt8>) throws(JSONSyntaxError) -> JSONValue {
    var parser = JSONParser(Array(text))
    do {
      let value = try parser.value()
      parser.skipSpace()
      guard parser.position == parser.bytes.count else { throw Malformed() }
      return value
    } catch {
      throw JSONSyntaxError(position: parser.position)
    }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(Malformed) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return .object(try nested { (parser) throws(Malformed) in try parser.members() })
    case UInt8(ascii: "["): return .array(try nested { (parser) throws(Malformed) in try parser.elements() })
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func nested<Value>(
    _ read: (inout JSONParser) throws(Malformed) -> Value
  ) throws(Malformed) -> Value {
    guard depth < Self.maximumDepth else { throw Malformed() }
    position += 1
    depth += 1
    defer { depth -= 1 }
    return try read(&self)
  }

  private mutating func elements() throws(Malformed) -> [JSONValue] {
    var elements: [JSONValue] = []
    skipSpace()
    if take("]") { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { throw Malformed() }
    }
  }

  private mutating func members() throws(Malformed) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    skipSpace()
    if take("}") { return members }
    while true {
      skipSpace()
      let key = try string()
      skipSpace()
      guard take(":") else { throw Malformed() }
      members[key] = try value()
      skipSpace()
      if take("}") { return members }
      guard take(",") else { throw Malformed() }
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Malformed) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw Malformed() }
    position += word.utf8.count
    return value
  }

  /// A number: an optional sign, digits without a leading 0, an optional fraction, an optional exponent.
  private mutating func number() throws(Malformed) -> Double {
    let start = position
    let isNegative = take("-")
    let first = next
    var whole = 0.0
    let digits = skipDigits { whole = whole * 10 + Double($0) }
    guard digits > 0, digits == 1 || first != UInt8(ascii: "0") else { throw Malformed() }
    // Up to 15 digits are exact in a Double, and most numbers are whole.
    var isWhole = digits <= 15
    if take(".") {
      isWhole = false
      guard skipDigits(each: { _ in }) > 0 else { throw Malformed() }
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      guard skipDigits(each: { _ in }) > 0 else { throw Malformed() }
    }
    if isWhole { return isNegative ? -whole : whole }
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else {
      throw Malformed()
    }
    return number
  }

  private mutating func skipDigits(each: (UInt8) -> Void) -> Int {
    let start = position
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte {
      each(byte - UInt8(ascii: "0"))
      position += 1
    }
    return position - start
  }

  private mutating func string() throws(Malformed) -> String {
    guard take("\"") else { throw Malformed() }
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw Malformed() }
        return string
      case UInt8(ascii: "\\"): text += try escaped().utf8
      case ..<0x20: throw Malformed()
      default: text.append(byte)
      }
    }
    throw Malformed()
  }

  /// The character of an escape, after its backslash.
  private mutating func escaped() throws(Malformed) -> String {
    guard let byte = next else { throw Malformed() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw Malformed()
    }
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]) {
      guard take("\\"), take("u") else { throw Malformed() }
      units.append(try codeUnit())
    }
    guard let string = String(validating: units, as: UTF16.self) else { throw Malformed() }
    return string
  }

  private mutating func codeUnit() throws(Malformed) -> UInt16 {
    guard position + 4 <= bytes.count else { throw Malformed() }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw Malformed() }
      unit = unit << 4 | UInt16(digit)
    }
    position += 4
    return unit
  }
}
