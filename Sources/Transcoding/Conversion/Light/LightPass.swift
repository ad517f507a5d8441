internal import ToneMapping
internal import Synchronization

package struct LightPass {
  let plan: ConversionPlan
  let threads: Int
  let instructions: InstructionSet
  /// Whether assumptions for parts of another color are reported.
  package var reportsParts = false

  init(over clip: Clip, threads: Int, on instructions: InstructionSet) throws(TranscodingError) {
    do { plan = try .measuring(clip.source, reading: clip.format) } catch { throw .plan(error) }
    (self.threads, self.instructions) = (threads, instructions)
  }

  func header(of clip: Clip) -> ClipHeader {
    ClipHeader(
      width: clip.openedSize.width, height: clip.openedSize.height, primaries: plan.sourceTags.primaries,
      transfer: plan.sourceTags.transfer, frameRate: clip.frameRate, frameCount: clip.frameCount)
  }

  /// Measures frames and passes on their statistics, in order.
  ///
  /// - Parameter hasFrameBefore: Whether the source returns the frame before the range first, if there is one.
  func run<Source: FrameSource>(
    over source: Source, _ range: FrameRange, _ control: RunControl, hasFrameBefore: Bool = true,
    _ take: (FrameStatistics) throws -> Void
  ) throws {
    var previous: FrameStatistics?
    let pump = try FramePump(
      first: hasFrameBefore ? max(range.first - 1, 0) : range.first, control,
      input: { try source.makePicture() }, output: { MeasuredPicture() },
      read: { picture, _ in try source.read(into: picture) ? () : nil },
      converter: {
        let meter = try FrameLightMeter(self, for: source.clip, reportingTo: reportsParts ? control : nil)
        return (
          { picture, measured, index, _ in
            let seconds = source.seconds(of: picture, index: index)
            let light = try meter.measure(picture, index: index, seconds: seconds)
            measured.light.withLock { $0 = light }
          }, meter.refusedThreads
        )
      })
    try pump.forEach { measured in
      guard var light = measured.light.withLock({ $0 }) else { return }
      light.sceneChange = previous.map { light.sceneChange(from: $0) }
      previous = light
      if light.index >= range.first { try take(light) }
    }
    try control.check()
  }
}

/// The measurement of one picture. Its lock is never contended.
private final class MeasuredPicture: Sendable {
  let light = Mutex<FrameStatistics?>(nil)
}

/// The meter, used by one thread.
final class FrameLightMeter: Sendable {
  private struct Running: ~Copyable {
    var meter: FrameMeter
    /// The part of another color that the meter is set to read; `nil` for frames of the clip's own color.
    var part: ColorSegment?
  }

  private let running: Mutex<Running>
  private let plan: ConversionPlan
  private let clip: Clip
  private let control: RunControl?
  private let makeMeter: @Sendable (ConversionPlan) throws(ConversionError) -> FrameMeter

  /// - Parameter control: Reports assumptions for parts of another color.
  init(_ pass: LightPass, for clip: Clip, reportingTo control: RunControl? = nil) throws(TranscodingError) {
    let size = clip.openedSize
    (plan, self.clip, self.control) = (pass.plan, clip, control)
    makeMeter = { (plan) throws(ConversionError) in
      try FrameMeter(plan, width: size.width, height: size.height, threads: pass.threads, on: pass.instructions)
    }
    do throws(ConversionError) { running = Mutex(Running(meter: try makeMeter(plan))) } catch {
      throw .conversion(error)
    }
  }

  var refusedThreads: Int { running.withLock { $0.meter.refusedThreads } }

  /// Switches to frames of another color, which are read by their own tags.
  private func change(_ running: inout Running, to part: ColorSegment?) throws {
    var plan = plan
    if let part {
      do throws(PlanError) { plan = try .measuring(part.applied(to: clip).source, reading: clip.format) } catch {
        throw TranscodingError.light(.part(change: part.change, .plan(error), remedy: part.remedy))
      }
      let new = plan.assumptions.filter { $0.code != "alpha-dropped" && !self.plan.assumptions.contains($0) }
      control?.report(assumed: new)
    }
    running.meter = try makeMeter(plan)
    running.part = part
  }

  func measure(_ picture: some Picture, index: Int, seconds: Double?) throws -> FrameStatistics {
    var light: FrameStatistics?
    try running.withLock { running in
      if running.part !== picture.part { try change(&running, to: picture.part) }
      try picture.withView { view in
        light = try running.meter.measure(view, index: index, seconds: seconds.map { Seconds($0) })
      }
    }
    guard let light else { preconditionFailure("a picture lends its view") }
    return light
  }
}
