typealias BitReader = Bits<Place>

extension Place: BitOrigin {
  package func truncated(needed: Int, found: Int) -> MediaFileError {
    .truncated(part: path, byte: byte, needed: needed, found: found)
  }

  package func malformed(_ found: String, expected: String) -> MediaFileError {
    .malformed(part: path, byte: byte, found: found, expected: expected)
  }
}

extension BitReader {
  /// The next `count` bits, at most 32, as a number.
  mutating func bits(_ count: Int) throws(MediaFileError) -> Int { try number(count) }

  func malformed(_ found: String, expected: String) -> MediaFileError { origin.malformed(found, expected: expected) }
}
