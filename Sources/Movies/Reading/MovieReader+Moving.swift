internal import CLibAV
internal import Synchronization

extension MovieReader {
  /// A position among the pictures, by number or by time.
  public enum Position: Hashable, Sendable {
    /// The picture with this number in presentation order, from 0.
    case number(Int)
    /// The first picture shown at or after this time since the first picture.
    case seconds(Seconds)
  }

  /// Moves to a picture, which is read next. Earlier pictures are counted by their packets, and only those of its own group are decoded, unless
  /// packets lack presentation times.
  ///
  /// Call it before the first picture is read, and before making a writer that copies from this reader. It may be called repeatedly.
  ///
  /// - Returns: Its number, and its time since the first picture; `nil` if the movie ends before it.
  /// - Throws: ``MovieError``: `.cannotRead`, `.cannotSeek`, `.noMemory`, or `.otherPicture` if the size or layout changes on the way.
  public func move(to position: Position) throws(MovieError) -> (number: Int, seconds: Seconds)? {
    // Counted from the start, whatever the position.
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
    case .untold: return try skip(to: position)
    case .beyond: return nil
    case .found(let number, let time):
      guard try find(time) else {
        try rewind()
        return try skip(to: position)
      }
      return (number, seconds(at: time))
    }
  }

  /// Whether the movie can be read from any position, unlike a pipe.
  package var isSeekable: Bool { demuxer.bytes.isSeekable }

  /// Whether a copy of the movie can contain more than the pictures: other tracks, or chapters.
  package var copiesMore: Bool { unsafe tracks.count > 1 || demuxer.context.pointee.nb_chapters > 0 }

  /// Returns the presentation time of a picture since the first picture.
  ///
  /// - Returns: `nil` if the movie ends before it, packets lack times, or packets cannot be read twice.
  /// - Throws: ``MovieError`` as ``move(to:)`` does.
  package func seconds(ofPictureAt position: Position) throws(MovieError) -> Seconds? {
    guard video.start != nil, demuxer.bytes.isSeekable else { return nil }
    guard case .found(_, let time) = try count(before: position) else { return nil }
    return seconds(at: time)
  }

  /// Opens the movie a second time, to look at the packets of its pictures from the first one on. This reader does not move, so a writer that copies
  /// from it gets all packets.
  func lookAhead() throws(MovieError) -> Demuxer {
    let ahead = try demuxer.reopened()
    for other in 0..<ahead.trackCount where other != video.index {
      unsafe ahead.stream(other).pointee.discard = AVDISCARD_ALL
    }
    return ahead
  }

  private enum Counted {
    /// A picture, its number and its time.
    case found(Int, Ticks)
    /// All pictures are earlier.
    case beyond
    /// A packet has no presentation time.
    case untold
  }

  /// Counts the pictures before a position by their packets.
  private func count(before position: Position) throws(MovieError) -> Counted {
    let ahead = try lookAhead()
    let target = if case .seconds(let seconds) = position { time(atOrAfter: seconds).count } else { Int64?.none }
    let packet = try Packet(for: name)
    var times: [Int64] = []
    /// The number of pictures read since the first at or after the position.
    var beyond = 0
    while beyond < Self.mostReordered {
      guard try ahead.read(video.index, into: packet).isThere else { break }
      if packet.isDiscarded { continue }
      guard let time = packet.shownTime else { return .untold }
      // Pictures shown before the first one cannot be decoded: their references were cut away.
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

  /// The maximum number of pictures decoded before one that is shown earlier: the maximum of all codecs, doubled. Decoding times are no better bound,
  /// since edit lists do not move them.
  private static let mostReordered = 32

  /// The earliest time of the track at or after a time since the first picture.
  package func time(atOrAfter seconds: Seconds) -> Ticks {
    // Programs print times with six decimals, and numbers such as 0.1 have an error below a thousandth of a unit.
    let first = ((seconds.value - 1e-6) / video.timeBase.value - 0.001).rounded(.up)
    return Ticks(Int64(exactly: first).map { $0.clamped + (video.start?.count ?? 0).clamped } ?? .max)
  }

  /// The times, in seconds, before a picture from which it is decoded, in turn: sound can precede its pictures in the file, and a group can start with
  /// pictures that depend on the previous one.
  static let searchedBefore = [0.5, 2, 8, .infinity]

  /// Decodes from a key picture on up to the picture of a time; returns whether it was found.
  ///
  /// - Parameter needsEarlier: Whether an earlier picture must be decoded first, if there is one.
  func find(
    _ time: Ticks, early: [Double] = searchedBefore, needsEarlier: Bool = false
  ) throws(MovieError) -> Bool {
    for early in early {
      let from = max(0, seconds(at: time).value - early)
      if from > 0 { try seekToKeyFrame(atOrBefore: Seconds(from)) } else { try rewind() }
      var isAlone = needsEarlier && from > 0
      while let next = try decodeNext() {
        guard let shown = next.time, shown <= time else { break }
        guard shown == time else {
          isAlone = false
          continue
        }
        if isAlone { break }
        hold(next)
        return true
      }
      if from == 0 { return false }
    }
    return false
  }

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

  /// Whether it is a transport stream, which has no index of times, and where a time does not find the first packets, or a bare stream, which has no
  /// times at all.
  var isStream: Bool { unsafe demuxer.context.pointee.iformat.pointee.flags & AVFMT_TS_DISCONT != 0 }
}
