extension DolbyVisionRPU {
  /// The country (United States), provider (Dolby) and provider's code (2048).
  static let header: [UInt8] = [0xB5, 0x00, 0x3B, 0x00, 0x00, 0x08, 0x00]

  /// Parses the bytes after the header of a T.35 message, as in AV1: the RPU in Dolby's container, EMDF.
  ///
  /// - Source: The constant fields of the container, as in FFmpeg and dovi_tool.
  init(afterHeader bytes: some Sequence<UInt8>) throws(MetadataError) {
    var reader = BitReader(bytes, of: Self.container)
    for (number, bits) in Self.fields where try reader.unsigned(bits) != number {
      throw reader.origin.malformed("another field than the one of \(number)", expected: "the RPU of a picture")
    }
    let size = try reader.variable(groups: 8)
    let rpu: [UInt8] = try reader.numbers(size, bits: 8)
    try self.init(payload: [25] + rpu)
  }

  /// The bytes of a T.35 message, the country code first.
  func message() -> [UInt8] {
    var writer = BitWriter()
    for byte in Self.header { writer.append(low: byte, bits: 8) }
    for (number, bits) in Self.fields { writer.append(low: number, bits: bits) }
    writer.appendVariable(payload.count - 1, groups: 8)
    for byte in payload.dropFirst() { writer.append(low: byte, bits: 8) }
    // No further payload, and a protection of one byte.
    for (number, bits) in [(0, 5), (1, 2), (0, 2), (0, 8)] as [(UInt32, Int)] { writer.append(low: number, bits: bits) }
    while !writer.isAligned { writer.append(bit: true) }
    return writer.bytes
  }

  private static let container = "a Dolby Vision RPU of AV1"

  /// Version 0, key 6, payload 31 with the extension 225 in two groups of five bits, no sample offset, duration, group or codec data; readers that do
  /// not know the payload drop it.
  private static let fields: [(number: UInt32, bits: Int)] = [
    (0, 2), (6, 3), (31, 5), (6, 5), (1, 1), (1, 5), (0, 1), (0, 4), (1, 1),
  ]
}

extension BitReader {
  /// A number in groups of bits. A group that follows another adds one to the number before it.
  fileprivate mutating func variable(groups bits: Int) throws(MetadataError) -> Int {
    var number = 0
    while true {
      number += Int(try unsigned(bits))
      guard try flag() else { return number }
      // A number above the remaining bits is an error, and ends the loop before an overflow.
      number = (number + 1) << bits
      guard number <= remaining else { throw origin.truncated(needed: number, found: remaining / 8) }
    }
  }
}

extension BitWriter {
  fileprivate mutating func appendVariable(_ number: Int, groups bits: Int) {
    var groups: [Int] = []
    var rest = number
    repeat {
      groups.insert(rest & ((1 << bits) - 1), at: 0)
      rest = rest >> bits - 1
    } while rest >= 0
    for (place, group) in groups.enumerated() {
      append(low: UInt32(group), bits: bits)
      append(bit: place < groups.count - 1)
    }
  }
}
