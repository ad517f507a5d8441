/// A reader of the numbers in a payload, from its most significant bit on. It never reads past the end.
struct BitReader {
  /// The name of the payload in errors: `a payload of cclv`.
  let name: String
  private let bytes: [UInt8]
  private var position = 0

  /// A reader at the first bit of these bytes.
  init(_ bytes: some Sequence<UInt8>, of name: String) {
    self.bytes = Array(bytes)
    self.name = name
  }

  /// The number of bits that are left.
  var remaining: Int { bytes.count * 8 - position }

  /// The next `count` bits as an unsigned number.
  ///
  /// - Domain: `count` of `0...32`.
  /// - Throws: `.truncated` if there are fewer.
  mutating func unsigned(_ count: Int) throws(MetadataError) -> UInt32 {
    guard count <= remaining else { throw .truncated(of: name, afterBytes: bytes.count) }
    var value: UInt32 = 0
    for _ in 0..<count {
      value = value << 1 | UInt32(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
      position += 1
    }
    return value
  }

  /// The next `count` bits, as a type that is wide enough.
  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ count: Int, as: Number.Type = Number.self
  ) throws(MetadataError) -> Number {
    Number(truncatingIfNeeded: try unsigned(count))
  }

  /// The next bit.
  mutating func flag() throws(MetadataError) -> Bool { try unsigned(1) == 1 }

  /// The next numbers, of `bits` bits each.
  mutating func numbers<Number: FixedWidthInteger & UnsignedInteger>(
    _ count: Int, bits: Int
  ) throws(MetadataError) -> [Number] {
    guard count * bits <= remaining else { throw .truncated(of: name, afterBytes: bytes.count) }
    var numbers: [Number] = []
    for _ in 0..<count { numbers.append(try number(bits)) }
    return numbers
  }

  /// Skips bits that are reserved and must be zero.
  ///
  /// - Throws: `.malformedBytes` if one of them is set.
  mutating func zeros(_ count: Int) throws(MetadataError) {
    guard try unsigned(count) == 0 else {
      throw .malformedBytes(of: name, found: "a reserved bit that is set", expected: "zero")
    }
  }
}
