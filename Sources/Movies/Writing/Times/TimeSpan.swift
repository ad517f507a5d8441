package import CLibAV
internal import VideoFrames

/// The part of the source that is in the new movie, in units of the pictures' time base.
struct TimeSpan: Sendable {
  /// What is 0 in the new movie, and where the part ends.
  let start, end: Int64
  let base: AVRational
  /// Whether the part starts as the source does, so that nothing is before it.
  let isFromStart: Bool

  /// The part between two times since the first picture; it starts as the source does if the first is `-infinity`: 0 is then the origin of the
  /// source's clock, or where all tracks begin if that has none.
  init(_ seconds: Range<Seconds>, of reader: MovieReader) {
    let video = reader.video
    base = video.timeBase.rational
    let first = video.start?.count ?? 0
    func time(_ seconds: Seconds) -> Int64 {
      let units = Int64(exactly: (seconds.value / video.timeBase.value).rounded())
      return first + (units.map { min(max($0, 0), 1 << 61) } ?? 1 << 61)
    }
    isFromStart = seconds.lowerBound == Seconds(-.infinity)
    start = isFromStart ? reader.clockStart : time(seconds.lowerBound)
    end = max(start, time(seconds.upperBound))
  }

  /// What is 0 in the new movie, in another unit.
  func start(in base: AVRational) -> Int64 { start.rescaled(from: self.base, to: base) }

  /// Where the part ends, in another unit.
  func end(in base: AVRational) -> Int64 { end.rescaled(from: self.base, to: base) }

  /// Whether a time is at or after the start of the part.
  func hasStarted(_ time: Int64, in base: AVRational) -> Bool {
    isFromStart || av_compare_ts(time, base, start, self.base) >= 0
  }

  /// Whether a time is at or after the end of the part.
  func isOver(_ time: Int64, in base: AVRational) -> Bool { av_compare_ts(time, base, end, self.base) >= 0 }

  /// The part of this span that something has which lasts from one time to another, counted from the start of the span.
  func part(of first: Int64, _ last: Int64, in base: AVRational) -> (first: Int64, last: Int64) {
    let start = start(in: base)
    return (max(first, start) - start, min(last, end(in: base)) - start)
  }

  /// Whether something that lasts from one time to another is in the part; it begins there, or goes on.
  func has(_ first: Int64, _ last: Int64, in base: AVRational) -> Bool {
    let goesOn = !hasStarted(first, in: base) && av_compare_ts(last, base, start, self.base) > 0
    return (hasStarted(first, in: base) || goesOn) && !isOver(first, in: base)
  }
}

extension Int64 {
  /// The nearest time to which others can be added.
  var clamped: Int64 { Swift.min(Swift.max(self, -1 << 61), 1 << 61) }

  /// This time in another unit, rounded; the nearest to which others can be added, where 64 bits do not hold it.
  package func rescaled(from unit: AVRational, to other: AVRational) -> Int64 {
    let time = av_rescale_q(clamped, unit, other)
    // The library's sign of a time that does not fit is the least number.
    return (time == .min && self > 0 ? .max : time).clamped
  }
}
