internal import ToneMapping
internal import Synchronization

package struct LightPass {
  let clip: Clip
  let plan: ConversionPlan
  let threads: Int
  let instructions: InstructionSet
  /// Whether assumptions for parts of another color are reported.
  package var reportsParts = false

  init(over clip: Clip, threads: Int, on instructions: InstructionSet) throws(TranscodingError) {
    do { plan = try .measuring(clip.source, reading: clip.format) } catch { throw .plan(error) }
    (self.clip, self.threads, self.instructions) = (clip, threads, instructions)
  }

  var header: ClipHeader {
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
      input: { try source.makePicture() }, output: { PumpedValue<FrameStatistics>() },
      read: { picture, _ in try source.read(into: picture) ? (picture, ()) : nil },
      converter: {
        let meter = try FrameLightMeter(self, reportingTo: reportsParts ? control : nil)
        return (
          { picture, measured, index, _ in
            let seconds = source.seconds(of: picture, index: index)
            let light = try meter.measure(picture, index: index, seconds: seconds)
            measured.value.withLock { $0 = light }
          }, meter.refusedThreads
        )
      })
    try pump.forEach { measured in
      guard var light = measured.value.withLock({ $0 }) else { return }
      light.sceneChange = previous.map { light.sceneChange(from: $0) }
      previous = light
      if light.index >= range.first { try take(light) }
    }
    try control.check()
  }
}

/// A measurement that a frame pump passes on. Its lock is never contended.
final class PumpedValue<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}

/// The meter, used by one thread.
final class FrameLightMeter: Sendable {
  private struct Running: ~Copyable {
    var meter: FrameMeter
    /// The part of another color that the meter is set to read; `nil` for frames of the clip's own color.
    var part: ColorSegment?
  }

  private let running: Mutex<Running>
  private let pass: LightPass
  private let control: RunControl?

  /// - Parameter control: Reports assumptions for parts of another color.
  init(_ pass: LightPass, reportingTo control: RunControl? = nil) throws {
    (self.pass, self.control) = (pass, control)
    running = Mutex(Running(meter: try Self.meter(pass.plan, pass)))
  }

  private static func meter(_ plan: ConversionPlan, _ pass: LightPass) throws(ConversionError) -> FrameMeter {
    let size = pass.clip.openedSize
    return try FrameMeter(plan, width: size.width, height: size.height, threads: pass.threads, on: pass.instructions)
  }

  var refusedThreads: Int { running.withLock { $0.meter.refusedThreads } }

  /// Switches to frames of another color, which are read by their own tags.
  private func change(_ running: inout Running, to part: ColorSegment?) throws {
    var plan = pass.plan
    if let part {
      let source = part.applied(to: pass.clip).source
      do throws(PlanError) { plan = try .measuring(source, reading: pass.clip.format) } catch {
        throw TranscodingError.light(.part(change: part.change, .plan(error), remedy: part.remedy))
      }
      let new = plan.assumptions.filter { $0.code != "alpha-dropped" && !pass.plan.assumptions.contains($0) }
      control?.report(assumed: new)
    }
    running.meter = try Self.meter(plan, pass)
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
