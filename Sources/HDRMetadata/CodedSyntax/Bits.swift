/// The location of bits, for error messages.
package protocol BitOrigin: Sendable {
  associatedtype Failure: Error
  /// The error for `found` bytes where `needed` are required.
  func truncated(needed: Int, found: Int) -> Failure
  func malformed(_ found: String, expected: String) -> Failure
}

/// A reader of numbers from bytes, the most significant bit first. It never reads past the end.
package struct Bits<Origin: BitOrigin>: Sendable {
  package let origin: Origin
  private let bytes: [UInt8]
  package private(set) var position = 0

  package init(_ bytes: some Sequence<UInt8>, in origin: Origin) {
    self.bytes = Array(bytes)
    self.origin = origin
  }

  package var remaining: Int { bytes.count * 8 - position }

  /// The next `count` bits as an unsigned number.
  ///
  /// - Domain: `count` of `0...32`.
  /// - Throws: `truncated` if there are fewer.
  package mutating func unsigned(_ count: Int) throws(Origin.Failure) -> UInt32 {
    try require(count)
    var value: UInt32 = 0
    for _ in 0..<count {
      value = value << 1 | UInt32(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
      position += 1
    }
    return value
  }

  /// The next `count` bits, as a type that is wide enough.
  package mutating func number<Number: FixedWidthInteger>(
    _ count: Int, as: Number.Type = Number.self
  ) throws(Origin.Failure) -> Number {
    Number(truncatingIfNeeded: try unsigned(count))
  }

  package mutating func flag() throws(Origin.Failure) -> Bool { try unsigned(1) == 1 }

  package mutating func numbers<Number: FixedWidthInteger>(
    _ count: Int, bits: Int
  ) throws(Origin.Failure) -> [Number] {
    try require(count * bits)
    var numbers: [Number] = []
    for _ in 0..<count { numbers.append(try number(bits)) }
    return numbers
  }

  package mutating func skip(_ count: Int) throws(Origin.Failure) {
    try require(count)
    position += count
  }

  /// Skips bits that are reserved and must be zero.
  ///
  /// - Throws: `malformed` if one of them is set.
  package mutating func zeros(_ count: Int) throws(Origin.Failure) {
    guard try unsigned(count) == 0 else { throw origin.malformed("a reserved bit that is set", expected: "zero") }
  }

  private func require(_ count: Int) throws(Origin.Failure) {
    guard count <= remaining else { throw origin.truncated(needed: (position + count + 7) / 8, found: bytes.count) }
  }
}

extension Bits {
  /// An unsigned Exp-Golomb code.
  ///
  /// - Range: `0...limit`; no field that is read here has more than 32 bits.
  /// - Source: Rec. ITU-T H.264 and H.265, clause 9.2, *ue(v)*; AV1, clause 4.10.3, *uvlc()*.
  package mutating func golomb(upTo limit: Int = Int(UInt32.max) - 1) throws(Origin.Failure) -> Int {
    var zeros = 0
    while try !flag() { zeros += 1 }
    guard zeros < 32 else { throw origin.malformed("a code of \(zeros) zeros", expected: "at most 31") }
    let number = (1 << zeros) - 1 + (try self.number(zeros))
    guard number <= limit else { throw origin.malformed("\(number)", expected: "at most \(limit)") }
    return number
  }

  /// A signed Exp-Golomb code.
  ///
  /// - Source: Rec. ITU-T H.264 and H.265, clause 9.2.2, *se(v)*.
  package mutating func signedGolomb() throws(Origin.Failure) -> Int {
    let number = try golomb()
    return number % 2 == 1 ? (number + 1) / 2 : -number / 2
  }
}

/// A writer that appends numbers to bytes, the most significant bit first.
package struct BitWriter {
  package private(set) var bytes: [UInt8] = []
  private var used = 0

  package init() {}

  /// Appends the `count` least significant bits of a number.
  package mutating func append(low value: some FixedWidthInteger & UnsignedInteger, bits count: Int) {
    let value = UInt64(truncatingIfNeeded: value)
    for place in stride(from: count - 1, through: 0, by: -1) { append(bit: value >> place & 1 == 1) }
  }

  package mutating func append(bit: Bool) {
    if used & 7 == 0 { bytes.append(0) }
    if bit { bytes[bytes.count - 1] |= 0x80 >> UInt8(used & 7) }
    used += 1
  }

  package var isAligned: Bool { used & 7 == 0 }

  /// Fills the last byte as SEI messages do: with a one and zeros, or not at all if it is full.
  ///
  /// - Source: Rec. ITU-T H.264, clause 7.3.2.3.1: `bit_equal_to_one`, then `bit_equal_to_zero`.
  package mutating func align() {
    guard !isAligned else { return }
    append(bit: true)
    while !isAligned { append(bit: false) }
  }
}

struct PayloadName: BitOrigin {
  let name: String

  func truncated(needed: Int, found: Int) -> MetadataError { .truncated(of: name, afterBytes: found) }

  func malformed(_ found: String, expected: String) -> MetadataError {
    .malformedBytes(of: name, found: found, expected: expected)
  }
}

typealias BitReader = Bits<PayloadName>

extension BitReader {
  init(_ bytes: some Sequence<UInt8>, of name: String) { self.init(bytes, in: PayloadName(name: name)) }

  /// The next `count` bits as a number of units; or as many numbers, of `bits` bits each.
  mutating func quantity<Unit, Integer>(_ count: Int) throws(MetadataError) -> CodedQuantity<Unit, Integer> {
    CodedQuantity(units: try number(count))
  }

  mutating func quantities<Unit, Integer>(
    _ count: Int, bits: Int
  ) throws(MetadataError) -> [CodedQuantity<Unit, Integer>] {
    try numbers(count, bits: bits).map(CodedQuantity.init(units:))
  }
}

extension BitWriter {
  /// Appends a number of `count` bits.
  ///
  /// - Throws: `.outOfRange` with the name of the field if the number needs more bits.
  mutating func append(
    _ value: some FixedWidthInteger & UnsignedInteger, bits count: Int, field: String = "a field"
  ) throws(MetadataError) {
    guard value.bitWidth - value.leadingZeroBitCount <= count else {
      throw .outOfRange(
        field: field, found: Double(value), expected: 0...Double((UInt64(1) << UInt64(count)) - 1), unit: "")
    }
    append(low: value, bits: count)
  }
}
