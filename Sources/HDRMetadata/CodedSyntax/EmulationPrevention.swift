/// The bytes 3 that keep a NAL unit free of sequences that look like the start of the next unit.
///
///     EmulationPrevention.adding(to: [0, 0, 1])      // [0, 0, 3, 1]
///     EmulationPrevention.removing(from: [0, 0, 3, 1])  // [0, 0, 1]
///
/// - Source: Rec. ITU-T H.264, clause 7.4.1; the same in H.265.
public enum EmulationPrevention {
  /// Returns the raw bytes of a NAL unit, without each 3 that follows two zeros.
  @inlinable public static func removing(from bytes: some Sequence<UInt8>) -> [UInt8] {
    var raw: [UInt8] = []
    var zeros = 0
    for byte in bytes {
      if zeros >= 2, byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      raw.append(byte)
    }
    return raw
  }

  /// Returns the bytes of a NAL unit for raw bytes, with a 3 between two zeros and a byte of 0 to 3 or the end.
  @inlinable public static func adding(to raw: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var zeros = 0
    for byte in raw {
      if zeros == 2, byte <= 3 {
        bytes.append(3)
        zeros = 0
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
    return zeros == 2 ? bytes + [3] : bytes
  }
}
