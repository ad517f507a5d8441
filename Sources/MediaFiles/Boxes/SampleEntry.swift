extension Box {
  /// Reads the first entry of an `stsd` box into a track, and the others that samples use as parts of it; all if `used` is empty.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.5.2.
  func readSampleDescriptions(into track: inout TrackDescription, used: Set<UInt64>) throws(MediaFileError) {
    var content = try versioned().content
    let count = try content.integer(bytes: 4)
    func note(_ rest: String) {
      content.reader.note(unsupported("a list of \(count) sample entries, \(rest)"))
    }
    if count > Self.entriesLimit { note("only the first \(Self.entriesLimit) of them are read") }
    let blank = track
    var number: UInt64 = 0
    for entry in content.boxes where number < min(max(count, 1), Self.entriesLimit) {
      number += 1
      guard number > 1 else {
        try entry.readSampleEntry(into: &track)
        continue
      }
      guard used.isEmpty || used.contains(number) else { continue }
      var part = blank
      content.reader.noting(errorOf: try entry.readSampleEntry(into: &part))
      track.parts.append(TrackPart(name: "sample description \(number)", track: part))
    }
    if number < count, count <= Self.entriesLimit, number > 0 {
      note("with only \(number) present")
    }
    guard number > 0 else { throw .missing(part: "sample entry in \(self.content.path)", container: .movie) }
  }

  private static let entriesLimit = UInt64(TrackDescription.partsLimit)

  /// The numbers of the sample descriptions that an `stbl` box uses; empty if it has no samples.
  ///
  /// - Source: ISO/IEC 14496-12, clause 8.7.4.
  func usedDescriptions() throws(MediaFileError) -> Set<UInt64> {
    guard var chunks = try child("stsc")?.versioned().content else { return [] }
    var used: Set<UInt64> = []
    for _ in 0..<(try chunks.integer(bytes: 4)) where chunks.reader.step(chunks.path, at: chunks.position) {
      try chunks.skip(8)
      used.insert(try chunks.integer(bytes: 4))
      if used.count > Self.entriesLimit { break }
    }
    return used
  }

  /// Reads the entry of a video track: its codec, and the boxes in it.
  ///
  /// - Source: ISO/IEC 14496-12, clauses 8.5.2 and 12.1.3; QuickTime File Format, *Video sample description*.
  private func readSampleEntry(into track: inout TrackDescription) throws(MediaFileError) {
    var content = content
    try content.skip(24)
    let width = Int(try content.integer(bytes: 2))
    let height = Int(try content.integer(bytes: 2))
    try content.skip(46)
    let depth = try content.integer(bytes: 2)
    try content.skip(2)
    track.codecTag = "\(type)"
    // An encrypted entry also states its original type.
    track.hasPlainSamples = type != "encv"
    if ["encv", "resv"].contains(type),
      let original = Box(type: type, start: start, content: content).descendant("sinf", "frma")
    {
      var name = original.content
      track.codecTag = "\(FourCharacterCode(rawValue: try name.integer()))"
    }
    track.facts.codec = Self.codecs[track.codecTag]
    // The entry has the coded size, which decoders use; the track header may scale it.
    if width > 0, height > 0 { (track.width, track.height) = (width, height) }
    if depth == 32, Self.codecsWithDepth.contains(track.codecTag) {
      track.state(.alpha(nil), in: Place(path: self.content.path + " depth 32", byte: start), by: .container)
    }
    for box in content.boxes { content.reader.noting(errorOf: try box.readProperty(into: &track)) }
  }

  private static let codecs: [String: CodecFacts.Codec] = [
    "hvc1": .hevc, "hev1": .hevc, "dvh1": .hevc, "dvhe": .hevc, "hvc2": .hevc, "hev2": .hevc, "lhv1": .hevc,
    "lhe1": .hevc,
    "muxa": .hevc, "avc1": .avc, "avc2": .avc, "avc3": .avc, "avc4": .avc, "dva1": .avc, "dvav": .avc,
    "av01": .av1, "dav1": .av1, "vp08": .vp8, "vp09": .vp9,
    "apco": .proRes, "apcs": .proRes, "apcn": .proRes, "apch": .proRes, "ap4h": .proRes, "ap4x": .proRes,
    "aprn": .proRes, "aprh": .proRes,
  ]

  /// The codecs that signal alpha with a depth of 32.
  ///
  /// - Source: QuickTime File Format, *Video sample description*, *Depth*.
  private static let codecsWithDepth: Set = ["ap4h", "ap4x", "rle ", "png ", "raw ", "icod"]
}
