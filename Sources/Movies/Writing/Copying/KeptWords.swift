internal import CLibAV

/// The metadata of the source and its tracks that is missing in a finished movie.
struct KeptWords {
  /// The missing metadata in words, such as `the tags make and model`.
  private(set) var lost: [String] = []

  mutating func compareMovies(_ source: Demuxer, _ made: Demuxer) {
    let tags = unsafe Self.lostTags(of: source.context.pointee.metadata, in: made.context.pointee.metadata)
    if !tags.isEmpty { lost.append(Self.list(tags)) }
  }

  mutating func compare(_ source: UnsafePointer<AVStream>, _ made: UnsafePointer<AVStream>) {
    let track = unsafe MovieTrack(source)
    guard track.kind != .attachment, !track.isCover else { return }
    let tags = unsafe Self.lostTags(of: source.pointee.metadata, in: made.pointee.metadata)
    if !tags.isEmpty { lost.append("\(Self.list(tags)) of \(track)") }
    if let language = track.language {
      let other = unsafe MovieTrack(made).language ?? ""
      if TrackLanguage.terminological(other) != TrackLanguage.terminological(language) {
        lost.append("the language of \(track)")
      }
    }
    let flags = unsafe source.pointee.disposition & ~made.pointee.disposition
    for (flag, name) in Self.flags where flags & flag != 0 { lost.append("that \(track) is \(name)") }
  }

  private static let flags: [(Int32, String)] = [
    (AV_DISPOSITION_FORCED, "forced"), (AV_DISPOSITION_HEARING_IMPAIRED, "for the hearing impaired"),
    (AV_DISPOSITION_VISUAL_IMPAIRED, "for the visually impaired"), (AV_DISPOSITION_COMMENT, "a commentary"),
    (AV_DISPOSITION_ORIGINAL, "in the original language"), (AV_DISPOSITION_DUB, "dubbed"),
    (AV_DISPOSITION_CAPTIONS, "captions"), (AV_DISPOSITION_DESCRIPTIONS, "descriptions"),
    (AV_DISPOSITION_LYRICS, "lyrics"), (AV_DISPOSITION_KARAOKE, "karaoke"),
  ]

  /// The tags of one dictionary whose names and values are both absent from another.
  private static func lostTags(of source: OpaquePointer?, in made: OpaquePointer?) -> [String] {
    let kept = unsafe MetadataTags.keys(of: made).map { key in
      unsafe (name: key.lowercased(), text: MovieTrack.text(key, in: made))
    }
    return unsafe MetadataTags.keys(of: source).filter { key in
      let (name, text) = unsafe (key.lowercased(), MovieTrack.text(key, in: source))
      guard !technical.contains(name), !MetadataTags.isStatistics(key), text?.isEmpty == false else { return false }
      return !kept.contains { $0.name == name || $0.text == text }
    }
  }

  /// Tags that describe the file rather than its content, or that are stated elsewhere.
  private static let technical: Set = [
    "major_brand", "minor_version", "compatible_brands", "encoder", "handler_name", "vendor_id", "language",
    "timecode",
    "rotate", "stereo_mode", "alpha_mode", "filename", "mimetype", "creation_time", "reel_name",
  ]

  private static func list(_ names: [String]) -> String {
    guard names.count > 1 else { return "the tag \(names[0])" }
    return "the tags \(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
  }
}

extension MovieWriter {
  /// Returns the tracks and the metadata that are missing in the finished movie; apart, the missing tracks of which no packet was written.
  func lostTracks(
    _ written: [Int32: Int64]
  ) throws(MovieError) -> (lost: [MovieTrack], empty: [MovieTrack], words: [String]) {
    let asked = asked + timecodes
    guard let source, let movie = try muxer.written() else { return ([], [], []) }
    var words = KeptWords()
    words.compareMovies(source.demuxer, movie)
    var found = movie.tracks
    if let picture = found.firstIndex(where: { $0.kind == .video && !$0.isCover }) {
      unsafe words.compare(source.demuxer.stream(source.video.index), movie.stream(found.remove(at: picture).index))
    }
    var lost: [Int] = []
    // Tracks with the same codec are matched first; some containers name the codecs of the others differently.
    for comparesCodec in [true, false] {
      let open = comparesCodec ? Array(asked.indices) : lost
      lost = open.filter { index in
        let track = asked[index]
        guard
          let place = found.firstIndex(where: {
            $0.kind == track.kind && $0.isCover == track.isCover && (!comparesCodec || $0.codec == track.codec)
          })
        else { return true }
        unsafe words.compare(source.demuxer.stream(track.index), movie.stream(found.remove(at: place).index))
        return false
      }
    }
    func isEmpty(_ index: Int) -> Bool {
      let (track, isCopied) = (asked[index], index < self.asked.count)
      return isCopied && track.kind != .attachment && !track.isCover && written[Int32(index + 1)] == nil
    }
    return (lost.filter { !isEmpty($0) }.map { asked[$0] }, lost.filter(isEmpty).map { asked[$0] }, words.lost)
  }
}
