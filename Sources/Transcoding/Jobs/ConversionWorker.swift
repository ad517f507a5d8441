internal import HDRMetadata
internal import ToneMapping
internal import Synchronization

internal import Movies

/// The converter, used by one thread.
final class ConversionWorker: Sendable {
  /// What converts the frames of a part.
  private struct Running: ~Copyable {
    var converter: FrameConverter
    /// Where each frame brings its own curve, their programs.
    var programs: FramePrograms?
    /// The part; `nil` for the frames of the clip's own color.
    var part: ColorSegment?
    /// The light of the frames that other converters wrote.
    var lightBefore: ContentLightLevel?

    /// The light levels of all frames so far; `nil` if they are not counted.
    var contentLight: ContentLightLevel? {
      guard let light = converter.contentLight else { return nil }
      guard let before = lightBefore else { return light }
      func larger(_ path: KeyPath<ContentLightLevel, ContentLightLevel.Level?>) -> ContentLightLevel.Level? {
        [light[keyPath: path], before[keyPath: path]].compactMap(\.self).max { $0.units < $1.units }
      }
      return ContentLightLevel(maxCLL: larger(\.maxCLL), maxFALL: larger(\.maxFALL))
    }
  }

  private let running: Mutex<Running>
  private let plans: FramePlans
  /// What counts frames that are brighter than is stated, of the clip's own color.
  private let bright: BrightPictures?
  /// The pictures behind the frames, if there are any.
  private let backdrop: (any Backdrop)?
  private let makeConverter: @Sendable (ConversionPlan) throws(ConversionError) -> FrameConverter

  init(
    _ plans: FramePlans, over backdrop: (any Backdrop)?, counting bright: BrightPictures?, for clip: Clip, threads: Int,
    on instructions: InstructionSet, countingLight: Bool
  ) throws(ConversionError) {
    let size = clip.openedSize
    (self.plans, self.backdrop, self.bright) = (plans, backdrop, bright)
    makeConverter = { (plan) throws(ConversionError) in
      try plan.converter(
        width: size.width, height: size.height, threads: threads, on: instructions, countingLight: countingLight)
    }
    running = Mutex(Running(converter: try makeConverter(plans.own.plan), programs: plans.own.programs))
  }

  /// The light levels of all frames so far; `nil` if they are not counted.
  var contentLight: ContentLightLevel? { running.withLock { $0.contentLight } }

  /// How many threads the system refused.
  var refusedThreads: Int { running.withLock { $0.converter.refusedThreads } }

  /// Goes on with frames of another color.
  private func change(_ running: inout Running, to part: ColorSegment?) throws {
    let made = try plans.plan(of: part)
    running.lightBefore = running.contentLight
    running.converter = try makeConverter(made.plan)
    (running.programs, running.part) = (made.programs, part)
  }

  /// Converts a frame.
  ///
  /// - Parameter curve: What it is mapped by, where frames have curves of their own.
  func convert(
    _ input: some Picture, into output: some Picture, index: Int, by curve: LightTimeline.Entry?
  ) throws {
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
          try backdrop.withPicture(behind: index) { behind in
            try running.converter.convert(input, over: behind, into: &output, index: index, program: program)
          }
        }
      }
    }
    // Not before: memory that an encoder still held was exchanged, and the times with it.
    output.copyTimes(from: input)
  }
}
