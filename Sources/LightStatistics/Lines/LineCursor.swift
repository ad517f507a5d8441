internal import JSONText

/// Reads the values of one line of JSON from left to right, without keeping them.
struct LineCursor {
  private var json: JSONCursor
  private let start: Int

  init(_ bytes: [UInt8], in line: Range<Int>) {
    json = JSONCursor(bytes, in: line)
    start = line.lowerBound
  }

  private func fault(_ error: JSONSyntaxError) -> LineFault {
    let found = json.otherForm(from: start) ?? "not JSON from byte \(error.position - start + 1) on"
    return LineFault(found: found, expected: "an object of JSON in UTF-8")
  }

  /// The fault for a line that is not JSON from here on.
  private var notJSON: LineFault { fault(json.notJSON) }

  /// Checks that the line ends here.
  mutating func finish() throws(LineFault) {
    do { try json.finish() } catch { throw fault(error) }
  }

  // MARK: Objects and lists

  /// Calls `body` with the key of each member of an object, to read its value. Duplicate keys are rejected.
  ///
  /// - Parameter name: The key of this object; `nil` for the whole line.
  mutating func members(
    of name: String?, _ body: (inout LineCursor, String) throws(LineFault) -> Void
  ) throws(LineFault) {
    try open("{", of: name, "an object")
    json.skipSpace()
    if json.take("}") { return }
    var keys: Set<String> = []
    repeat {
      let key: String
      do { key = try json.key() } catch { throw fault(error) }
      guard keys.insert(key).inserted else {
        throw LineFault(
          key: [name, key].compactMap(\.self).joined(separator: "."), found: "there a second time",
          expected: "one value")
      }
      try body(&self, key)
      json.skipSpace()
    } while json.take(",")
    guard json.take("}") else { throw notJSON }
  }

  /// Reads the bracket that opens a value.
  private mutating func open(_ bracket: Unicode.Scalar, of name: String?, _ expected: String) throws(LineFault) {
    json.skipSpace()
    guard json.take(bracket) else { throw unexpected(name, expected) }
  }

  /// Calls `body` with each integer of a list, and its index.
  mutating func integers(
    of name: String, count: Int, _ body: (Int, Int) -> Void
  ) throws(LineFault) {
    try list(of: name, count, "whole numbers") { (line, place) throws(LineFault) in
      body(try line.integer(of: name), place)
    }
  }

  /// Reads a list of three numbers.
  mutating func triple(of name: String) throws(LineFault) -> SIMD3<Double> {
    var numbers = SIMD3<Double>()
    try list(of: name, 3, "numbers") { (line, place) throws(LineFault) in
      numbers[place] = try line.number(of: name)
    }
    return numbers
  }

  /// Calls `read` for each element of a list.
  private mutating func list(
    of name: String, _ count: Int, _ what: String, _ read: (inout LineCursor, Int) throws(LineFault) -> Void
  ) throws(LineFault) {
    try open("[", of: name, "a list of \(count) \(what)")
    for place in 0..<count {
      try read(&self, place)
      json.skipSpace()
      let isLast = place == count - 1
      if json.take(isLast ? "]" : ",") { continue }
      guard json.take(isLast ? "," : "]") else { throw notJSON }
      throw LineFault(
        key: name, found: isLast ? "a list of more numbers" : "a list of fewer numbers",
        expected: "a list of \(count) \(what)")
    }
  }

  // MARK: Values

  /// Reads an integer of 0 or more.
  mutating func integer(of name: String) throws(LineFault) -> Int {
    let expected = "a whole number of 0 or more"
    let number = try number(of: name, expected)
    // 15 digits are more than any count needs, and the sum of 256 such numbers does not overflow.
    guard number < 1e15 else {
      throw LineFault(key: name, found: "a number of more than 15 digits", expected: "a smaller one")
    }
    guard let integer = Int(exactly: number), integer >= 0 else {
      let found = number < 0 ? "a number below 0" : "a number that is not whole"
      throw LineFault(key: name, found: found, expected: expected)
    }
    return integer
  }

  /// Reads a number, which may have a sign, a fraction and an exponent.
  mutating func number(of name: String, _ expected: String = "a number") throws(LineFault) -> Double {
    json.skipSpace()
    guard let next = json.next, next == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
    else { throw unexpected(name, expected) }
    do { return try json.number() } catch { throw fault(error) }
  }

  /// Whether the value is `null`, which is then consumed.
  mutating func isNull() -> Bool {
    json.skipSpace()
    return json.take(word: "null")
  }

  /// Reads a string.
  mutating func text(of name: String) throws(LineFault) -> String {
    json.skipSpace()
    guard json.next == UInt8(ascii: "\"") else { throw unexpected(name, "a string") }
    do { return try json.string() } catch { throw fault(error) }
  }

  /// Skips the value of an unknown key.
  mutating func skip() throws(LineFault) {
    do { _ = try json.value() } catch { throw fault(error) }
  }

  /// The fault for a value of another type than expected.
  private func unexpected(_ name: String?, _ expected: String) -> LineFault {
    let found =
      switch json.next {
      case UInt8(ascii: "{"): "an object"
      case UInt8(ascii: "["): "a list"
      case UInt8(ascii: "\""): "a string"
      case UInt8(ascii: "n"): "null"
      case UInt8(ascii: "t"), UInt8(ascii: "f"): "true or false"
      default: nil as String?
      }
    guard let name, let found else { return notJSON }
    return LineFault(key: name, found: found, expected: expected)
  }
}
