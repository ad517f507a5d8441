/// The lines of a text and the words in them, read where they lie.
///
/// Lines end with LF, CR LF or CR, and the text with Ctrl-Z if there is one after all else; words are separated by spaces and tabs. A UTF-8
/// byte order mark is skipped.
struct LineScanner {
  private let bytes: [UInt8]
  /// The number of the current line, counted from 1.
  private(set) var line = 0
  private var start = 0, cursor = 0, end = 0
  private var next: Int

  init(_ bytes: [UInt8]) {
    // Old editors end a text with Ctrl-Z.
    let end = bytes.lastIndex { !($0 == 0x1A || $0 == .lineFeed || $0 == .carriageReturn || $0.isBlank) } ?? -1
    self.bytes = bytes[(end + 1)...].contains(0x1A) ? Array(bytes[...end]) : bytes
    next = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The number of bytes after the current line.
  var remaining: Int { bytes.count - next }

  /// Goes to the next line; `false` at the end of the text.
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

  /// The next byte of the current line that is not blank; `nil` at its end.
  var peek: UInt8? { cursor < end ? bytes[cursor] : nil }

  /// Whether a number could begin here.
  var isAtNumber: Bool {
    guard let peek else { return false }
    return peek.isDigit || peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") || peek == UInt8(ascii: ".")
  }

  /// The whole current line as text, without blanks at its end.
  var lineText: String { String(decoding: bytes[start..<end], as: UTF8.self) }

  /// The next word of the current line as text; `nil` at its end.
  mutating func word() -> String? {
    nextWord().map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  /// The rest of the current line as text.
  mutating func rest() -> String {
    defer { cursor = end }
    return String(decoding: bytes[cursor..<end], as: UTF8.self)
  }

  /// The next word as a number; `nil` if it is none, or if the line ends.
  mutating func number() -> Double? {
    nextWord().flatMap { decimalNumber(bytes, $0) }
  }

  /// The maximum number of words that a line may have: as many as a curve has values.
  private static let wordLimit = 1_048_576

  /// All numbers of the rest of the line; `nil` if another word is among them, a number that is not finite as `Float`, or too many.
  mutating func numbers() -> [Double]? {
    var numbers: [Double] = []
    while peek != nil {
      guard numbers.count < Self.wordLimit, let number = number(), Float(number).isFinite else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// The next word as an integer of at most 9 digits; `nil` if it is none, or if the line ends.
  mutating func integer() -> Int? {
    guard let word = nextWord(), word.count <= 9 else { return nil }
    var integer = 0
    for byte in bytes[word] {
      guard byte.isDigit else { return nil }
      integer = integer * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return integer
  }

  /// All integers of the rest of the line; `nil` if another word is among them, an integer above the limit, or too many.
  mutating func integers(upTo limit: Int) -> [Int]? {
    var integers: [Int] = []
    while peek != nil {
      guard integers.count < Self.wordLimit, let integer = integer(), integer <= limit else { return nil }
      integers.append(integer)
    }
    return integers
  }

  /// The rest of the line as one number; `nil` for anything else.
  mutating func onlyNumber() -> Double? {
    guard let number = number(), Float(number).isFinite, peek == nil else { return nil }
    return number
  }

  /// The rest of the line as a whole number that is not negative; `nil` for anything else.
  mutating func onlyInteger() -> Int? {
    guard let integer = integer(), peek == nil else { return nil }
    return integer
  }

  /// The rest of the line as three numbers, finite as `Float`; `nil` for anything else.
  mutating func triple() -> SIMD3<Float>? {
    guard let x = number(), let y = number(), let z = number(), peek == nil else { return nil }
    let value = SIMD3(Float(x), Float(y), Float(z))
    return value.x.isFinite && value.y.isFinite && value.z.isFinite ? value : nil
  }

  /// Goes to the next line that is not blank.
  ///
  /// - Throws: ``LookupFileError/incomplete(line:found:expected:)`` at the end of the text.
  mutating func nextContent(_ expected: String) throws(LookupFileError) {
    repeat {
      guard nextLine() else { throw incomplete("nothing more", expected) }
    } while peek == nil
  }

  /// The error that the current line is something else than expected.
  func unexpected(_ expected: String) -> LookupFileError {
    .unexpected(line: line, found: start < end ? quoted(bytes[start..<end]) : "nothing", expected: expected)
  }

  /// The error that the file ends too early.
  func incomplete(_ found: String, _ expected: String) -> LookupFileError {
    .incomplete(line: line, found: found, expected: expected)
  }

  private mutating func nextWord() -> Range<Int>? {
    guard cursor < end else { return nil }
    let first = cursor
    while cursor < end, !bytes[cursor].isBlank { cursor += 1 }
    defer { skipBlanks() }
    return first..<cursor
  }

  private mutating func skipBlanks() {
    while cursor < end, bytes[cursor].isBlank { cursor += 1 }
  }
}

/// Text as errors show it: in quotes, at most 48 characters, with everything but plain ASCII escaped.
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

extension LineScanner {
  /// The maximum number of comments that a file may have: a list of lines takes more memory than the lines themselves.
  static let commentLimit = 100_000

  /// Keeps the current line, without its mark, as a comment.
  mutating func keepComment(in comments: inout [String]) throws(LookupFileError) {
    guard comments.count < Self.commentLimit else { throw unexpected("at most \(Self.commentLimit) comments") }
    let text = rest().dropFirst()
    comments.append(String(text.first == " " ? text.dropFirst() : text))
  }
}
