extension FileReader {
  /// The number of bytes that are searched: the first picture of an 8K stream at a high bit rate is smaller.
  static let searchLimit = 4 << 20

  /// The track of a bare stream, read up to its second picture, within the first mebibytes.
  func annexBTrack<Syntax: NALUnitSyntax>(_: Syntax.Type) -> TrackDescription {
    var track = TrackDescription(id: 1, codecTag: "")
    track.facts.codec = Syntax.codec
    noting(errorOf: try readUnits(Syntax.self, into: &track))
    // A set that cannot be read has been reported already.
    if track.facts.profile == nil, problems.isEmpty {
      let container = Syntax.codec == .hevc ? MediaContainer.hevcStream : .avcStream
      note(.missing(part: "sequence parameter set before the first picture", container: container))
    }
    return track
  }

  private func readUnits<Syntax: NALUnitSyntax>(
    _: Syntax.Type, into track: inout TrackDescription
  ) throws(MediaFileError) {
    var scanner = StartCodeScanner(whole, limit: Self.searchLimit)
    var hasPicture = false
    while let unit = try scanner.nextUnit(), step("", at: unit.lowerBound) {
      let role = Syntax.role(try bytes(unit.prefix(3)))
      if hasPicture, role.beginsPicture { return }
      if case .picture = role { hasPicture = true }
      guard case .statement = role, unit.count <= ByteWindow.partLimit else { continue }
      let statement = NALUnit(bytes: try bytes(unit), context: "", start: unit.lowerBound)
      noting(errorOf: try Syntax.read(statement, into: &track))
    }
  }
}

extension Range<Int> {
  func prefix(_ count: Int) -> Range<Int> { lowerBound..<Swift.min(upperBound, lowerBound + count) }
}
