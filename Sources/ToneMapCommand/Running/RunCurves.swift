internal import LightStatistics
internal import ToneMapping

/// The plan of a run, and the curves of its frames: one for all, those of metadata, or those that follow light.
struct RunCurves<Source: FrameSource> {
  /// The choices, with the light of the first frame.
  private(set) var choices: Choices
  /// The plan. Until light is measured, it is that for the greatest light that there could be.
  private(set) var decision: Decision
  /// The number of frames that are held in memory until the light of those that follow is known.
  var heldFrames: Int { way?.heldFrames ?? 0 }

  private let source: Source
  private let input: Path
  private let range: FrameRange
  private let kind: FileFormat
  private let dynamics: DynamicsOptions
  private let way: DynamicsOptions.Way?
  private var curves: (any FrameCurves)?

  /// Decides before anything is written or measured, so that what can be refused is refused.
  ///
  /// - Parameters:
  ///   - input: The name of the source.
  ///   - range: The frames that are converted.
  ///   - choices: What the output is to be.
  ///   - kind: The file that is written.
  /// - Throws: `usage` if the light cannot be known; `data` if frames lack what is to be known of them; what a plan throws.
  init(
    of source: Source, named input: Path, _ range: FrameRange, choices: Choices, dynamics: DynamicsOptions,
    for kind: FileFormat
  ) throws(CommandError) {
    (self.source, self.input, self.range, self.kind) = (source, input, range, kind)
    (self.dynamics, self.choices) = (dynamics, choices)
    let isOnce = input == "-" || System.kind(of: input) != .regular
    let way = dynamics.way(isOnce: isOnce)
    if case .before = way, dynamics.stats.isEmpty, isOnce { throw dynamics.readsTwice(input) }
    let stated = try way.flatMap { (way) throws(CommandError) in try StatedLight(way, of: source, range) }
    let messages = source.firstMessages
    if way != nil {
      let greatest = DynamicLight.Light(peak: PerceptualQuantizer.peak, average: nil)
      self.choices.light = try stated?.light(ofFrame: range.first, with: messages) ?? greatest
    }
    curves = try self.choices.sceneCurves(of: source)
    decision = try self.choices.decide(
      about: source.clip, for: kind, by: curves, from: range.first, with: messages)
    if dynamics.lookAhead != nil, way?.heldFrames == 0 {
      Console.complain(
        "--look-ahead was given, but all frames are measured before; leave it out, or choose --dynamics one-pass")
    }
    guard way == nil || decision.plan.source.isHDR else {
      // Told as idle. What is converted then has the bits that it has without.
      (self.way, self.choices.light) = (nil, nil)
      decision = try self.choices.decide(about: source.clip, for: kind)
      return
    }
    self.way = way
    if let stated { curves = stated }
    if way == .carried, messages.dolbyVisionRPU != nil {
      Console.complain(
        "of Dolby Vision, only the light of level 1 is used, where it is stated; its trims and its reshaping are not")
    }
  }

  /// Measures the light that is to be known before the first frame.
  ///
  /// - Returns: How frames are read.
  mutating func measure(
    sharing running: RunningOptions, threads: Int, on instructions: InstructionSet
  ) throws -> @Sendable (Source.Input) throws -> Bool {
    let source = source
    switch way {
    case .before(let mode):
      let light = try LightOfClip(input: input, dynamics: dynamics, choices: choices, running: running)
        .light(of: source.clip, range, in: mode, on: instructions)
      (choices.light, curves) = (light[range.first], light)
      decision = try choices.decide(about: source.clip, for: kind)
    case .ahead(let count):
      let ahead = try LookAhead(count, in: source, from: range.first, threads: threads, on: instructions)
      curves = ahead
      return { try ahead.read(into: $0) }
    case .carried, .stated, nil: break
    }
    return { try source.read(into: $0) }
  }

  /// The programs of the frames; `nil` if the plan is that of all.
  var programs: FramePrograms? {
    // One curve for all frames is that of the plan.
    guard let curves, (curves as? GivenCurves)?.isOne != true else { return nil }
    return FramePrograms(curves, choices.plans(for: source.clip))
  }
}
