extension Box {
  /// - Source: VP Codec ISO Media File Format Binding, clause *VP Codec Configuration Box*.
  func readVPConfiguration(into track: inout TrackDescription) throws(MediaFileError) {
    var content = try versioned().content
    track.facts.profile = Int(try content.integer(bytes: 1))
    track.facts.level = Int(try content.integer(bytes: 1))
    let format = Int(try content.integer(bytes: 1))
    track.facts.bitDepth = format >> 4
    track.facts.chromaBitDepth = format >> 4
    let sampling = format >> 1 & 7
    track.facts.chroma = [0: .yuv420, 1: .yuv420, 2: .yuv422, 3: .yuv444][sampling]
    var color = ColorDescription(h273: [
      Int(try content.integer(bytes: 1)), Int(try content.integer(bytes: 1)), Int(try content.integer(bytes: 1)),
    ])
    color.range = format & 1 == 1 ? .full : .narrow
    color.chromaLocation = [0: .left, 1: .topLeft][sampling]
    track.state(.color(color), in: place, by: .parameterSet)
  }
}

extension ByteWindow {
  /// Reads the configuration of H.265, which is the same in boxes and in Matroska.
  ///
  /// - Source: ISO/IEC 14496-15, clause 8.3.2.
  func readHEVCConfiguration(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    track.facts.codec = .hevc
    try content.skip(1)
    let profile = Int(try content.integer(bytes: 1))
    track.facts.profile = profile & 0x1F
    track.facts.isHighTier = profile & 0x20 != 0
    track.facts.compatibleProfiles = try content.integer()
    try content.skip(6)
    track.facts.level = Int(try content.integer(bytes: 1))
    try content.skip(3)
    track.facts.chroma = CodecFacts.ChromaFormat(rawValue: Int(try content.integer(bytes: 1)) & 3)
    track.facts.bitDepth = Int(try content.integer(bytes: 1) & 7) + 8
    track.facts.chromaBitDepth = Int(try content.integer(bytes: 1) & 7) + 8
    try content.skip(2)
    let record = track.facts
    try content.readUnitArrays(into: &track)
    guard track.facts.parameterSets.contains(where: { $0.kind == .sequence && $0.layer == 0 }) else { return }
    track.facts.differencesOfRecord = record.differences(from: track.facts)
  }

  /// Reads the size of length fields and the arrays of units at the end of both H.265 configurations.
  mutating func readUnitArrays(into track: inout TrackDescription) throws(MediaFileError) {
    track.unitLengthBytes = Int(try integer(bytes: 1) & 3) + 1
    for _ in 0..<(try integer(bytes: 1)) {
      try skip(1)
      try readUnits(try integer(bytes: 2), HEVCSyntax.self, into: &track)
    }
  }

  /// Reads the configuration of H.264, which is the same in boxes and in Matroska.
  ///
  /// - Source: ISO/IEC 14496-15, clause 5.3.2.
  func readAVCConfiguration(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    track.facts.codec = .avc
    try content.skip(1)
    let profile = Int(try content.integer(bytes: 1))
    track.facts.profile = profile
    try content.skip(1)
    track.facts.level = Int(try content.integer(bytes: 1))
    track.unitLengthBytes = Int(try content.integer(bytes: 1) & 3) + 1
    try content.readUnits(try content.integer(bytes: 1) & 0x1F, AVCSyntax.self, into: &track)
    try content.readUnits(try content.integer(bytes: 1), AVCSyntax.self, into: &track)
    // The other fields were added later, for profiles beyond 8-bit 4:2:0; older writers omit them.
    guard ![66, 77, 88].contains(profile), content.remaining >= 4 else { return }
    try content.skip(3)
    try content.readUnits(try content.integer(bytes: 1), AVCSyntax.self, into: &track)
  }

  /// Reads this many units, each after its 16-bit length.
  private mutating func readUnits<Syntax: NALUnitSyntax>(
    _ count: UInt64, _: Syntax.Type, into track: inout TrackDescription
  ) throws(MediaFileError) {
    for _ in 0..<count {
      guard reader.step(path, at: position) else { return }
      let places = try nextUnit(lengthBytes: 2)
      let unit = NALUnit(bytes: try reader.bytes(places), context: path, start: places.lowerBound)
      reader.noting(errorOf: try Syntax.read(unit, into: &track))
    }
  }

  /// Reads the configuration of AV1, which is the same in boxes and in Matroska.
  ///
  /// - Source: AV1 Codec ISO Media File Format Binding, clause 2.3.
  func readAV1Configuration(into track: inout TrackDescription) throws(MediaFileError) {
    var content = self
    track.facts.codec = .av1
    try content.skip(1)
    let profile = Int(try content.integer(bytes: 1))
    track.facts.profile = profile >> 5
    track.facts.level = profile & 0x1F
    let format = Int(try content.integer(bytes: 1))
    track.facts.isHighTier = format & 0x80 != 0
    let depth = format & 0x40 == 0 ? 8 : format & 0x20 == 0 ? 10 : 12
    (track.facts.bitDepth, track.facts.chromaBitDepth) = (depth, depth)
    track.facts.chroma =
      switch (format >> 4 & 1, format >> 3 & 1, format >> 2 & 1) {
      case (1, _, _): .monochrome
      case (_, 1, 1): .yuv420
      case (_, 1, 0): .yuv422
      default: .yuv444
      }
    try content.skip(1)
    content.readUnitsOfAV1(into: &track)
  }
}

extension CodecFacts {
  fileprivate func differences(from set: CodecFacts) -> [String] {
    let values: [(String, Int?, Int?)] = [
      ("profile", profile, set.profile), ("tier", isHighTier.map { $0 ? 1 : 0 }, set.isHighTier.map { $0 ? 1 : 0 }),
      ("compatible profiles", compatibleProfiles.map(Int.init), set.compatibleProfiles.map(Int.init)),
      ("level", level, set.level), ("chroma format", chroma?.rawValue, set.chroma?.rawValue),
      ("bit depth", bitDepth, set.bitDepth), ("bit depth of chroma", chromaBitDepth, set.chromaBitDepth),
    ]
    return values.filter { $0.1 != $0.2 }.map { name, own, its in
      "\(name) \(own.map(String.init) ?? "unknown"), and \(its.map(String.init) ?? "unknown") in the SPS"
    }
  }
}
