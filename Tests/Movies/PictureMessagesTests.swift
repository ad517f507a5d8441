import HDRMetadata
import Movies
import Testing

/// Registered user data of coded pictures: found before the first part of a picture, and nowhere else.
@Suite struct PictureMessagesTests {
  private static let header: [UInt8] = [0xB5, 0, 0x90]
  private static let message = header + [1, 0, 0, 0, 1]

  private func found(_ place: PictureMessages, _ bytes: [UInt8]) -> [UInt8]? {
    (try? message(place, bytes)) ?? nil
  }

  private func message(_ place: PictureMessages, _ bytes: [UInt8]) throws -> [UInt8]? {
    try unsafe bytes.withUnsafeBytes { try unsafe place.message(beginningWith: Self.header, in: $0) }
  }

  /// A damaged unit is an error, and not a picture without a message, for which that of the picture before would hold.
  @Test(arguments: SEIUnit.Codec.allCases) func damageIsTold(codec: SEIUnit.Codec) throws {
    let units = try units(of: codec)
    // The payload is longer than the unit.
    var damaged = units[2]
    damaged[codec == .avc ? 2 : 3] = 200
    let place = PictureMessages.units(codec, lengthBytes: 1)
    func message(_ units: [[UInt8]]) throws -> [UInt8]? {
      try self.message(place, units.flatMap { [UInt8($0.count)] + $0 })
    }
    #expect(try message([units[0], units[2], units[3]]) == Self.message && message([units[0], units[3]]) == nil)
    #expect(throws: MetadataError.self) { try message([units[0], damaged, units[3]]) }
    #expect(throws: MetadataError.self) { try self.message(place, [9, 1]) }
    #expect(throws: MetadataError.self) {
      try self.message(.av1, [5 << 3 | 2, 9, 4])
    }
  }

  /// A parameter set, another message, the message, and a part of a picture.
  private func units(of codec: SEIUnit.Codec) throws -> [[UInt8]] {
    let messages = [
      try SEIMessage(type: 4, payload: [0xB5, 0, 0x31]), try SEIMessage(type: 4, payload: Self.message),
    ]
    return [
      codec == .avc ? [0x67, 0x42] : [0x42, 1, 1],
      SEIUnit([try SEIMessage(type: 1, payload: [0x80])], of: codec).bytes,
      SEIUnit(messages, of: codec).bytes, codec == .avc ? [0x65, 0x88] : [0x26, 1, 0xAF],
    ]
  }

  @Test(arguments: SEIUnit.Codec.allCases, 1...4) func unitsWithLengths(codec: SEIUnit.Codec, lengthBytes: Int) throws {
    func bytes(_ units: [[UInt8]]) -> [UInt8] {
      units.flatMap { [UInt8](repeating: 0, count: lengthBytes - 1) + [UInt8($0.count)] + $0 }
    }
    let units = try units(of: codec)
    let place = PictureMessages.units(codec, lengthBytes: lengthBytes)
    #expect(found(place, bytes(units)) == Self.message)
    #expect(found(place, bytes(units.reversed())) == nil, "the picture ends the search")
    #expect(found(place, [UInt8](repeating: 0, count: lengthBytes) + bytes(units)) == nil, "so does an empty unit")
    for count in 0..<bytes(Array(units.prefix(3))).count {
      #expect(found(place, Array(bytes(units).prefix(count))) == nil)
    }
  }

  @Test(arguments: SEIUnit.Codec.allCases, 2...4) func unitsWithStartCodes(codec: SEIUnit.Codec, zeros: Int) throws {
    func bytes(_ units: [[UInt8]]) -> [UInt8] { units.flatMap { [UInt8](repeating: 0, count: zeros) + [1] + $0 } }
    let units = try units(of: codec)
    let place = PictureMessages.units(codec, lengthBytes: nil)
    #expect(found(place, bytes(units)) == Self.message)
    #expect(found(place, bytes(Array(units.prefix(3)))) == Self.message)
    #expect(found(place, bytes(units.reversed())) == nil, "the picture ends the search")
    #expect(found(place, units.flatMap(\.self)) == nil, "no start codes")
  }

  @Test func unitsOfAV1() {
    func obu(_ type: UInt8, _ content: [UInt8], flags: UInt8 = 2) -> [UInt8] {
      [type << 3 | flags] + (flags & 4 == 0 ? [] : [0]) + (flags & 2 == 0 ? [] : [UInt8(content.count)]) + content
    }
    let content = [4] + Self.message + [0x80, 0, 0]
    let frame = obu(6, [1, 2, 3])
    #expect(found(.av1, obu(2, []) + obu(5, content) + frame) == Self.message)
    #expect(found(.av1, obu(5, content, flags: 6) + frame) == Self.message, "an extension of the header")
    #expect(found(.av1, obu(2, []) + obu(5, content, flags: 0)) == Self.message, "a unit that extends to the end")
    #expect(
      found(.av1, obu(5, [5] + content.dropFirst()) + obu(5, [4]) + obu(5, [])) == nil, "other metadata, and none")
    #expect(found(.av1, frame + obu(5, content)) == nil, "the picture ends the search")
    #expect(found(.av1, obu(5, content, flags: 0x82)) == nil, "the forbidden bit")
    #expect(found(.av1, [5 << 3 | 2, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F] + content) == nil, "a size of more than 32 bits")
    for count in 0..<obu(5, content).count { #expect(found(.av1, Array(obu(5, content).prefix(count))) == nil) }
  }
}
