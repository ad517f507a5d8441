extension FileReader {
  /// The track of a bare AV1 stream, read up to its second picture, within the first mebibytes.
  func obuTrack(isAnnexB: Bool) -> TrackDescription {
    var track = TrackDescription(id: 1, codecTag: "")
    track.facts.codec = .av1
    noting { () throws(MediaFileError) in
      var content = whole
      if isAnnexB {
        try content.readTemporalUnit(into: &track)
      } else {
        content.readUnitsOfAV1(into: &track)
      }
    }
    return track
  }
}

extension ByteWindow {
  /// Reads the units of one sample, or of a configuration, up to the second picture.
  mutating func readUnitsOfAV1(into track: inout TrackDescription) {
    var pictures = 0
    while remaining > 0, pictures < 2, reader.step(path, at: position) {
      let start = position
      guard let unit = reader.noting(errorOf: try nextUnitOfAV1()) else { return }
      if unit.type == 2 { pictures += 1 }
      guard pictures < 2 else { return }
      reader.noting(errorOf: try window(unit.content).readUnitOfAV1(unit.type, at: start, into: &track))
    }
  }

  /// Reads the first temporal unit of the length-delimited format.
  ///
  /// - Source: AV1, clauses B.2 and B.3.
  mutating func readTemporalUnit(into track: inout TrackDescription) throws(MediaFileError) {
    let length = try leb128()
    var temporalUnit = try window(length, path: path)
    while temporalUnit.remaining > 0 {
      let length = try temporalUnit.leb128()
      var frameUnit = try temporalUnit.window(length, path: path)
      while frameUnit.remaining > 0, reader.step(path, at: frameUnit.position) {
        let length = try frameUnit.leb128()
        var unit = try frameUnit.window(length, path: path)
        unit.readUnitsOfAV1(into: &track)
      }
    }
  }

  /// Reads a unit with this content, if it is a sequence header or a metadata unit.
  ///
  /// - Parameter start: The offset of its header.
  /// - Source: AV1, clauses 6.2.2 and 6.7.1.
  func readUnitOfAV1(_ type: Int, at start: Int, into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    switch type {
    case 1:
      let place = Place("sequence header", in: content.path, byte: start)
      let bits = BitReader(try content.rest(limit: 1 << 16), in: place)
      let sequence = try AV1Sequence(bits, replacing: track.facts)
      track.facts = sequence.facts
      track.take(width: sequence.width, height: sequence.height)
      track.frameRate = track.frameRate ?? sequence.frameRate
      track.state(.color(sequence.color), in: place, by: .parameterSet)
    case 5:
      let kind = try content.leb128()
      guard [1, 2, 4].contains(kind) else { return }
      let bytes = try content.rest()
      if kind != 4 || RegisteredUserData.isForPictures(bytes) {
        let place = Place("metadata OBU \(kind)", in: content.path, byte: start)
        track.state(.av1Metadata(UInt32(kind)), bytes, in: place, by: .message)
      }
    default: break
    }
  }
}
