#if FFmpeg
  package import HDRMetadata

  /// Where coded pictures have registered user data: in units before the first part of the picture.
  package enum PictureMessages: Sendable {
    /// In NAL units, with lengths of so many bytes or with start codes.
    case units(SEIUnit.Codec, lengthBytes: Int?)
    /// In OBUs of AV1.
    case av1

    /// The first message of a coded picture that begins with `header`, from the country code on.
    ///
    /// - Throws: `MetadataError` if a unit that may have it is damaged.
    package func message(beginningWith header: [UInt8], in picture: [UInt8]) throws(MetadataError) -> [UInt8]? {
      switch self {
      case .units(let codec, let lengthBytes):
        var bytes = UnitsInMemory(picture, of: "a coded picture")
        var scanner = StartCodeScanner(bytes)
        func next() throws(MetadataError) -> Range<Int>? {
          if let lengthBytes { try bytes.nextUnit(lengthBytes: lengthBytes) } else { try scanner.nextUnit() }
        }
        while let unit = try next(), let first = picture[unit].first, !codec.isPicture(first) {
          guard codec == .avc ? first & 31 == 6 : first >> 1 & 63 == 39 else { continue }
          let messages = try SEIUnit(parsing: picture[unit], of: codec).messages.lazy.filter {
            $0.kind == .registeredUserData
          }.map(\.payload)
          if let message = messages.first(where: { $0.starts(with: header) }) { return message }
        }
      case .av1:
        var bytes = UnitsInMemory(picture, of: "a coded picture")
        // A frame header, a group of tiles or a frame ends the search.
        while bytes.remaining > 0, case let unit = try bytes.nextUnitOfAV1(), ![3, 4, 6].contains(unit.type) {
          guard unit.type == 5 else { continue }
          var content = UnitsInMemory(picture[unit.content], of: "an OBU")
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
    /// Whether the unit with this first byte is a part of a picture.
    ///
    /// - Source: Rec. ITU-T H.264, Table 7-1; H.265, Table 7-1.
    fileprivate func isPicture(_ byte: UInt8) -> Bool { self == .avc ? 1...5 ~= byte & 31 : byte >> 1 & 63 < 32 }
  }
#endif
