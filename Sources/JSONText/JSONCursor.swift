/// An error in text that is not JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The byte, from 0, at which the text stops being JSON.
  package let position: Int
}

/// A reader of JSON text from left to right, with limited depth, in time proportional to the length of the text.
///
/// Foundation's decoder tries one type after another for each value and throws an error for each mismatch: a film's HDR10+, a million numbers, took
/// minutes.
///
/// - Source: RFC 8259.
package struct JSONCursor {
  @usableFromInline var bytes: [UInt8]
  @usableFromInline var end: Int
  @usableFromInline var position = 0
  private var depth = 0
  /// The number of bytes that were read and discarded.
  private var forgotten = 0

  /// The path to the first key that an object has twice, such as `color.primaries`.
  package private(set) var repeatedKey: String?

  private static let maximumDepth = 200

  /// A reader of these bytes, in UTF-8, with or without a byte order mark.
  package init(_ bytes: [UInt8]) {
    (self.bytes, end) = (bytes, bytes.count)
    skipMark()
  }

  package mutating func skipMark() {
    if bytes[position..<end].starts(with: JSONLine.mark) { position += JSONLine.mark.count }
  }

  // MARK: Text in parts

  /// Appends the next part of the text, and discards what was read.
  package mutating func append(_ part: some Sequence<UInt8>) {
    bytes.removeSubrange(..<position)
    bytes += part
    forgotten += position
    (position, end) = (0, bytes.count)
  }

  package var rest: Int { end - position }

  /// Whether the error may be due to a missing next part of the text: it is at the end, or in a word or an escape near the end.
  package func mayGoOn(after error: JSONSyntaxError) -> Bool { error.position - forgotten + 6 > end }

  // MARK: Errors and single bytes

  /// The form of the text, if it is recognized as not being JSON in UTF-8.
  package var otherForm: String? { JSONLine.otherForm(of: bytes[..<end]) }

  /// The error for text that stops being JSON at the next byte.
  package var notJSON: JSONSyntaxError { JSONSyntaxError(position: forgotten + position) }

  @inlinable package var next: UInt8? { position < end ? bytes[position] : nil }

  @inlinable @inline(__always) package mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  @inlinable @inline(__always) package mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  package mutating func take(word: String) -> Bool {
    guard bytes[position..<end].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// Checks that only space follows.
  package mutating func finish() throws(JSONSyntaxError) {
    skipSpace()
    guard position == end else { throw notJSON }
  }

  // MARK: Values

  package mutating func value() throws(JSONSyntaxError) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"):
      var members: [String: JSONValue] = [:]
      try items(until: "}") { (cursor) throws(JSONSyntaxError) in try cursor.member(of: &members) }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try items(until: "]") { (cursor) throws(JSONSyntaxError) in elements.append(try cursor.value()) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t") where take(word: "true"): return .bool(true)
    case UInt8(ascii: "f") where take(word: "false"): return .bool(false)
    case UInt8(ascii: "n") where take(word: "null"): return .null
    default: return .number(try number())
    }
  }

  private mutating func items(
    until close: Unicode.Scalar, _ item: (inout JSONCursor) throws(JSONSyntaxError) -> Void
  ) throws(JSONSyntaxError) {
    guard depth < Self.maximumDepth else { throw notJSON }
    position += 1
    depth += 1
    defer { depth -= 1 }
    skipSpace()
    if take(close) { return }
    repeat {
      try item(&self)
      skipSpace()
    } while take(",")
    guard take(close) else { throw notJSON }
  }

  private mutating func member(of members: inout [String: JSONValue]) throws(JSONSyntaxError) {
    let key = try key()
    let hasRepeated = repeatedKey != nil
    let isRepeated = members.updateValue(try value(), forKey: key) != nil
    if !hasRepeated, isRepeated || repeatedKey != nil {
      repeatedKey = repeatedKey.map { "\(key).\($0)" } ?? key
    }
  }

  /// Reads the key of a member, with its colon.
  package mutating func key() throws(JSONSyntaxError) -> String {
    skipSpace()
    let key = try string()
    skipSpace()
    guard take(":") else { throw notJSON }
    return key
  }

  // MARK: Numbers and strings

  /// Reads a number: an optional sign, digits without a leading 0, an optional fraction, an optional exponent.
  package mutating func number() throws(JSONSyntaxError) -> Double {
    let start = position
    let isNegative = take("-")
    let startsWithZero = next == UInt8(ascii: "0")
    var (mantissa, exponent) = (0, 0)
    let digits = try digits(of: &mantissa)
    guard digits == 1 || !startsWithZero else { throw notJSON }
    let decimals = take(".") ? try self.digits(of: &mantissa) : 0
    let hasExponent = take("e") || take("E")
    if hasExponent {
      if !take("+") { _ = take("-") }
      _ = try self.digits(of: &exponent)
    }
    // Up to 15 digits are exact in a Double, as are these powers of ten, and the quotient is rounded once.
    if !hasExponent, digits + decimals <= 15 {
      let magnitude = decimals == 0 ? Double(mantissa) : Double(mantissa) / Self.powersOfTen[decimals]
      return isNegative ? -magnitude : magnitude
    }
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite else {
      throw notJSON
    }
    return number
  }

  private static let powersOfTen: [Double] = (0...15).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

  /// Reads one or more digits and appends them to an integer, which wraps around; returns their number.
  private mutating func digits(of number: inout Int) throws(JSONSyntaxError) -> Int {
    var place = position
    while place < end, case let digit = bytes[place] &- UInt8(ascii: "0"), digit < 10 {
      number = number &* 10 &+ Int(digit)
      place += 1
    }
    guard place > position else { throw notJSON }
    defer { position = place }
    return place - position
  }

  package mutating func string() throws(JSONSyntaxError) -> String {
    guard take("\"") else { throw notJSON }
    let start = position
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
    var text = bytes[start..<position]
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw notJSON }
        return string
      case UInt8(ascii: "\\"): text += try escaped().utf8
      case ..<0x20: throw notJSON
      default: text.append(byte)
      }
    }
    throw notJSON
  }

  private mutating func escaped() throws(JSONSyntaxError) -> String {
    guard let byte = next else { throw notJSON }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw notJSON
    }
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]) {
      guard take("\\"), take("u") else { throw notJSON }
      units.append(try codeUnit())
    }
    guard let string = String(validating: units, as: UTF16.self) else { throw notJSON }
    return string
  }

  private mutating func codeUnit() throws(JSONSyntaxError) -> UInt16 {
    guard position + 4 <= end else { throw notJSON }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw notJSON }
      unit = unit << 4 | UInt16(digit)
    }
    position += 4
    return unit
  }
}

/// Rules common to all readers of JSON lines.
package enum JSONLine {
  /// The byte order mark of UTF-8, which may precede a text.
  package static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Whether a line contains only space, such as the carriage return of an empty line. Such lines are skipped.
  package static func isBlank(_ line: some Collection<UInt8>) -> Bool {
    line.dropFirst(line.starts(with: mark) ? mark.count : 0).allSatisfy { $0 <= 0x20 }
  }

  /// The recognized form of a text that is not JSON in UTF-8; `nil` if it is not recognized.
  ///
  /// - Source: The Unicode Standard, clause 23.8, for the byte order marks; RFC 8259, clause 8.1, for UTF-8.
  package static func otherForm(of text: some Collection<UInt8>) -> String? {
    let start = Array(text.prefix(4))
    if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    // The first character of JSON is ASCII, which has no zero byte in UTF-8; UTF-32 has two adjacent ones.
    if start.count == 4, start.prefix(2).contains(0) {
      return start[1] == 0 && (start[0] == 0 || start[2] == 0) ? "UTF-32" : "UTF-16"
    }
    guard let end = text.firstIndex(of: 0x0D), text[end...].contains(where: { $0 > 0x20 }) else { return nil }
    return "several lines that end with a carriage return alone"
  }
}
