internal import CLibAV

/// The metadata of a movie and its tracks that depends on the copied part: timecodes are recomputed, counts are removed.
struct MetadataTags {
  /// The number of timecode frames by which the part starts later; `nil` if unknown.
  private let frames: Int?
  /// The timecode's frames per second.
  private let rate: Int

  init(of reader: MovieReader, from span: TimeSpan) {
    let pictures = reader.video.frameRate?.value
    let track = reader.tracks.first(where: \.isTimecode)
    let stated: FrameRate? = track.flatMap { unsafe Ratio(reader.demuxer.stream($0.index).pointee.avg_frame_rate) }
    rate = Int((stated?.value ?? pictures ?? 0).rounded())
    guard let pictures, pictures.rounded() > 0, rate > 0 else {
      frames = span.isFromStart ? 0 : nil
      return
    }
    // 59.94 pictures per second can have a timecode of 30, which counts 29.97.
    let seconds = Double(span.start - (reader.video.start?.count ?? 0)) * reader.video.timeBase.value
    frames = span.isFromStart ? 0 : Int(exactly: (seconds * pictures * Double(rate) / pictures.rounded()).rounded())
  }

  func update(_ dictionary: inout OpaquePointer?) {
    unsafe Self.removeStatistics(&dictionary)
    guard frames != 0 else { return }
    for key in unsafe Self.keys(of: dictionary) where key.lowercased() == "timecode" {
      let old = unsafe MovieTrack.text(key, in: dictionary)
      let new = frames.flatMap { frames in old.flatMap { Timecode($0, rate: rate)?.advanced(by: frames).description }
      }
      unsafe av_dict_set(&dictionary, key, new, 0)
    }
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
