/// Numbers in groups of seven bits, the least significant first.
///
/// - Source: AV1 bitstream specification, clause 4.10.5, `leb128`: at most 8 bytes, at most 2³² − 1.
package enum LEB128 {
  /// The number that begins with the next byte; `nil` if it has more than 8 bytes or 32 bits.
  package static func number<Failure: Error>(_ next: () throws(Failure) -> UInt8) throws(Failure) -> UInt32? {
    var number: UInt64 = 0
    for place in 0..<8 {
      let byte = try next()
      number |= UInt64(byte & 0x7F) << (7 * UInt64(place))
      if byte & 0x80 == 0 { return UInt32(exactly: number) }
    }
    return nil
  }

  /// Removes a number from the front.
  static func read(_ bytes: inout ArraySlice<UInt8>) throws(MetadataError) -> UInt32 {
    let count = bytes.count
    let number = try number { () throws(MetadataError) in
      guard let byte = bytes.popFirst() else { throw .truncated(of: "an OBU", afterBytes: count) }
      return byte
    }
    guard let number else {
      throw .malformedBytes(of: "an OBU", found: "a number of more than 32 bits", expected: "a number that fits")
    }
    return number
  }

  static func bytes(of number: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
