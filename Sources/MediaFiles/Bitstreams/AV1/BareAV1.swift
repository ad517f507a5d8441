internal import HDRMetadata

extension FileReader {
  /// The track of a bare AV1 stream, read up to its second picture, within the first mebibytes.
  func obuTrack(isAnnexB: Bool) -> TrackDescription {
    var track = TrackDescription(id: 1, codecTag: "")
    track.facts.codec = .av1
    note { () throws(MediaFileError) in
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
}
