/// Words of a text that arrives in pieces.
struct NumberStream {
  /// The longest word that is taken for a number.
  private static let longest = 256

  private var pending: [UInt8] = []
  private let separators: Set<UInt8>

  /// - Parameter separators: What separates words beside blanks and line feeds.
  init(separators: String = "") { self.separators = Set(separators.utf8) }

  /// Adds a piece and hands out the words that are whole.
  mutating func add(
    _ piece: UnsafeBufferPointer<UInt8>, of text: XMLText,
    _ number: (_ bytes: [UInt8], _ word: Range<Int>) throws(LookupFileError) -> Void
  ) throws(LookupFileError) {
    unsafe pending.append(contentsOf: piece)
    try handOut(number)
    guard pending.count <= Self.longest else { throw text.unexpected(quoted(pending), "a number") }
  }

  /// Hands out the last word.
  mutating func finish(
    _ number: (_ bytes: [UInt8], _ word: Range<Int>) throws(LookupFileError) -> Void
  ) throws(LookupFileError) {
    pending.append(.lineFeed)
    try handOut(number)
  }

  private mutating func handOut(
    _ number: (_ bytes: [UInt8], _ word: Range<Int>) throws(LookupFileError) -> Void
  ) throws(LookupFileError) {
    var first = 0
    for place in pending.indices where isSeparator(pending[place]) {
      if place > first { try number(pending, first..<place) }
      first = place + 1
    }
    pending.removeFirst(first)
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == .lineFeed || byte == .carriageReturn || separators.contains(byte)
  }
}
