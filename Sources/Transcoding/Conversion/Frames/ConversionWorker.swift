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
    var programs: FramePrograms?
    /// The segment; `nil` for frames with the clip's own color.
    var part: ColorSegment?
    /// The plans made so far: that of the clip's own color, and of segments of another.
    var plans: [(part: ColorSegment?, plan: Plan)]
    /// The light levels of frames that earlier converters wrote.
    var lightBefore: ContentLightLevel?

    /// The light levels of all frames so far; `nil` if they are not counted.
    var contentLight: ContentLightLevel? { converter.contentLight?.maximum(lightBefore) }
  }

  private let running: Mutex<Running>
  let curves: ToneCurveSchedule
  /// The counter of frames of the clip's own color that are brighter than stated.
  private let bright: BrightPictures?
  private let backdrop: Backdrop?
  private let makeConverter: @Sendable (ConversionPlan) throws(ConversionError) -> FrameConverter

  init(
    _ curves: ToneCurveSchedule, over backdrop: Backdrop?, counting bright: BrightPictures?, for clip: Clip,
    threads: Int, on instructions: InstructionSet, countingLight: Bool
  ) throws {
    let size = clip.openedSize
    (self.curves, self.backdrop, self.bright) = (curves, backdrop, bright)
    makeConverter = { (plan) throws(ConversionError) in
      try plan.converter(
        width: size.width, height: size.height, threads: threads, on: instructions, countingLight: countingLight)
    }
    let own = try curves.plan(of: nil)
    running = Mutex(Running(converter: try makeConverter(own.plan), programs: own.programs, plans: [(nil, own)]))
  }

  /// The facts about the frames so far, of which there are this many.
  func facts(_ count: Int) -> ChunkFacts {
    ChunkFacts(
      frames: count, light: running.withLock { $0.contentLight }, brightFrames: bright?.count ?? 0,
      brightest: bright?.brightest ?? 0)
  }

  var faultsBehind: [Finding] { backdrop?.faults ?? [] }

  var refusedThreads: Int { running.withLock { $0.converter.refusedThreads } }

  /// The programs of frames of the clip's own color, if they have curves of their own.
  var ownPrograms: FramePrograms? { running.withLock { $0.plans[0].plan.programs } }

  /// The assumptions for the curves of frames, except those known before.
  var findings: [Finding] { running.withLock { $0.plans.compactMap(\.plan.programs).flatMap(\.findings) } }

  /// Switches to the converter for frames of another color, whose plan is made once.
  private func change(_ running: inout Running, to part: ColorSegment?) throws {
    let known = running.plans.first { $0.part === part }?.plan
    let plan = try known ?? curves.plan(of: part)
    if known == nil { running.plans.append((part, plan)) }
    running.lightBefore = running.contentLight
    running.converter = try makeConverter(plan.plan)
    (running.programs, running.part) = (plan.programs, part)
  }

  func convert(_ input: some Picture, into output: some OutputPicture, index: Int, by curve: LightTimeline.Entry?)
    throws
  {
    try running.withLock { running in
      if running.part !== input.part { try change(&running, to: input.part) }
      let program = try curve.flatMap { try running.programs?.program(for: $0.get()) }
      let bright = running.part == nil ? bright : nil
      try input.withView { input in
        bright?.count(input)
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
final class FramePrograms: Sendable {
  private let plan: @Sendable (FrameCurve) throws(TranscodingError) -> ConversionPlan
  private let isStrict: Bool

  private struct State {
    var made: [FrameCurve: ColorProgram] = [:]
    var last: FrameCurve?
    var changes = 0
    var known: Set<Finding>
    var findings: [Finding] = []
  }
  private let state: Mutex<State>
  /// The maximum number of programs that are kept. Most clips have a curve for each scene, and return to few of them.
  private static let kept = 16

  init(
    known: [Finding], isStrict: Bool,
    _ plan: @escaping @Sendable (FrameCurve) throws(TranscodingError) -> ConversionPlan
  ) {
    (self.plan, self.isStrict) = (plan, isStrict)
    state = Mutex(State(known: Set(known)))
  }

  /// The number of changes of the curve from one frame to the next.
  var changes: Int { state.withLock(\.changes) }

  /// The assumptions for the curves of frames, except those known before.
  var findings: [Finding] { state.withLock(\.findings) }

  /// Returns the program of the next frame.
  func program(for curve: FrameCurve) throws(TranscodingError) -> ColorProgram {
    let made = state.withLock { state in
      if let last = state.last, last != curve { state.changes += 1 }
      state.last = curve
      return state.made[curve]
    }
    if let made { return made }
    let plan = try plan(curve)
    let found = state.withLock { state in
      let found = plan.assumptions.filter { $0.code == HDR10PlusCurve.otherDisplay && !state.known.contains($0) }
      state.known.formUnion(found)
      state.findings += found
      return found
    }
    if isStrict, !found.isEmpty { throw .plan(.assumptions(found)) }
    let program = ColorProgram(plan)
    state.withLock { state in
      if state.made.count == Self.kept { state.made = [:] }
      state.made[curve] = program
    }
    return program
  }
}
