/// The 32-bit cyclic redundancy check at the end of MPEG-2's tables and Dolby Vision's RPUs.
///
///     CRC32.of("123456789".utf8)  // 0x0376_E6E7
///
/// - Source: Rec. ITU-T H.222.0, Annex A: the polynomial 0x04C11DB7, all bits initially set, the most significant bit first.
package enum CRC32 {
  private static let polynomial: UInt32 = 0x04C1_1DB7

  /// The check of each single byte.
  @usableFromInline static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { check, _ in check << 1 ^ (check >> 31 == 1 ? polynomial : 0) }
  }

  @inlinable package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(.max) { check, byte in check << 8 ^ table[Int(UInt8(truncatingIfNeeded: check >> 24) ^ byte)] }
  }
}
