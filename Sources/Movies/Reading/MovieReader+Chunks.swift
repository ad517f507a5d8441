internal import CLibAV
internal import Synchronization

// Reading a movie in chunks: its pictures from any one on, and its other tracks alone.
extension MovieReader {
  /// The coded pictures of a movie, in presentation order.
  package enum CodedPictures {
    case pictures([CodedPicture])
    /// A packet lacks a time, or packets cannot be read twice.
    case untimed
    /// The times go back after this time since the first picture, by this time, as where recordings are joined.
    case jump(after: Seconds, by: Seconds)
  }

  package struct CodedPicture: Hashable, Sendable {
    package let time: Ticks
    /// Whether decoding can start with it.
    package let isKey: Bool

    package init(time: Ticks, isKey: Bool) { (self.time, self.isKey) = (time, isKey) }
  }

  /// Returns the coded pictures.
  ///
  /// - Throws: ``MovieError`` as opening the movie does.
  package func codedPictures() throws(MovieError) -> CodedPictures {
    guard let start = video.start, isSeekable else { return .untimed }
    let ahead = try lookAhead()
    let packet = try Packet(for: name)
    var pictures: [CodedPicture] = []
    var last = start
    while try ahead.read(video.index, into: packet).isThere {
      if packet.isDiscarded { continue }
      guard let time = packet.shownTime.map({ Ticks($0) }) else { return .untimed }
      if (last - time).seconds(in: video.timeBase) > Self.longestReordering {
        let expected = last + Ticks(unsafe packet.pointer.pointee.duration)
        return .jump(after: seconds(at: last), by: (time - expected).seconds(in: video.timeBase))
      }
      last = max(last, time)
      // Pictures shown before the first one cannot be decoded: their references were cut away.
      if time >= start { pictures.append(CodedPicture(time: time, isKey: packet.isKey)) }
    }
    return .pictures(pictures.sorted { $0.time < $1.time })
  }

  /// The maximum time by which a picture precedes an earlier one in the file.
  private static let longestReordering: Seconds = 1

  /// Leaves out pictures among the first of a movie that cannot be decoded, as where a recording begins within a group. The reader has to be moved
  /// afterwards.
  package func decodable(_ pictures: [CodedPicture]) throws(MovieError) -> [CodedPicture] {
    try rewind()
    var times: Set<Ticks> = []
    while times.count < Self.checkedPictures, let time = try decodeNext()?.time { times.insert(time) }
    guard let last = times.max(), times.count == Self.checkedPictures else {
      return times.isEmpty ? pictures : pictures.filter { times.contains($0.time) }
    }
    return pictures.filter { times.contains($0.time) || $0.time > last }
  }

  /// More pictures than depend on those before a recording.
  private static let checkedPictures = 64

  /// Moves to the first picture at or after a time of one, which is read next. Decoding starts with the nearest key picture.
  ///
  /// - Parameter needsEarlier: Whether the picture depends on earlier ones apart from coding, as a deinterlaced one does.
  /// - Throws: ``MovieError``: `.cannotRead`, `.cannotSeek`, `.noMemory` or `.otherPicture`.
  /// - Returns: Whether there is such a picture.
  package func move(toPictureAt time: Ticks, needsEarlier: Bool) throws(MovieError) -> Bool {
    // A time may lead to a later packet of a transport stream, whose parameters the decoder would keep.
    let early = (needsEarlier || isStream ? [] : [0]) + Self.searchedBefore
    if try find(time, early: early, needsEarlier: needsEarlier) { return true }
    // The picture itself may be damaged.
    try rewind()
    while let next = try decodeNext() {
      guard let shown = next.time, shown >= time else { continue }
      hold(next)
      return true
    }
    return false
  }

  /// Reads packets, whose pictures are not decoded, and passes those of other tracks on to the writer, until a picture is decoded after a time.
  ///
  /// - Parameter time: The decoding time; `nil` reads to the end.
  func skim(past time: Int64?, in base: AVRational) throws(MovieError) {
    try state.withLock { state throws(MovieError) in
      func isPast(_ shown: Int64?) -> Bool {
        guard let time, let shown else { return false }
        return av_compare_ts(shown, video.timeBase.rational, time, base) > 0
      }
      while !queue.isWhole, !isPast(state.skimmed) {
        let packet = source.packet
        defer { packet.empty() }
        let read = try source.next(&state.counts)
        if case .picture = read { state.skimmed = packet.decodingTime ?? packet.shownTime ?? state.skimmed }
      }
    }
  }
}
