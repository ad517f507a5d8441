// A name as a word of a command line, a string that keeps every byte: each byte above 127 is a character of its own, from the end of a
// private use area.
extension MediaLocation {
  /// The offset of the characters of bytes: the character of byte 0, if it had one.
  private static let base: UInt32 = 0x10FF00

  package init(word: String) {
    self.init(
      named: word.unicodeScalars.flatMap { scalar in
        scalar.value >= Self.base + 0x80 ? [UInt8(scalar.value - Self.base)] : Array(String(scalar).utf8)
      })
  }

  package var word: String {
    bytes.reduce(into: "") { text, byte in
      text.unicodeScalars.append(
        byte < 0x80 ? Unicode.Scalar(byte) : Unicode.Scalar(Self.base + UInt32(byte)) ?? Unicode.Scalar(byte))
    }
  }
}
