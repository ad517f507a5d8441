package import CLibAV

/// The part of the source that is in the new movie, in the time base of the pictures.
struct TimeSpan: Sendable {
  /// The time that is 0 in the new movie, and the end of the part.
  let start, end: Int64
  let base: AVRational
  /// Whether the part starts with the source, so that nothing precedes it.
  let isFromStart: Bool

  /// The part between two times since the first picture. If the first is `-infinity`, the part starts with the source: 0 is then the origin of the
  /// source's clock, or the earliest start of all tracks if the clock has no origin.
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

  /// The time that is 0 in the new movie, in another unit.
  func start(in base: AVRational) -> Int64 { start.rescaled(from: self.base, to: base) }
  func end(in base: AVRational) -> Int64 { end.rescaled(from: self.base, to: base) }

  func hasStarted(_ time: Int64, in base: AVRational) -> Bool {
    isFromStart || av_compare_ts(time, base, start, self.base) >= 0
  }

  func isOver(_ time: Int64, in base: AVRational) -> Bool { av_compare_ts(time, base, end, self.base) >= 0 }

  /// Intersects an interval with this span, relative to the start of the span.
  func part(of first: Int64, _ last: Int64, in base: AVRational) -> (first: Int64, last: Int64) {
    let start = start(in: base)
    return (max(first, start) - start, min(last, end(in: base)) - start)
  }

  /// Whether an interval is in the part: it starts there, or continues into it.
  func has(_ first: Int64, _ last: Int64, in base: AVRational) -> Bool {
    (hasStarted(first, in: base) || av_compare_ts(last, base, start, self.base) > 0) && !isOver(first, in: base)
  }
}

extension Int64 {
  /// The nearest time that can be added to others without overflow.
  var clamped: Int64 { Swift.min(Swift.max(self, -1 << 61), 1 << 61) }

  /// This time in another unit, rounded; if 64 bits do not hold it, the nearest that can be added to others.
  package func rescaled(from unit: AVRational, to other: AVRational) -> Int64 {
    let time = av_rescale_q(clamped, unit, other)
    // The library returns the minimum for a time that does not fit.
    return (time == .min && self > 0 ? .max : time).clamped
  }
}
