internal import Movies
internal import Synchronization

/// Frames that are ready to be read: their light is measured as far as needed in advance.
struct PreparedFrames<Source: FrameSource> {
  let source: Source
  let curves: ToneCurveSchedule
  let backdrop: Backdrop?
  let read: FrameReading<Source.Input>
}

/// Frames that are being read and converted.
struct MovingFrames<Output: OutputPicture>: Sendable {
  /// When their preparation began, for frames that a caller pulls; otherwise when they began to move.
  let begin: ContinuousClock.Instant
  let pump: FramePump<Output>
  let worker: ConversionWorker
}

/// The converter, used by one thread.
final class ConversionWorker: Sendable {
  /// The plan of frames, and their programs if they have curves of their own.
  typealias Plan = (plan: ConversionPlan, programs: FramePrograms?)

  private struct Running: ~Copyable {
    var converter: FrameConverter
    /// The plans made so far: that of the clip's own color, whose part is `nil`, and of segments of another.
    var plans: [(part: ColorSegment?, plan: Plan)]
    /// The plan of the converter.
    var current = 0
    /// The counter of frames of the clip's own color that are brighter than stated.
    var bright: BrightPictures?
    /// The light levels of frames that earlier converters wrote.
    var lightBefore: ContentLightLevel?

    /// The light levels of all frames so far; `nil` if they are not counted.
    var contentLight: ContentLightLevel? { converter.contentLight?.maximum(lightBefore) }
  }

  private let running: Mutex<Running>
  let curves: ToneCurveSchedule
  private let backdrop: Backdrop?
  private let makeConverter: @Sendable (ConversionPlan) throws(ConversionError) -> FrameConverter

  init(
    _ curves: ToneCurveSchedule, over backdrop: Backdrop?, counting bright: BrightPictures?, for clip: Clip,
    threads: Int, on instructions: InstructionSet, countingLight: Bool
  ) throws {
    let size = clip.openedSize
    (self.curves, self.backdrop) = (curves, backdrop)
    makeConverter = { (plan) throws(ConversionError) in
      try plan.converter(
        width: size.width, height: size.height, threads: threads, on: instructions, countingLight: countingLight)
    }
    let own = try curves.plan(of: nil)
    running = Mutex(Running(converter: try makeConverter(own.plan), plans: [(nil, own)], bright: bright))
  }

  /// The facts about the frames so far, of which there are this many.
  func facts(_ count: Int) -> ChunkFacts {
    running.withLock { running in
      ChunkFacts(
        frames: count, light: running.contentLight, brightFrames: running.bright?.count ?? 0,
        brightest: running.bright?.brightest ?? 0)
    }
  }

  var faultsBehind: [Finding] { backdrop?.faults ?? [] }

  var refusedThreads: Int { running.withLock { $0.converter.refusedThreads } }

  /// The programs of frames of the clip's own color, if they have curves of their own.
  var ownPrograms: FramePrograms? { running.withLock { $0.plans[0].plan.programs } }

  /// The assumptions for the curves of frames, except those known before.
  var findings: [Finding] { running.withLock { $0.plans.compactMap(\.plan.programs).flatMap(\.findings) } }

  /// Switches to the converter for frames of another color, whose plan is made once.
  private func change(_ running: inout Running, to part: ColorSegment?) throws {
    let known = running.plans.firstIndex { $0.part === part }
    if known == nil { running.plans.append((part, try curves.plan(of: part))) }
    running.current = known ?? running.plans.count - 1
    running.lightBefore = running.contentLight
    running.converter = try makeConverter(running.plans[running.current].plan.plan)
  }

  func convert(_ input: some Picture, into output: some OutputPicture, index: Int, by curve: LightTimeline.Entry?)
    throws
  {
    try running.withLock { running in
      if running.plans[running.current].part !== input.part { try change(&running, to: input.part) }
      let program = try curve.flatMap { try running.plans[running.current].plan.programs?.program(for: $0.get()) }
      try input.withView { input in
        if running.plans[running.current].part == nil { running.bright?.count(input) }
        try output.withMutableView { output in
          guard let backdrop else {
            return try running.converter.convert(input, into: &output, index: index, program: program)
          }
          try backdrop.next?(index)
          try backdrop.picture.withView { behind in
            try running.converter.convert(input, over: behind, into: &output, index: index, program: program)
          }
        }
      }
    }
  }
}

/// The programs of frames that have curves of their own.
///
/// A frame's program depends only on its curve, so it is the same whichever part of the clip is converted.
struct FramePrograms {
  private let plan: @Sendable (FrameCurve) throws(TranscodingError) -> ConversionPlan
  private let isStrict: Bool
  private var made: [FrameCurve: ColorProgram] = [:]
  private var last: FrameCurve?
  private var known: Set<Finding>
  /// The number of changes of the curve from one frame to the next.
  private(set) var changes = 0
  /// The assumptions for the curves of frames, except those known before.
  private(set) var findings: [Finding] = []

  /// The maximum number of programs that are kept. Most clips have a curve for each scene, and return to few of them.
  private static let kept = 16

  init(
    known: [Finding], isStrict: Bool,
    _ plan: @escaping @Sendable (FrameCurve) throws(TranscodingError) -> ConversionPlan
  ) {
    (self.plan, self.isStrict, self.known) = (plan, isStrict, Set(known))
  }

  /// Returns the program of the next frame.
  mutating func program(for curve: FrameCurve) throws(TranscodingError) -> ColorProgram {
    if let last, last != curve { changes += 1 }
    last = curve
    if let program = made[curve] { return program }
    let plan = try plan(curve)
    let found = plan.assumptions.filter { $0.code == HDR10PlusCurve.otherDisplay && !known.contains($0) }
    known.formUnion(found)
    findings += found
    if isStrict, !found.isEmpty { throw .plan(.assumptions(found)) }
    let program = ColorProgram(plan)
    if made.count == Self.kept { made = [:] }
    made[curve] = program
    return program
  }
}
