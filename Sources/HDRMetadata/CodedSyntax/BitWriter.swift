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

  /// Whether the last byte is full.
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
