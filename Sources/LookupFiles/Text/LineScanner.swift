/// The lines of a text and their words, read in place.
///
/// Lines end with LF, CR LF or CR, and the text may end with Ctrl-Z; words are separated by spaces and tabs. A UTF-8 byte order mark is skipped.
struct LineScanner {
  /// The maximum number of comments in a file: a list of lines takes more memory than the lines themselves.
  static let commentLimit = 100_000
  /// The maximum number of words in a line: the maximum number of values in a curve.
  private static let wordLimit = LookupCurve.sizes.upperBound

  let bytes: [UInt8]
  private let hasComments: Bool
  /// The comments so far, without their markers.
  private(set) var comments: [String] = []
  /// The number of the current line, counted from 1.
  private(set) var line: Int
  private var start = 0, cursor = 0, end = 0
  private var next: Int

  /// - Parameter hasComments: Whether lines that begin with `#` are comments.
  init(_ bytes: [UInt8], hasComments: Bool = true, from line: Int = 1) {
    // Old editors end a text with Ctrl-Z.
    let end = bytes.lastIndex { !($0 == 0x1A || $0 == .lineFeed || $0 == .carriageReturn || $0.isBlank) } ?? -1
    self.bytes = bytes[(end + 1)...].contains(0x1A) ? Array(bytes[...end]) : bytes
    (self.hasComments, self.line) = (hasComments, line - 1)
    next = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  var remaining: Int { bytes.count - next }

  // MARK: Lines

  /// Advances to the next line; returns `false` at the end of the text.
  mutating func nextLine() -> Bool {
    guard next < bytes.count else { return false }
    start = next
    while next < bytes.count, bytes[next] != .lineFeed, bytes[next] != .carriageReturn { next += 1 }
    end = next
    if next < bytes.count {
      next += bytes[next] == .carriageReturn && next + 1 < bytes.count && bytes[next + 1] == .lineFeed ? 2 : 1
    }
    while end > start, bytes[end - 1].isBlank { end -= 1 }
    line += 1
    cursor = start
    skipBlanks()
    return true
  }

  /// Advances to the next line that is neither blank nor a comment, keeping comments; returns `false` at the end of the text.
  mutating func nextContent() throws(LookupFileError) -> Bool {
    while nextLine() {
      guard let first = peek else { continue }
      guard hasComments, first == UInt8(ascii: "#") else { return true }
      let text = rest().dropFirst()
      try keep(comment: String(text.first == " " ? text.dropFirst() : text))
    }
    return false
  }

  /// Advances to the next line that is neither blank nor a comment, keeping comments.
  ///
  /// - Throws: ``LookupFileError/incomplete(line:found:expected:)`` at the end of the text.
  mutating func nextContent(_ expected: String) throws(LookupFileError) {
    guard try nextContent() else { throw incomplete("nothing more", expected) }
  }

  mutating func keep(comment: String) throws(LookupFileError) {
    guard comments.count < Self.commentLimit else { throw unexpected("at most \(Self.commentLimit) comments") }
    comments.append(comment)
  }

  /// Reads all rows that follow, starting in the current line if part of it is left; `name` is the keyword that states their number.
  mutating func rows(
    _ count: Int, of name: String,
    _ row: (inout LineScanner) throws(LookupFileError) -> SIMD3<Float> = { text throws(LookupFileError) in
      guard let row = text.triple() else { throw text.unexpected("a row of three finite numbers") }
      return row
    }
  ) throws(LookupFileError) -> [SIMD3<Float>] {
    var rows: [SIMD3<Float>] = []
    // A row has at least six bytes, so memory is reserved only for rows that can be present, whatever the header claims.
    rows.reserveCapacity(min(count, (end - cursor + remaining) / 6 + 1))
    while true {
      if peek == nil { guard try nextContent() else { break } }
      guard rows.count < count else { throw unexpected("the end of the file after the \(count) rows of \(name)") }
      rows.append(try row(&self))
    }
    guard rows.count == count else { throw incomplete("\(rows.count) of \(count) rows", "all rows of \(name)") }
    return rows
  }

  // MARK: Words

  /// The next byte of the current line that is not blank; `nil` at its end.
  var peek: UInt8? { cursor < end ? bytes[cursor] : nil }
  var isAtNumber: Bool { peek.map { $0.isDigit || "+-.".utf8.contains($0) } ?? false }

  /// The whole current line as text, without trailing blanks.
  var lineText: String { String(decoding: bytes[start..<end], as: UTF8.self) }

  /// Returns the next word of the current line as the range of its bytes; `nil` at the end of the line.
  mutating func nextWord() -> Range<Int>? {
    guard cursor < end else { return nil }
    let first = cursor
    while cursor < end, !bytes[cursor].isBlank { cursor += 1 }
    defer { skipBlanks() }
    return first..<cursor
  }

  mutating func word() -> String? { nextWord().map { String(decoding: bytes[$0], as: UTF8.self) } }

  mutating func rest() -> String {
    defer { cursor = end }
    return String(decoding: bytes[cursor..<end], as: UTF8.self)
  }

  /// Returns the next word as a number that is finite as `Float`; `nil` for anything else or at the end of the line.
  mutating func number() -> Double? {
    guard let number = nextWord().flatMap({ decimalNumber(bytes, $0) }), Float(number).isFinite else { return nil }
    return number
  }

  /// Returns the next word as an integer of at most 9 digits; `nil` for anything else or at the end of the line.
  mutating func integer() -> Int? {
    guard let word = nextWord(), word.count <= 9, bytes[word].allSatisfy(\.isDigit) else { return nil }
    return bytes[word].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// Returns all words of the rest of the line; `nil` if there are too many or one is invalid.
  private mutating func all<Value>(_ read: (inout LineScanner) -> Value?) -> [Value]? {
    var values: [Value] = []
    while peek != nil {
      guard values.count < Self.wordLimit, let value = read(&self) else { return nil }
      values.append(value)
    }
    return values
  }

  /// Returns the rest of the line as numbers that are finite as `Float`; `nil` for anything else.
  mutating func numbers() -> [Double]? { all { $0.number() } }

  /// Returns the rest of the line as this many numbers that are finite as `Float`.
  mutating func numbers(_ count: Int, _ expected: String) throws(LookupFileError) -> [Double] {
    guard let numbers = numbers(), numbers.count == count else { throw unexpected(expected) }
    return numbers
  }

  /// Returns the rest of the line as integers; `nil` for anything else, or an integer above the limit.
  mutating func integers(upTo limit: Int) -> [Int]? {
    all { text in text.integer().flatMap { $0 <= limit ? $0 : nil } }
  }

  /// Returns the rest of the line as one number; `nil` for anything else.
  mutating func onlyNumber() -> Double? { number().flatMap { peek == nil ? $0 : nil } }

  /// Returns the rest of the line as one nonnegative integer; `nil` for anything else.
  mutating func onlyInteger() -> Int? { integer().flatMap { peek == nil ? $0 : nil } }

  /// Returns the rest of the line as three numbers that are finite as `Float`; `nil` for anything else.
  mutating func triple() -> SIMD3<Float>? {
    guard let x = number(), let y = number(), let z = number(), peek == nil else { return nil }
    return SIMD3(Float(x), Float(y), Float(z))
  }

  /// Returns the rest of the line as a size; `expected` is what stands before the range in an error.
  mutating func size(
    _ allowed: ClosedRange<Int>, _ expected: String = "a size of"
  ) throws(LookupFileError) -> Int {
    guard let size = onlyInteger(), allowed.contains(size) else {
      throw unexpected("\(expected) \(allowed.lowerBound) to \(allowed.upperBound)")
    }
    return size
  }

  /// Returns the rest of the line as the three equal sizes of a cube.
  mutating func cubeSize() throws(LookupFileError) -> Int {
    let allowed = Cube.sizes
    guard let sizes = integers(upTo: allowed.upperBound), sizes.count == 3, Set(sizes).count == 1,
      allowed.contains(sizes[0])
    else { throw unexpected("three equal sizes of \(allowed.lowerBound) to \(allowed.upperBound)") }
    return sizes[0]
  }

  private mutating func skipBlanks() {
    while cursor < end, bytes[cursor].isBlank { cursor += 1 }
  }

  // MARK: Errors

  func unexpected(_ expected: String) -> LookupFileError {
    .unexpected(line: line, found: start < end ? quoted(bytes[start..<end]) : "nothing", expected: expected)
  }

  func incomplete(_ found: String, _ expected: String) -> LookupFileError {
    .incomplete(line: line, found: found, expected: expected)
  }
}

/// Returns text for error messages: in quotes, at most 48 characters, with everything but plain ASCII escaped.
func quoted(_ bytes: some Collection<UInt8>) -> String {
  let shown = bytes.prefix(48).map { Unicode.Scalar($0).escaped(asASCII: true) }.joined()
  return "\"\(shown)\(bytes.count > 48 ? "…" : "")\""
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
