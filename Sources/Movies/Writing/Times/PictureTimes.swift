internal import CLibAV
internal import VideoFrames

/// The times at which pictures are encoded.
struct PictureTimes: Sendable {
  /// What is 0 in the new movie.
  private let start: Int64
  /// The time from one picture to the next where nobody says.
  private let step: Int64
  private var first, last: Int64?
  /// The times of the pictures that the encoder has, in their order.
  private var encoded: [Int64] = []
  /// How long pictures are shown, by time: encoders do not say.
  private var durations: [Int64: Int64] = [:]
  /// When the last picture of those that are encoded ends.
  private(set) var end: Int64 = .min
  /// The number of times that had to be made or moved.
  private(set) var changed = 0
  private var clock: TrackClock

  init(_ encoding: VideoEncoding, span: TimeSpan?) {
    start = span?.start(in: encoding.timeBase.rational).clamped ?? 0
    let step = encoding.frameRate.map { 1 / ($0.value * encoding.timeBase.value) } ?? 1
    self.step = max(1, Int64(exactly: step.rounded()) ?? 1)
    clock = TrackClock(nil, unit: encoding.timeBase.value, isSteady: true)
  }

  /// The time at which a frame is encoded: its own, if that is after the one before.
  mutating func add(_ frame: borrowing MovieFrame, _ jumps: inout TimeJumps) -> Int64 {
    let own = frame.time.map { $0.count.clamped - start }
    let length = max(step, frame.duration?.count.clamped ?? 0)
    let move = frame.time.map { clock.add($0.count, duration: length, &jumps) } ?? 0
    var time = own.map { $0.clamped + move } ?? last.map { $0 + step } ?? 0
    if let last, time <= last { time = last + 1 }
    if time != own { changed += 1 }
    (first, last) = (first ?? time, time)
    encoded.append(time)
    if let duration = frame.duration { durations[time] = duration.count.clamped }
    return time
  }

  /// When the next picture of the encoder is decoded: when it says, unless that cannot be.
  ///
  /// x265 does not know by how much pictures are shown later than decoded before it has had more of them than it reorders.
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
    end = max(end, time.clamped + (duration ?? step))
    return duration
  }
}
