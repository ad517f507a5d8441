internal import HDRMetadata

/// A unit (OBU) of AV1: its type, its position and its content.
struct OpenBitstreamUnit {
  let type: Int
  /// The offset of its header in the file.
  let start: Int
  var content: ByteWindow
}

extension ByteWindow {
  /// A number in AV1's *leb128()*.
  ///
  /// - Throws: `.malformed` for a number of more than 32 bits.
  mutating func leb128() throws(MediaFileError) -> Int {
    let start = position
    let number = try LEB128.number { () throws(MediaFileError) in try integer() }
    guard let number else {
      throw .malformed(part: path, byte: start, found: "a number of more than 32 bits", expected: "a number that fits")
    }
    return Int(number)
  }

  /// The next unit. A unit without a size extends to the end of the window.
  ///
  /// - Source: AV1, clauses 5.3.1 to 5.3.3.
  mutating func nextUnitOfAV1() throws(MediaFileError) -> OpenBitstreamUnit {
    let start = position
    let header = try integer(bytes: 1)
    guard header & 0x80 == 0 else {
      throw .malformed(part: path, byte: start, found: "a unit whose forbidden bit is set", expected: "an AV1 unit")
    }
    if header & 4 != 0 { try skip(1) }
    let length = header & 2 == 0 ? remaining : try leb128()
    let type = Int(header >> 3 & 15)
    return OpenBitstreamUnit(type: type, start: start, content: try window(length, path: path))
  }

  /// Reads the units of one sample, or of a configuration, into a track.
  mutating func readUnitsOfAV1(into track: inout TrackDescription) {
    var pictures = 0
    readUnitsOfAV1(into: &track, pictures: &pictures)
  }

  /// Reads units up to the second picture, and counts pictures in `pictures`.
  mutating func readUnitsOfAV1(into track: inout TrackDescription, pictures: inout Int) {
    while remaining > 0, pictures < 2, reader.step(path, at: position) {
      let unit = reader.noting { () throws(MediaFileError) in try nextUnitOfAV1() }
      guard let unit else { return }
      if unit.type == 2 { pictures += 1 }
      guard pictures < 2 else { return }
      reader.note { () throws(MediaFileError) in try unit.read(into: &track) }
    }
  }
}

extension OpenBitstreamUnit {
  /// Reads a sequence header or a metadata unit; skips all others.
  ///
  /// - Source: AV1, clauses 6.2.2 and 6.7.1.
  func read(into track: inout TrackDescription) throws(MediaFileError) {
    var content = content
    func place(_ name: String) -> Place {
      Place(path: content.path.isEmpty ? name : "\(content.path) \(name)", byte: start)
    }
    switch type {
    case 1:
      let place = place("sequence header")
      let bits = BitReader(try content.rest(limit: 1 << 16), in: place)
      track.take(try AV1Sequence(bits), in: place)
    case 5:
      let kind = try content.leb128()
      guard [1, 2, 4].contains(kind) else { return }
      let bytes = try content.rest()
      if kind != 4 || bytes.isDynamicMetadata {
        track.state(.av1Metadata(UInt32(kind)), bytes, in: place("metadata OBU \(kind)"), by: .message)
      }
    default: break
    }
  }
}
