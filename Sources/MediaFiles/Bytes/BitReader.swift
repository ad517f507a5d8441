internal import HDRMetadata

/// The bits of a part of a file.
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

  /// An unsigned Exp-Golomb code.
  ///
  /// - Range: `0...limit`; no field that is read here has more than 32 bits.
  /// - Source: Rec. ITU-T H.264 and H.265, clause 9.2, *ue(v)*; AV1, clause 4.10.3, *uvlc()*.
  mutating func golomb(upTo limit: Int = Int(UInt32.max) - 1) throws(MediaFileError) -> Int {
    var zeros = 0
    while try !flag() { zeros += 1 }
    guard zeros < 32 else { throw malformed("a code of \(zeros) zeros", expected: "at most 31") }
    let number = (1 << zeros) - 1 + (try bits(zeros))
    guard number <= limit else { throw malformed("\(number)", expected: "at most \(limit)") }
    return number
  }

  /// A signed Exp-Golomb code.
  ///
  /// - Source: Rec. ITU-T H.264 and H.265, clause 9.2.2, *se(v)*.
  mutating func signedGolomb() throws(MediaFileError) -> Int {
    let number = try golomb()
    return number % 2 == 1 ? (number + 1) / 2 : -number / 2
  }

  /// The error for a value that is not allowed where it was read.
  func malformed(_ found: String, expected: String) -> MediaFileError { origin.malformed(found, expected: expected) }
}
