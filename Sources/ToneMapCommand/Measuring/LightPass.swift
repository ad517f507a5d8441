internal import LightMetering
internal import LightStatistics
internal import RawVideo
internal import Synchronization
internal import ToneMapping

/// A pass over the frames of a clip that measures their light.
struct LightPass {
  /// The plan that frames are read by.
  let plan: ConversionPlan
  let threads: Int
  let instructions: InstructionSet

  /// A pass over frames of a clip.
  ///
  /// - Throws: `data` for a clip whose color is unknown.
  init(over clip: Clip, threads: Int, on instructions: InstructionSet) throws(CommandError) {
    do { plan = try .measuring(clip.source, reading: clip.format) } catch { throw CommandError(error) }
    (self.threads, self.instructions) = (threads, instructions)
  }

  /// What all frames have in common.
  func header(of clip: Clip) -> ClipHeader {
    ClipHeader(
      width: clip.openedSize.width, height: clip.openedSize.height, primaries: plan.sourceTags.primaries,
      transfer: plan.sourceTags.transfer, frameRate: clip.frameRate, frameCount: clip.frameCount)
  }

  /// Measures frames and hands their statistics on, in order.
  ///
  /// - Parameters:
  ///   - source: The frames; `range` and the one before were selected.
  ///   - range: Which they are.
  ///   - take: Called for each frame of the range.
  func run<Source: FrameSource>(
    over source: Source, _ range: FrameRange, _ take: (FrameStatistics) throws -> Void
  ) throws {
    var previous: FrameStatistics?
    try FrameLoop<Source.Input, MeasuredPicture>().run(
      first: max(range.first - 1, 0),
      input: { try source.makePicture() }, output: { MeasuredPicture() },
      read: { try source.read(into: $0) },
      converter: {
        let meter = try FrameLightMeter(plan, for: source.clip, threads: threads, on: instructions)
        return .init(
          convert: { picture, measured, index in
            let seconds = source.seconds(of: picture, index: index)
            let light = try meter.measure(picture, index: index, seconds: seconds)
            measured.light.withLock { $0 = light }
          }, refusedThreads: meter.refusedThreads)
      },
      while: { Interruption.signal == nil },
      lacking: Conversion.tellThreads
    ) { measured in
      guard var light = measured.light.withLock({ $0 }) else { return }
      light.sceneChange = previous.map { light.sceneChange(from: $0) }
      previous = light
      if light.index >= range.first { try take(light) }
    }
    try Interruption.check()
  }
}

/// What was measured of a picture. Its lock is never contended.
private final class MeasuredPicture: Sendable {
  let light = Mutex<FrameStatistics?>(nil)
}

/// The meter, used by one thread.
final class FrameLightMeter: Sendable {
  private let meter: Mutex<FrameMeter>

  init(_ plan: ConversionPlan, for clip: Clip, threads: Int, on instructions: InstructionSet) throws(CommandError) {
    let size = clip.openedSize
    do throws(ConversionError) {
      meter = Mutex(
        try FrameMeter(plan, width: size.width, height: size.height, threads: threads, on: instructions))
    } catch {
      throw CommandError(error)
    }
  }

  /// How many threads the system refused.
  var refusedThreads: Int { meter.withLock { $0.refusedThreads } }

  func measure(_ picture: some Picture, index: Int, seconds: Double?) throws -> FrameStatistics {
    var light: FrameStatistics?
    do {
      try picture.withView { view in
        light = try meter.withLock { try $0.measure(view, index: index, seconds: seconds.map { Seconds($0) }) }
      }
    } catch let error as ConversionError {
      throw CommandError(error)
    }
    guard let light else { preconditionFailure("a picture lends its view") }
    return light
  }
}
