/// Reads the values of one line of JSON, from left to right, without keeping them.
///
/// - Source: RFC 8259.
struct LineCursor {
  private let bytes: [UInt8]
  private let start, end: Int
  private var position: Int

  /// The deepest nesting of values that nobody asked for.
  private static let maximumDepth = 60

  init(_ bytes: [UInt8], in line: Range<Int>) {
    self.bytes = bytes
    (start, end) = (line.lowerBound, line.upperBound)
    position = line.lowerBound
  }

  /// The line stops being JSON here.
  private var notJSON: LineFault {
    LineFault(found: "not JSON from byte \(position - start + 1) on", expected: "an object of JSON in UTF-8")
  }

  private var next: UInt8? { position < end ? bytes[position] : nil }

  // Inlined, as the next: 500 numbers of each line pass here.
  @inline(__always)
  private mutating func skipSpace() {
    while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 || bytes[position] == 0x0D {
      position += 1
    }
  }

  @inline(__always)
  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard position < end, bytes[position] == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Ends the line.
  mutating func finish() throws(LineFault) {
    skipSpace()
    guard position == end else { throw notJSON }
  }

  // MARK: Objects and lists

  /// Calls `body` with the key of each member of an object; it reads the value. A key may stand only once.
  ///
  /// - Parameter name: The key of this object, or `nil` if it is the line.
  mutating func members(
    of name: String?, _ body: (inout LineCursor, String) throws(LineFault) -> Void
  ) throws(LineFault) {
    skipSpace()
    guard take("{") else { throw unexpected(name, "an object") }
    skipSpace()
    if take("}") { return }
    var keys: Set<String> = []
    while true {
      skipSpace()
      let key = String(decoding: try text(), as: UTF8.self)
      guard keys.insert(key).inserted else {
        throw LineFault(
          key: [name, key].compactMap(\.self).joined(separator: "."), found: "there a second time",
          expected: "one value")
      }
      skipSpace()
      guard take(":") else { throw notJSON }
      try body(&self, key)
      skipSpace()
      if take("}") { return }
      guard take(",") else { throw notJSON }
    }
  }

  /// Calls `body` with each whole number of a list, and its place there.
  mutating func integers(
    of name: String, count: Int, _ body: (Int, Int) -> Void
  ) throws(LineFault) {
    skipSpace()
    guard take("[") else { throw unexpected(name, "a list of \(count) whole numbers") }
    for place in 0..<count {
      body(try integer(of: name), place)
      skipSpace()
      guard take(place == count - 1 ? "]" : ",") else {
        throw wrongCount(name, isLonger: place == count - 1, count: count)
      }
    }
  }

  private func wrongCount(_ name: String, isLonger: Bool, count: Int) -> LineFault {
    guard next == UInt8(ascii: isLonger ? "," : "]") else { return notJSON }
    return LineFault(
      key: name, found: isLonger ? "a list of more numbers" : "a list of fewer numbers",
      expected: "a list of \(count) whole numbers")
  }

  /// The numbers of a list of three.
  mutating func triple(of name: String) throws(LineFault) -> SIMD3<Double> {
    skipSpace()
    guard take("[") else { throw unexpected(name, "a list of 3 numbers") }
    var numbers = SIMD3<Double>()
    for place in 0..<3 {
      numbers[place] = try number(of: name)
      skipSpace()
      guard take(place == 2 ? "]" : ",") else { throw wrongCount(name, isLonger: place == 2, count: 3) }
    }
    return numbers
  }

  // MARK: Numbers

  /// A whole number of 0 or more.
  @inline(__always)
  mutating func integer(of name: String) throws(LineFault) -> Int {
    skipSpace()
    var (value, digits) = (0, 0)
    while position < end {
      let digit = bytes[position] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      // 15 digits are more than any count needs, and no sum of 256 such overflows.
      guard digits < 15 else {
        throw LineFault(key: name, found: "a number of more than 15 digits", expected: "a smaller one")
      }
      value = value &* 10 &+ Int(digit)
      digits += 1
      position += 1
    }
    guard digits > 0, next != UInt8(ascii: "."), next != UInt8(ascii: "e"), next != UInt8(ascii: "E") else {
      throw unexpected(name, "a whole number of 0 or more")
    }
    return value
  }

  /// A number, which may have a sign, a fraction and an exponent.
  mutating func number(of name: String) throws(LineFault) -> Double {
    skipSpace()
    let first = position
    var (mantissa, digits, decimals) = (0, 0, 0)
    var isPlain = true
    while position < end {
      let byte = bytes[position]
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        if digits < 15 { mantissa = mantissa * 10 + Int(digit) }
        digits += 1
        if decimals > 0 { decimals += 1 }
      } else if byte == UInt8(ascii: "."), decimals == 0, digits > 0 {
        decimals = 1
      } else if position == first, byte == UInt8(ascii: "-") {
        isPlain = false
      } else if digits > 0,
        byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      {
        isPlain = false
      } else {
        break
      }
      position += 1
    }
    guard digits > 0, decimals != 1 else {
      position = first
      throw unexpected(name, "a number")
    }
    // The quotient of two numbers that are exact is rounded once.
    if isPlain, digits <= 15 { return Double(mantissa) / Self.powers[max(0, decimals - 1)] }
    guard let number = Double(String(decoding: bytes[first..<position], as: UTF8.self)), number.isFinite else {
      position = first
      throw unexpected(name, "a number")
    }
    return number
  }

  private static let powers: [Double] = (0...15).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

  /// Whether the value is `null`; then it is taken.
  mutating func isNull() -> Bool {
    skipSpace()
    guard end - position >= 4, bytes[position] == UInt8(ascii: "n"),
      bytes[position..<position + 4].elementsEqual("null".utf8)
    else { return false }
    position += 4
    return true
  }

  // MARK: Strings and unknown values

  /// The bytes of a string, whose escapes stay as they are written.
  mutating func text(of name: String) throws(LineFault) -> ArraySlice<UInt8> {
    skipSpace()
    guard next == UInt8(ascii: "\"") else { throw unexpected(name, "a string") }
    return try text()
  }

  private mutating func text() throws(LineFault) -> ArraySlice<UInt8> {
    guard take("\"") else { throw notJSON }
    let first = position
    while position < end, bytes[position] != UInt8(ascii: "\"") {
      guard bytes[position] >= 0x20 else { throw notJSON }
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard position < end else {
      position = end
      throw notJSON
    }
    defer { position += 1 }
    return bytes[first..<position]
  }

  /// Skips a value of a key that is not known.
  mutating func skip() throws(LineFault) {
    // A bit for each open bracket: 1 of an object.
    var (open, depth) = (UInt64(0), 0)
    repeat {
      skipSpace()
      if take("{") || take("[") {
        let isObject = bytes[position - 1] == UInt8(ascii: "{")
        guard depth < Self.maximumDepth else { throw notJSON }
        (open, depth) = (open << 1 | (isObject ? 1 : 0), depth + 1)
        skipSpace()
        if !take(isObject ? "}" : "]") {
          if isObject { try skipKey() }
          continue
        }
        (open, depth) = (open >> 1, depth - 1)
      } else {
        try skipScalar()
      }
      while depth > 0 {
        skipSpace()
        if take(",") {
          if open & 1 == 1 { try skipKey() }
          break
        }
        guard take(open & 1 == 1 ? "}" : "]") else { throw notJSON }
        (open, depth) = (open >> 1, depth - 1)
      }
    } while depth > 0
  }

  private mutating func skipKey() throws(LineFault) {
    skipSpace()
    _ = try text()
    skipSpace()
    guard take(":") else { throw notJSON }
  }

  private mutating func skipScalar() throws(LineFault) {
    if next == UInt8(ascii: "\"") {
      _ = try text()
      return
    }
    for word in ["true", "false", "null"] where bytes[position..<end].starts(with: word.utf8) {
      position += word.utf8.count
      return
    }
    _ = try number(of: "")
  }

  /// The fault of a value that is another than expected.
  private func unexpected(_ name: String?, _ expected: String) -> LineFault {
    guard let name, !name.isEmpty, let next else { return notJSON }
    let found =
      switch next {
      case UInt8(ascii: "{"): "an object"
      case UInt8(ascii: "["): "a list"
      case UInt8(ascii: "\""): "a string"
      case UInt8(ascii: "n"): "null"
      case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
      case UInt8(ascii: "-"): "a number below 0"
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): "a number that is not whole"
      default: nil as String?
      }
    return found.map { LineFault(key: name, found: $0, expected: expected) } ?? notJSON
  }
}
