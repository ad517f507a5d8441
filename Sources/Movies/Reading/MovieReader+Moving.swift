internal import CLibAV
public import HDRMetadata
internal import Synchronization
internal import VideoFrames

extension MovieReader {
  /// A position among the pictures: by number, or by time.
  public enum Position: Hashable, Sendable {
    /// The picture of this number in the order in which pictures are shown, from 0.
    case number(Int)
    /// The first picture that is shown at or after this time since the first picture.
    case seconds(Seconds)
  }

  /// Moves to a picture, which is read next. Pictures before it are counted by their packets, and only those are decoded that its group begins
  /// with, unless the movie does not say when each is shown.
  ///
  /// Comes before the first picture is read, again if need be, and before a writer is made that copies from this reader.
  ///
  /// - Parameter position: The picture.
  /// - Returns: Its number, and its time since the first picture; `nil` if the movie ends before.
  /// - Throws: ``MovieError``: `.cannotRead`, `.cannotSeek`, `.noMemory`, or `.otherPicture` where size or layout change on the way.
  public func move(to position: Position) throws(MovieError) -> (number: Int, seconds: Seconds)? {
    // Counted from the start, wherever an earlier move led.
    let hasMoved = state.withLock { $0.hasMoved }
    if hasMoved { try rewind() }
    switch position {
    case .number(...0), .seconds(...0):
      if hasMoved, let first = try decodeNext() { hold(first) }
      return (0, 0)
    default: state.withLock { $0.hasMoved = true }
    }
    guard video.start != nil, demuxer.bytes.isSeekable else { return try skip(to: position) }
    switch try count(before: position) {
    case .untold:
      try rewind()
      return try skip(to: position)
    case .beyond: return nil
    case .found(let number, let time):
      guard try find(time) else {
        try rewind()
        return try skip(to: position)
      }
      return (number, seconds(at: time))
    }
  }

  /// Whether the movie can be read from any place, as a pipe cannot.
  package var isSeekable: Bool { demuxer.bytes.isSeekable }

  /// Whether a movie that is made of it can have more than the pictures: other tracks, or chapters.
  package var copiesMore: Bool { unsafe tracks.count > 1 || demuxer.context.pointee.nb_chapters > 0 }

  /// When the picture of a number is shown, since the first picture. What is read next lies elsewhere, so the reader has to be moved
  /// afterwards, by ``move(to:)``.
  ///
  /// - Parameter number: Its number in the order in which pictures are shown, from 0.
  /// - Returns: `nil` if the movie ends before, or if packets do not say, or cannot be read twice; nothing has been read in that last case.
  /// - Throws: ``MovieError`` as ``move(to:)`` does.
  package func seconds(ofPicture number: Int) throws(MovieError) -> Seconds? {
    guard video.start != nil, demuxer.bytes.isSeekable else { return nil }
    state.withLock { $0.hasMoved = true }
    guard case .found(_, let time) = try count(before: .number(number)) else { return nil }
    return seconds(at: time)
  }

  private enum Counted {
    /// A picture, its number and its time.
    case found(Int, Ticks)
    /// All pictures are earlier.
    case beyond
    /// A packet does not say when its picture is shown.
    case untold
  }

  /// Counts the pictures before a position by their packets.
  private func count(before position: Position) throws(MovieError) -> Counted {
    try demuxer.readOnly(video.index) { () throws(MovieError) in try countPackets(before: position) }
  }

  private func countPackets(before position: Position) throws(MovieError) -> Counted {
    // The picture that was decoded on opening was the first.
    try rewind()
    let target = if case .seconds(let seconds) = position { time(atOrAfter: seconds).count } else { Int64?.none }
    let packet = try Packet(for: name)
    var times: [Int64] = []
    /// The pictures that were read since one is at or after the position.
    var beyond = 0
    while beyond < Self.mostReordered {
      packet.empty()
      let read = demuxer.read(into: packet)
      if read == libav_again { continue }
      if read < 0 {
        if let failure = demuxer.bytes.failure { throw .cannotRead(name, failure) }
        break
      }
      guard packet.track == video.index, !packet.isDiscarded else { continue }
      guard let time = packet.shownTime else { return .untold }
      // What is shown before the first picture cannot be decoded: what it needs was cut away.
      guard time >= video.start?.count ?? .min else { continue }
      times.append(time)
      let isBeyond =
        switch position {
        case .seconds: target.map { time >= $0 } ?? false
        case .number(let number): times.count > number
        }
      if isBeyond || beyond > 0 { beyond += 1 }
    }
    times.sort()
    switch position {
    case .seconds:
      guard let target, let number = times.firstIndex(where: { $0 >= target }) else { return .beyond }
      return .found(number, Ticks(times[number]))
    case .number(let number): return number < times.count ? .found(number, Ticks(times[number])) : .beyond
    }
  }

  /// How many pictures can be decoded before one that is shown before them: the most of all codecs, and as many again. Decoding times say less,
  /// since edit lists do not move them.
  private static let mostReordered = 32

  /// The earliest time of the track at or after a time since the first picture.
  package func time(atOrAfter seconds: Seconds) -> Ticks {
    // Programs print times with six decimals, and a thousandth of a unit is the error of numbers such as 0.1.
    let first = ((seconds.value - 1e-6) / video.timeBase.value - 0.001).rounded(.up)
    return Ticks(Int64(exactly: first).map { $0.clamped + (video.start?.count ?? 0).clamped } ?? .max)
  }

  /// Decodes from a key picture on until a time comes; returns whether it came.
  private func find(_ time: Ticks) throws(MovieError) -> Bool {
    // Sound can lie before the pictures that it belongs to, and a group can begin with pictures that need the one before.
    for early in [0.5, 2, 8, .infinity] {
      let from = max(0, seconds(at: time).value - early)
      if from > 0 { try seekToKeyFrame(atOrBefore: Seconds(from)) } else { try rewind() }
      while let next = try decodeNext() {
        guard let shown = next.time, shown <= time else { break }
        guard shown == time else { continue }
        hold(next)
        return true
      }
      if from == 0 { return false }
    }
    return false
  }

  /// Decodes all pictures before a position.
  private func skip(to position: Position) throws(MovieError) -> (number: Int, seconds: Seconds)? {
    var number = 0
    while true {
      var held = state.withLock { $0.first.take() }
      if held == nil { held = try decodeNext() }
      guard let next = held.take() else { return nil }
      if try isThere(next, number, position) {
        let seconds = next.time.map(seconds(at:)) ?? video.frameRate.map { Seconds(Double(number) / $0.value) } ?? 0
        hold(next)
        return (number, seconds)
      }
      number += 1
    }
  }

  /// Whether a picture is the first at a position.
  private func isThere(_ picture: borrowing MovieFrame, _ number: Int, _ position: Position) throws(MovieError)
    -> Bool
  {
    switch position {
    case .number(let wanted): return number == wanted
    case .seconds(let seconds):
      if video.start != nil, let time = picture.time { return time >= self.time(atOrAfter: seconds) }
      guard let rate = video.frameRate else { throw .cannotSeek(name, seconds: seconds) }
      return Double(number) >= seconds.value * rate.value - 0.001
    }
  }

  /// Moves to the start.
  func rewind() throws(MovieError) {
    // Transport streams have no table of times, and their first packets are not found by one; bare streams have no times at all.
    let isStream = unsafe demuxer.context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0
    if isStream, rewindBytes() { return }
    // By time 0, a movie whose edit list begins within a group would begin at the next one.
    if demuxer.seek(video.index, to: Int64.min / 2) { return restart() }
    do {
      try seekToKeyFrame(atOrBefore: 0)
    } catch {
      guard case .cannotSeek = error, rewindBytes() else { throw error }
    }
  }

  private func rewindBytes() -> Bool {
    guard unsafe av_seek_frame(demuxer.context, -1, 0, AVSEEK_FLAG_BYTE) >= 0 else { return false }
    restart()
    return true
  }
}
