internal import CLibAV

struct PictureTimes: Sendable {
  /// The time that is 0 in the new movie.
  private let start: Int64
  /// The time between two pictures if none is stated.
  private let step: Int64
  private var first, last: Int64?
  /// The times of the pictures in the encoder, in order.
  private var encoded: [Int64] = []
  /// The durations of pictures by time: encoders do not return them.
  private var durations: [Int64: Int64] = [:]
  /// The end of the last picture returned by the encoder.
  private(set) var end: Int64 = .min
  /// The number of times that were generated or moved.
  private(set) var changed = 0
  private var clock: TrackClock

  init(_ encoding: VideoEncoding, span: TimeSpan?) {
    start = span?.start(in: encoding.timeBase.rational).clamped ?? 0
    let step = encoding.frameRate.map { 1 / ($0.value * encoding.timeBase.value) } ?? 1
    self.step = max(1, Int64(exactly: step.rounded()) ?? 1).clamped
    clock = TrackClock(nil, unit: encoding.timeBase.value, isSteady: true)
  }

  /// Returns the time at which a frame is encoded: its own, if that is after the previous one.
  mutating func add(_ frame: borrowing MovieFrame, _ jumps: inout TimeJumps) -> Int64 {
    let own = frame.time.map { $0.count.clamped - start }
    let length = max(step, frame.duration?.count ?? 0)
    let move = frame.time.map { clock.add($0.count, duration: length, &jumps) } ?? 0
    var time = (own.map { $0.clamped + move } ?? last.map { $0.clamped + step } ?? 0).clamped
    if let last, time <= last { time = last + 1 }
    if time != own { changed += 1 }
    (first, last) = (first ?? time, time)
    encoded.append(time)
    if let duration = frame.duration { durations[time] = duration.count.clamped }
    return time
  }

  /// The decoding time of the encoder's next picture: as the encoder states it, unless that is impossible.
  ///
  /// x265 does not know the delay between decoding and display before it has received more pictures than it reorders.
  mutating func decodingTime(_ stated: Int64, shown: Int64) -> Int64 {
    let inOrder = encoded.isEmpty ? shown : encoded.removeFirst()
    guard let first, let last, stated != libav_no_time, !(first - (last - first)...max(shown, first) ~= stated) else {
      return stated
    }
    return min(inOrder - (last - first), shown)
  }

  /// The duration of an encoded picture, if its frame had one.
  mutating func remove(_ time: Int64) -> Int64? {
    let duration = durations.removeValue(forKey: time)
    extend(to: time, duration: duration)
    return duration
  }

  mutating func extend(to time: Int64, duration: Int64?) { end = max(end, time.clamped + (duration ?? step).clamped) }
}
