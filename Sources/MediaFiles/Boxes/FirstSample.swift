extension Box {
  /// Reads the messages in the first sample of an `stbl` box that the container does not repeat, such as HDR10+ and, from most encoders, the
  /// mastering display.
  ///
  /// - Source: ISO/IEC 14496-12, clauses 8.7.3 and 8.7.5.
  func readFirstSample(into track: inout TrackDescription) throws(MediaFileError) {
    guard [.hevc, .avc, .av1, .proRes].contains(track.facts.codec), track.hasPlainSamples else { return }
    let table = child("stco") ?? child("co64")
    guard var chunks = try table?.versioned().content, let width = table.map({ $0.type == "co64" ? 8 : 4 }),
      var sizes = try SampleSizes(self), let length = try sizes.next(), try chunks.integer(bytes: 4) > 0
    else { return }
    let start = Int(clamping: try chunks.integer(bytes: width))
    track.hasSample = true
    let path = content.path.prefix { $0 != "]" } + "] sample 0"
    try content.reader.readSample(at: start, length: length, path: String(path), into: &track)
  }
}

extension FileReader {
  /// Reads a sample, or throws if it is empty or extends beyond the file.
  func readSample(at start: Int, length: Int, path: String, into track: inout TrackDescription) throws(MediaFileError) {
    guard length > 0, start >= 0, start < size, length <= size - start else {
      throw .truncated(part: path, byte: start, needed: length, found: max(size - max(start, 0), 0))
    }
    ByteWindow(reader: self, path: path, start: start, end: start + length).readSample(into: &track)
  }
}

extension ByteWindow {
  /// Reads the statements in one sample, and skips everything else.
  func readSample(into track: inout TrackDescription) {
    var content = self
    switch track.facts.codec {
    case .hevc: content.readUnits(HEVCSyntax.self, into: &track)
    case .avc: content.readUnits(AVCSyntax.self, into: &track)
    case .av1: content.readUnitsOfAV1(into: &track)
    case .vp9: reader.noting(errorOf: try content.readVP9Header(into: &track))
    case .proRes: reader.noting(errorOf: try content.readProResHeader(into: &track))
    case .vp8, .png, nil: break
    }
  }

  private mutating func readUnits<Syntax: NALUnitSyntax>(_: Syntax.Type, into track: inout TrackDescription) {
    guard let lengthBytes = track.unitLengthBytes else { return }
    while remaining > 0, reader.step(path, at: position) {
      let isRead: Void? = reader.noting { () throws(MediaFileError) in
        var unit = window(try nextUnit(lengthBytes: lengthBytes))
        let start = unit.position
        var header = unit
        let beginning = try header.bytes(min(3, header.remaining))
        guard case .statement = Syntax.role(beginning) else { return Syntax.pass(beginning, of: &track) }
        try Syntax.read(NALUnit(bytes: try unit.rest(), context: path, start: start), into: &track)
      }
      // Units are located by their lengths, so nothing can be found after a wrong length.
      guard isRead != nil else { return }
    }
  }
}
