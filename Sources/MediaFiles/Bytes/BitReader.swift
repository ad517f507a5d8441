/// Bits of a payload, the most significant first.
struct BitReader {
  private let bytes: [UInt8]
  private let part: String
  private let start: Int
  /// The number of bits that were read.
  private(set) var position = 0

  /// The bits of `bytes`, which are in `part` at byte `start` of the file.
  init(_ bytes: [UInt8], part: String, start: Int) {
    self.bytes = bytes
    self.part = part
    self.start = start
  }

  /// The number of bits that are left.
  var remaining: Int { bytes.count * 8 - position }

  /// The next `count` bits, at most 32, as a number.
  mutating func bits(_ count: Int) throws(MediaFileError) -> Int {
    guard count <= remaining else {
      throw .truncated(part: part, byte: start, needed: (position + count + 7) / 8, found: bytes.count)
    }
    var number = 0
    for bit in position..<position + count { number = number << 1 | Int(bytes[bit / 8] >> UInt8(7 - bit % 8) & 1) }
    position += count
    return number
  }

  mutating func flag() throws(MediaFileError) -> Bool { try bits(1) == 1 }

  mutating func skip(_ count: Int) throws(MediaFileError) {
    var left = count
    while left > 32 {
      _ = try bits(32)
      left -= 32
    }
    _ = try bits(left)
  }

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
  func malformed(_ found: String, expected: String) -> MediaFileError {
    .malformed(part: part, byte: start, found: found, expected: expected)
  }
}
