/// The place of registered user data in coded pictures: in units before the first part of the picture.
package enum PictureMessages: Sendable {
  /// In NAL units, with length fields of this many bytes or with start codes.
  case units(SEIUnit.Codec, lengthBytes: Int?)
  /// In OBUs of AV1.
  case av1

  /// Returns the first message of a coded picture that starts with `header`, from the country code on.
  ///
  /// - Throws: `MetadataError` if a unit that may contain it is damaged.
  package func message(
    beginningWith header: [UInt8], in picture: UnsafeRawBufferPointer
  ) throws(MetadataError) -> [UInt8]? {
    var bytes = unsafe UnitsInMemory([UInt8](picture), of: "a coded picture")
    switch self {
    case .units(let codec, let lengthBytes):
      var scanner = StartCodeScanner(bytes)
      func next() throws(MetadataError) -> Range<Int>? {
        if let lengthBytes { return try bytes.nextUnit(lengthBytes: lengthBytes) }
        // The end of a part of the picture is not searched for.
        guard let start = try scanner.nextStart(), start < picture.count, unsafe !codec.isPicture(picture[start])
        else { return nil }
        return try scanner.nextUnit()
      }
      while let unit = try next(), let first = unsafe picture[unit].first, !codec.isPicture(first) {
        guard codec == .avc ? first & 31 == 6 : first >> 1 & 63 == 39 else { continue }
        let messages = try unsafe SEIUnit(parsing: picture[unit], of: codec).messages.lazy.filter {
          $0.kind == .registeredUserData
        }.map(\.payload)
        if let message = messages.first(where: { $0.starts(with: header) }) { return message }
      }
    case .av1:
      // A frame header, a group of tiles or a frame ends the search.
      while bytes.remaining > 0, case let unit = try bytes.nextUnitOfAV1(), ![3, 4, 6].contains(unit.type) {
        guard unit.type == 5 else { continue }
        var content = unsafe UnitsInMemory(picture[unit.content], of: "an OBU")
        guard try content.leb128() == 4 else { continue }
        let message = content.bytes[content.position...]
        // The trailing bits are a 1 and zeros.
        guard let end = message.lastIndex(where: { $0 != 0 }), message[..<end].starts(with: header) else { continue }
        return Array(message[..<end])
      }
    }
    return nil
  }
}

extension SEIUnit.Codec {
  /// Whether a unit with this first byte is part of a picture.
  ///
  /// - Source: Rec. ITU-T H.264, Table 7-1; H.265, Table 7-1.
  fileprivate func isPicture(_ byte: UInt8) -> Bool { self == .avc ? 1...5 ~= byte & 31 : byte >> 1 & 63 < 32 }
}
