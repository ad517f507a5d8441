internal import FrameComparison
internal import Synchronization

final class PicturePair<First: Picture, Second: Picture>: Sendable {
  struct Content {
    var first: First
    var second: Second
    var indices = (first: 0, second: 0, seconds: nil as Double?)
  }

  let content: Mutex<Content>

  init(_ first: First, _ second: Second) { content = Mutex(Content(first: first, second: second)) }
}

/// Reads the matching pictures of two clips: those nearest in time, or else in order.
final class PicturePairs<First: FrameSource, Second: FrameSource>: Sendable {
  private let reading: Mutex<PairReading<First, Second>>

  /// - Parameter isByTime: Whether frames are paired by time where both clips have times; all frames of the second are then read.
  init(_ first: First, _ second: Second, from begins: (Int, Int), of part: FrameSelection, isByTime: Bool) {
    reading = Mutex(PairReading(first, second, from: begins, of: part, isByTime: isByTime))
  }

  var unmatched: (first: UnmatchedFrames, second: UnmatchedFrames) { reading.withLock(\.unmatched) }

  func makePair() throws -> PicturePair<First.Input, Second.Input> {
    try reading.withLock { PicturePair(try $0.first.source.makePicture(), try $0.second.source.makePicture()) }
  }

  func read(into pair: PicturePair<First.Input, Second.Input>) throws -> Bool {
    try reading.withLock { reading in try pair.content.withLock { try reading.read(into: &$0) } }
  }
}

private struct PairReading<First: FrameSource, Second: FrameSource> {
  typealias Pair = PicturePair<First.Input, Second.Input>.Content

  var first: Upcoming<First>
  var second: Upcoming<Second>
  var unmatched = (first: UnmatchedFrames(), second: UnmatchedFrames())
  private var hasBegun = false
  private let part: FrameSelection
  private let isByTime: Bool
  /// Half of the shorter frame duration, in seconds.
  private let tolerance: Double
  private let isFirstFaster: Bool
  /// The delay of the second clip's start, in seconds, if it is a whole number of frames: 0 for a second or more, which some containers use, and for
  /// fractions of a frame, by which audio that starts before 0 shifts all times.
  private let delay: Double

  init(_ first: First, _ second: Second, from begins: (Int, Int), of part: FrameSelection, isByTime: Bool) {
    let rates = (first.clip.frameRate?.value, second.clip.frameRate?.value)
    (self.part, self.isByTime) = (part, isByTime)
    tolerance = 0.5 / ([rates.0, rates.1].compactMap(\.self).max() ?? 60)
    isFirstFaster = (rates.0 ?? 0) > 1.01 * (rates.1 ?? 0)
    let delay = (second.movie?.startTime ?? 0) - (first.movie?.startTime ?? 0)
    let frames = delay / (2 * tolerance)
    self.delay = abs(delay) < 1 && abs(frames - frames.rounded()) < 0.06 ? delay : 0
    (self.first, self.second) = (Upcoming(first, from: begins.0), Upcoming(second, from: begins.1))
  }

  mutating func read(into pair: inout Pair) throws -> Bool {
    guard try first.read(into: &pair.first) else {
      try finishSecond(&pair.second)
      return false
    }
    if !hasBegun { try beginSecond(at: first.seconds) }
    guard try readSecond(into: &pair) else { return false }
    while isByTime, let one = first.seconds, let other = second.seconds.map({ $0 + delay }) {
      let distance = abs(one - other)
      if distance > tolerance / 4 {
        // If two frames of the faster clip are equally near, the later one is paired, since it overlaps more of the slower clip's frame.
        let preference = isFirstFaster ? margin : -margin
        if let next = try second.secondsOfNext(), abs(next + delay - one) < distance - preference {
          if hasBegun || part.start.isAtStart { unmatched.second.add(at: second.seconds) }
          _ = try second.read(into: &pair.second)
          continue
        }
        if let next = try first.secondsOfNext(), abs(next - other) < distance + preference {
          unmatched.first.add(at: first.seconds)
          _ = try first.read(into: &pair.first)
          continue
        }
      }
      if distance <= tolerance + margin { break }
      if one < other {
        unmatched.first.add(at: first.seconds)
        guard try first.read(into: &pair.first) else {
          if isWhole { unmatched.second.add(at: second.seconds) }
          try finishSecond(&pair.second)
          return false
        }
      } else {
        if hasBegun || part.start.isAtStart { unmatched.second.add(at: second.seconds) }
        guard try readSecond(into: &pair) else { return false }
      }
    }
    hasBegun = true
    pair.indices = (first.index, second.index, first.seconds)
    return true
  }

  /// The tolerance for times that containers round.
  private var margin: Double { 0.02 * tolerance }
  private var isWhole: Bool { part.frames == nil && part.duration == nil }

  /// Moves the second clip to the start of the first.
  private mutating func beginSecond(at seconds: Double?) throws {
    guard isByTime, !part.start.isAtStart else { return }
    guard let seconds, second.hasTimes else {
      try second.move(to: part)
      return
    }
    let start = seconds - delay - 2 * tolerance
    if start > 0 { try second.move(to: FrameSelection(start: .seconds(start))) }
  }

  /// Reads the next frame of the second clip; if there is none, counts this frame of the first and those after it.
  private mutating func readSecond(into pair: inout Pair) throws -> Bool {
    if try second.read(into: &pair.second) { return true }
    repeat { unmatched.first.add(at: first.seconds) } while try first.read(into: &pair.first)
    return false
  }

  /// Counts the frames after the last pair, if the first clip was compared to its end.
  private mutating func finishSecond(_ picture: inout Second.Input) throws {
    guard isWhole else { return }
    while try second.read(into: &picture) { unmatched.second.add(at: second.seconds) }
  }
}

/// The frames of a clip that are still to be read; the time of the next is known before it is returned.
private struct Upcoming<Source: FrameSource> {
  let source: Source
  /// The index of the last frame that was read, and its time.
  private(set) var index: Int
  private(set) var seconds: Double?
  /// The next frame, if it was read ahead.
  private var next: (picture: Source.Input, isRead: Bool)?

  init(_ source: Source, from begin: Int) { (self.source, index) = (source, begin - 1) }

  /// Whether frames have times: those of movies do, others need a frame rate.
  var hasTimes: Bool { source.decodes || source.clip.frameRate != nil }

  mutating func move(to part: FrameSelection) throws { index = try source.range(of: part).first - 1 }

  mutating func read(into picture: inout Source.Input) throws -> Bool {
    if let next, next.isRead {
      self.next = (picture, false)
      picture = next.picture
    } else {
      guard try source.read(into: picture) else { return false }
    }
    index += 1
    seconds = source.seconds(of: picture, index: index)
    return true
  }

  /// Returns the time of the next frame; `nil` after the last.
  mutating func secondsOfNext() throws -> Double? {
    if next?.isRead != true {
      let picture = try next?.picture ?? source.makePicture()
      next = (picture, try source.read(into: picture))
    }
    guard let next, next.isRead else { return nil }
    return source.seconds(of: next.picture, index: index + 1)
  }
}
