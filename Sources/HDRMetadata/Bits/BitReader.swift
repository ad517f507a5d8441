/// The numbers of a payload, read one after another from its most significant bit on; never past its end.
struct BitReader {
  /// What is read, as an error names it: `a payload of cclv`.
  let name: String
  private let bytes: [UInt8]
  private var position = 0

  /// A reader at the first bit of these bytes.
  init(_ bytes: some Sequence<UInt8>, of name: String) {
    self.bytes = Array(bytes)
    self.name = name
  }

  /// How many bits are left.
  var remaining: Int { bytes.count * 8 - position }

  /// The next `count` bits as an unsigned number.
  ///
  /// - Domain: `count` of `0...32`.
  /// - Throws: `.truncated` when there are fewer.
  mutating func unsigned(_ count: Int) throws(MetadataError) -> UInt32 {
    guard count <= remaining else { throw .truncated(of: name, afterBytes: bytes.count) }
    var value: UInt32 = 0
    for _ in 0..<count {
      value = value << 1 | UInt32(bytes[position >> 3] >> (7 - UInt8(position & 7)) & 1)
      position += 1
    }
    return value
  }

  /// The next `count` bits, in a type that holds them.
  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(
    _ count: Int, as: Number.Type = Number.self
  ) throws(MetadataError) -> Number {
    Number(truncatingIfNeeded: try unsigned(count))
  }

  /// The next bit.
  mutating func flag() throws(MetadataError) -> Bool { try unsigned(1) == 1 }

  /// As many numbers of `bits` bits each.
  mutating func numbers<Number: FixedWidthInteger & UnsignedInteger>(
    _ count: Int, bits: Int
  ) throws(MetadataError) -> [Number] {
    guard count * bits <= remaining else { throw .truncated(of: name, afterBytes: bytes.count) }
    var numbers: [Number] = []
    for _ in 0..<count { numbers.append(try number(bits)) }
    return numbers
  }

  /// Bits that the standard reserves and sets to zero.
  ///
  /// - Throws: `.malformedBytes` when one of them is set.
  mutating func zeros(_ count: Int) throws(MetadataError) {
    guard try unsigned(count) == 0 else {
      throw .malformedBytes(of: name, found: "a reserved bit that is set", expected: "zero")
    }
  }
}
