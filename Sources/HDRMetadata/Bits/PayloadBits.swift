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
