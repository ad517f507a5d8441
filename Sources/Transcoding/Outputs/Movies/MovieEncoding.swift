internal import Movies
internal import Synchronization

/// The encoding of a movie's frames, and their times in the movie.
struct MovieEncoding {
  let video: VideoEncoding
  let container: String
  /// The Dolby Vision configuration that the pictures keep.
  let dolbyVision: DolbyVisionConfiguration?
  /// Whether the source has no frame times, so that a frame's time is its number.
  private let statesRate: Bool
  /// The constant rate of the frames.
  private let grid: RateGrid?
  /// The converter to a constant rate, for frames of another rate.
  var constant: ConstantRate?
  /// The number of the next frame, if its time is its number.
  private var number: Int64

  /// - Parameter isFile: Whether the movie is written to a file, which can be changed at the end.
  init(
    _ kind: OutputKind, _ coding: PictureCoding, of plan: ConversionPlan, stating tags: OutputTags, for clip: Clip,
    copying source: CopiedMovie?, threads: Int, isFile: Bool, _ asked: EncodingSettings, rate: FrameRate?
  ) throws(TranscodingError) {
    container = kind.container
    let size = clip.openedSize
    statesRate = source?.reader.video.start == nil
    if let rate, let source, !statesRate {
      constant = ConstantRate(rate, of: source)
      if constant == nil { throw .encoding(.unholdableRate(rate)) }
    }
    grid = statesRate || constant != nil ? nil : source?.grid
    let own = statesRate ? nil : constant?.timeBase ?? grid?.timeBase ?? source?.reader.video.timeBase
    guard let timeBase = own ?? clip.frameRate.flatMap({ TimeBase($0.denominator, $0.numerator) }) else {
      throw .encoding(.noFrameRate(of: clip.name))
    }
    let begin = source?.span?.lowerBound.value ?? 0
    number = Int64(exactly: (begin / timeBase.value).rounded()) ?? 0
    var video = VideoEncoding(
      encoder: coding.encoder, format: plan.outputFormat, width: size.width, height: size.height, timeBase: timeBase)
    (video.color, video.metadata) = (tags.color, tags.metadata)
    let isStated = tags.metadata.contentLight != nil
    video.isLightOpen = tags.needsContentLight || isStated && BrightPictures(plan, of: clip.format) != nil
    (video.pixelAspect, video.frameRate) = (clip.pixelAspect, constant?.rate ?? grid?.rate ?? clip.frameRate)
    var kept = coding.keepsDolbyVision ? source?.dolbyVision : nil
    if let rate = video.frameRate { kept?.raiseLevel(width: size.width, height: size.height, rate: rate) }
    dolbyVision = kept
    (video.replacesUnits, video.keepsDolbyVision) = (isFile, kept != nil)
    video.isRateFixed = statesRate || constant != nil || grid != nil
    // A matrix that equals no orientation is copied unchanged.
    video.orientation =
      clip.geometry.isOrientationExact || clip.appliedGeometry != AppliedGeometry() ? clip.geometry.orientation : nil
    (video.alphaMode, video.alphaQuality) = (plan.outputAlpha?.mode, asked.alphaQuality)
    (video.threads, video.options) = (threads, coding.options(for: size, plan.outputFormat))
    self.video = video
  }

  /// Gives the next frame its time in the movie.
  mutating func setTime(of frame: inout MovieFrame) {
    if statesRate {
      (frame.time, frame.duration) = (Ticks(number), 1)
      number += 1
    } else if let grid {
      (frame.time, frame.duration) = (frame.time.map(grid.time), frame.duration.map(grid.duration))
    }
  }
}

/// Makes a constant rate from frames with arbitrary times: each time of the rate gets the nearest frame, so frames are repeated or dropped.
struct ConstantRate {
  let rate: FrameRate
  /// A time base that represents the times of the rate exactly and the movie's start closely.
  let timeBase: TimeBase
  /// The number of repetitions of frames, and of dropped frames.
  private(set) var repeated = 0, leftOut = 0
  private var written = 0
  /// The duration of a frame, in units of `timeBase`.
  private let step: Int
  /// The time base of the source.
  private let unit: TimeBase
  /// The zero of the new movie and its end, in seconds of the source's clock.
  private let start, end: Double
  /// The zero in units of `timeBase`.
  private let zero: Ticks
  /// The last frame read, with its start and end in frames of the rate.
  private var held: (picture: MoviePicture, time: Double, end: Double)?
  /// The number of the next frame of the rate.
  private var next: Int?

  /// Creates a converter; `nil` if no time base represents the times of the rate.
  init?(_ rate: FrameRate, of source: CopiedMovie) {
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

  /// The units in a second: an error of 50 µs is invisible.
  private static let units = 20_000
  /// The maximum time in seconds for which one frame is repeated; longer gaps are damage.
  private static let longestGap = 3600.0

  /// Takes the next frame, and writes the previous one at each time to which it is nearest.
  mutating func take(
    _ picture: MoviePicture, of name: String, spare: () throws -> MoviePicture,
    write: (borrowing MovieFrame) throws -> Void
  ) throws {
    let (stated, length) = picture.frame.withLock { ($0.time, $0.duration) }
    let own = stated.map { ($0.seconds(in: unit).value - start) * rate.value }
    let time = own ?? held?.end ?? 0
    let shown = length.map { $0.seconds(in: unit).value * rate.value } ?? held.map { time - $0.time } ?? 1
    guard time - (held?.time ?? time) <= Self.longestGap * rate.value, time.magnitude * Double(step) < 0x1p52 else {
      throw TranscodingError.input(.timeGap(name))
    }
    if let held { try show(until: (held.time + time) / 2, write: write) }
    let spare = try held?.picture ?? spare()
    spare.exchange(with: picture)
    held = (spare, time, time + max(shown, 0))
    // Times before the first frame that are within one frame of it also get it.
    next = next ?? max(0, Int(exactly: time.rounded()) ?? 0)
  }

  mutating func finish(write: (borrowing MovieFrame) throws -> Void) throws {
    guard let held, let next else { return }
    let last = min(held.end, end, held.time + Self.longestGap * rate.value).rounded() - 1
    // A movie has at least one frame.
    try show(until: written == 0 ? max(last, Double(next)) : last, write: write)
  }

  /// Writes the held frame at each time of the rate up to `last`, in frames.
  private mutating func show(until last: Double, write: (borrowing MovieFrame) throws -> Void) throws {
    guard let held, var next else { return }
    var count = 0
    // Of two equally near frames, the earlier is shown, despite rounding errors.
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
