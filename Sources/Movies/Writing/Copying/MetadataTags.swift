internal import CLibAV

/// The metadata of a movie and its tracks that depends on the copied part and on the rate: timecodes are recomputed, counts of a part are removed.
struct MetadataTags {
  private let isOfPart: Bool
  /// The number of timecode frames by which the part starts later; `nil` if unknown.
  private let frames: Int?
  /// The timecode's frames per second, in the source and in the new movie.
  private let rate, newRate: Int

  init(of reader: MovieReader, from span: TimeSpan?, at newRate: FrameRate?) {
    isOfPart = span != nil
    let pictures = reader.video.frameRate?.value
    let track = reader.tracks.first(where: \.isTimecode)
    let stated: FrameRate? = track.flatMap { unsafe Ratio(reader.demuxer.stream($0.index).pointee.avg_frame_rate) }
    rate = Int((stated?.value ?? pictures ?? 0).rounded())
    self.newRate = rate > 0 ? newRate.map { Int($0.value.rounded()) } ?? rate : rate
    guard let span, !span.isFromStart else {
      frames = 0
      return
    }
    guard let pictures, pictures.rounded() > 0, rate > 0 else {
      frames = nil
      return
    }
    // 59.94 pictures per second can have a timecode of 30, which counts 29.97.
    let seconds = Double(span.start - (reader.video.start?.count ?? 0)) * reader.video.timeBase.value
    frames = Int(exactly: (seconds * pictures * Double(rate) / pictures.rounded()).rounded())
  }

  /// - Parameter keepsRate: Whether it is the metadata of a track that keeps its rate.
  func update(_ dictionary: inout OpaquePointer?, keepsRate: Bool = false) {
    if isOfPart { unsafe Self.removeStatistics(&dictionary) }
    for key in unsafe Self.keys(of: dictionary) where key.lowercased() == "timecode" {
      let old = unsafe MovieTrack.text(key, in: dictionary)
      unsafe av_dict_set(&dictionary, key, old.flatMap { timecode($0, keepsRate: keepsRate) }, 0)
    }
  }

  /// The timecode of the first picture of the new movie; `nil` if its rate has none that is equal to the source's.
  func timecode(_ old: String, keepsRate: Bool = false) -> String? {
    let newRate = keepsRate ? rate : newRate
    guard frames != 0 || rate != newRate else { return old }
    return frames.flatMap { Timecode(old, rate: rate)?.advanced(by: $0).converted(to: newRate)?.description }
  }

  /// Removes the byte and frame counts of a track that mkvmerge and libavformat write.
  static func removeStatistics(_ dictionary: inout OpaquePointer?) {
    for key in unsafe keys(of: dictionary) where isStatistics(key) { unsafe av_dict_set(&dictionary, key, nil, 0) }
  }

  static func isStatistics(_ key: String) -> Bool {
    // A language can follow: BPS-eng.
    let name = key.uppercased().prefix { $0 != "-" }
    return ["BPS", "DURATION", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES"].contains(String(name))
      || name.hasPrefix("_STATISTICS_")
  }

  static func keys(of dictionary: OpaquePointer?) -> [String] {
    var keys: [String] = []
    var entry: UnsafeMutablePointer<AVDictionaryEntry>?
    while let next = unsafe av_dict_get(dictionary, "", entry, AV_DICT_IGNORE_SUFFIX) {
      unsafe keys.append(String(cString: next.pointee.key))
      unsafe entry = unsafe next
    }
    return keys
  }
}
