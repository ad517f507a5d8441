internal import CLibAV
internal import VideoFrames

/// What a movie and its tracks say about themselves, where that counts from the start of the movie or counts what a track has: of a part of the
/// movie, it is counted anew or left out.
struct MovieWords {
  /// By how many frames of the timecode the part starts later; `nil` if that is unknown.
  private let frames: Int?
  /// The frames that the timecode counts in a second.
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

  /// Changes what was copied to what is right for the part.
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

  /// Removes what counts the bytes and the frames of a track, as mkvmerge and libavformat write it.
  static func removeStatistics(_ dictionary: inout OpaquePointer?) {
    for key in unsafe keys(of: dictionary) where isStatistics(key) { unsafe av_dict_set(&dictionary, key, nil, 0) }
  }

  /// Whether a name is one of those.
  static func isStatistics(_ key: String) -> Bool {
    // A language can follow: BPS-eng.
    let name = key.uppercased().prefix { $0 != "-" }
    return ["BPS", "DURATION", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES"].contains(String(name))
      || name.hasPrefix("_STATISTICS_")
  }

  /// The names in a dictionary.
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
