package enum ShellWords {
  /// Returns the words on one line; a word that needs quoting is in single quotes.
  package static func line(_ words: [String]) -> String {
    words.map { word in
      let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=.,:/+".contains($0)) }
      guard !isPlain || word.isEmpty else { return word }
      let path = Path(word: word)
      let text = String(decoding: path.bytes, as: UTF8.self)
      // Unprintable bytes need $'…', in which shells support escapes.
      guard path.bytes.isEmpty || "\(path)" == text else { return "$'\(path.bytes.map(escaped).joined())'" }
      return "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }.joined(separator: " ")
  }

  /// Escapes a byte between `$'` and `'` with three octal digits, so that a digit may follow.
  private static func escaped(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\\") {
      return String(Unicode.Scalar(byte))
    }
    return "\\" + String(0o1000 + Int(byte), radix: 8).dropFirst()
  }
}
