internal import HDRMetadata
internal import Movies
internal import Synchronization
internal import ToneMapping

/// Makes a constant rate of frames that come at any times: each time of the rate gets the nearest frame, which is repeated or left out.
struct ConstantRate {
  let rate: FrameRate
  /// A unit that holds the times of the rate, fine enough for where the movie begins.
  let timeBase: TimeBase
  /// How many frames are repeated, each time counted, and how many are left out.
  private(set) var repeated = 0, leftOut = 0
  private var written = 0
  /// How long a frame is shown, in units of `timeBase`.
  private let step: Int
  /// The unit of the source.
  private let unit: TimeBase
  /// What is 0 in the new movie, and where it ends, in seconds of the source's clock.
  private let start, end: Double
  /// The same 0 in units of `timeBase`.
  private let zero: Ticks
  /// The frame that was read last, when it is shown and until when, in frames of the rate.
  private var held: (picture: MoviePicture, time: Double, end: Double)?
  /// The number of the next frame of the rate.
  private var next: Int?

  /// `nil` for a rate whose times no unit holds.
  init?(_ rate: FrameRate, of source: MovieSource) {
    let (parts, video) = (max(1, Self.units / rate.numerator), source.reader.video)
    let (units, isTooFine) = rate.numerator.multipliedReportingOverflow(by: parts)
    guard !isTooFine, units <= Int(Int32.max), let base = TimeBase(1, units) else { return nil }
    (self.rate, timeBase, step, unit) = (rate, base, rate.denominator * parts, video.timeBase)
    let span = source.span
    start = source.reader.start(of: span, in: unit).seconds(in: unit).value
    zero = source.reader.start(of: span, in: base)
    let first = (video.start ?? 0).seconds(in: unit).value
    end = ((span?.upperBound.value ?? .infinity) + first - start) * rate.value
  }

  /// Units in a second: an error of 50 µs is not seen.
  private static let units = 20_000
  /// How long one frame is repeated at most, in seconds: longer gaps are damage.
  private static let longestGap = 3600.0

  /// Takes the next frame, and writes the one before as often as it is the nearest.
  ///
  /// - Parameters:
  ///   - picture: The frame; it gets the memory of another.
  ///   - name: What messages call the source.
  ///   - spare: Makes a frame of the output.
  mutating func take(
    _ picture: MoviePicture, of name: String, spare: () throws -> MoviePicture,
    write: (borrowing MovieFrame) throws -> Void
  ) throws {
    let (stated, length) = picture.frame.withLock { ($0.time, $0.duration) }
    let own = stated.map { ($0.seconds(in: unit).value - start) * rate.value }
    let time = own ?? held?.end ?? 0
    let shown = length.map { $0.seconds(in: unit).value * rate.value } ?? held.map { time - $0.time } ?? 1
    guard time - (held?.time ?? time) <= Self.longestGap * rate.value, time.magnitude * Double(step) < 0x1p52 else {
      throw TranscodingError.data(
        "the times of \(name) jump ahead by more than an hour, for which a constant rate would repeat one frame; cut the movie there, or leave \(.fps) out"
      )
    }
    if let held { try show(until: (held.time + time) / 2, write: write) }
    let spare = try held?.picture ?? spare()
    spare.exchange(with: picture)
    held = (spare, time, time + max(shown, 0))
    // The first frame is also that of the times before it which are nearer to it than a frame.
    next = next ?? max(0, Int(exactly: time.rounded()) ?? 0)
  }

  /// Writes the last frame.
  mutating func finish(write: (borrowing MovieFrame) throws -> Void) throws {
    guard let held, let next else { return }
    let last = min(held.end, end, held.time + Self.longestGap * rate.value).rounded() - 1
    // A movie has one frame at least.
    try show(until: written == 0 ? max(last, Double(next)) : last, write: write)
  }

  /// Writes the frame that is held at each time of the rate up to one, which is in frames.
  private mutating func show(until last: Double, write: (borrowing MovieFrame) throws -> Void) throws {
    guard let held, var next else { return }
    var count = 0
    // Of two frames that are equally near, the earlier is shown, whatever the last bit says.
    while Double(next) <= last + 1e-6 {
      try held.picture.frame.withLock { frame in
        frame.time = Ticks(zero.count + Int64(next * step))
        frame.duration = Ticks(Int64(step))
        try write(frame)
      }
      (next, count) = (next + 1, count + 1)
    }
    if count == 0 { leftOut += 1 } else { repeated += count - 1 }
    written += count
    self.next = next
  }
}
