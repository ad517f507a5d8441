internal import Synchronization

package struct LightPass {
  let clip: Clip
  let plan: ConversionPlan
  let threads: Int
  let instructions: InstructionSet
  /// Reports assumptions for parts of another color.
  var control: RunControl?

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
        let meter = try FrameLightMeter(self)
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
      light.sceneChange = previous.map { light.grid.change(from: $0.grid) }
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
  let pass: LightPass

  init(_ pass: LightPass) throws {
    self.pass = pass
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
      pass.control?.report(assumed: new)
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

/// Frames of a source that can be read only once, held back until the light of the following frames is known.
///
/// At the start and the end of a conversion, fewer neighboring frames are known, so parts that are converted separately differ from the whole.
final class LookAhead<Source: FrameSource>: Sendable {
  private struct State {
    /// The frames that were read but not yet returned, and pictures to read into.
    var held: [Source.Input] = []
    var free: [Source.Input] = []
    /// The light of earlier frames, as many as light depends on, and of the held ones; the number of the former.
    var lights: [FrameSummary] = []
    var earlier = 0
    /// The returned frames with pixels above their peak.
    var above = LightAbovePeak()
    /// The index of the next frame to return.
    var next: Int
    var isAtEnd = false
  }

  private let source: Source
  private let meter: FrameLightMeter
  /// The number of frames to look ahead, and back.
  private let count: Int
  private let floor: Luminance
  private let state: Mutex<State>

  init(
    _ count: Int, in source: Source, from first: Int, floor: Luminance, threads: Int, on instructions: InstructionSet
  ) throws {
    (self.source, self.count, self.floor) = (source, count, floor)
    meter = try FrameLightMeter(LightPass(over: source.clip, threads: threads, on: instructions))
    state = Mutex(State(next: first))
  }

  /// Returns the next frame and its light, `nil` after the last, and takes an empty picture in exchange.
  func next(for empty: Source.Input) throws -> (picture: Source.Input, light: DynamicLight.Levels)? {
    try state.withLock { state in
      state.free.append(empty)
      while !state.isAtEnd, state.held.count <= count { try hold(&state) }
      guard !state.held.isEmpty else { return nil }
      state.next += 1
      let light = DynamicLight.light(at: state.earlier, among: state.lights, of: meter.pass.header, floor: floor)
      state.above.take(state.lights[state.earlier], peak: light.peak)
      let old = max(0, state.earlier + 1 - count)
      state.lights.removeFirst(old)
      state.earlier += 1 - old
      return (state.held.removeFirst(), light)
    }
  }

  /// The finding that pixels are above the peak of their frame, if any of those read so far are.
  var finding: Finding? { state.withLock { $0.above.finding } }

  private func hold(_ state: inout State) throws {
    let picture = try state.free.popLast() ?? source.makePicture()
    guard try source.read(into: picture) else { return state.isAtEnd = true }
    var light = FrameSummary(try meter.measure(picture, index: state.next + state.held.count, seconds: nil))
    light.sceneChange = state.lights.last.map { light.grid.change(from: $0.grid) }
    state.lights.append(light)
    state.held.append(picture)
  }
}

/// The light of the written frames, and the HDR10+ metadata computed from it.
///
/// The source's per-frame metadata does not describe mapped pictures, so none of it is kept.
final class OutputStatistics: Sendable {
  private let meter: FrameLightMeter
  private let destination: Destination
  /// Whether the metadata goes to standard output, so that reports go elsewhere.
  var isOnStandardOutput: Bool { destination.isStandardOutput }
  private let frames = Mutex<[FrameSummary]>([])

  /// - Parameter clip: The clip that the frames are made from.
  /// - Throws: `settings` if the output is not PQ, since HDR10+ describes only PQ.
  init(
    of output: ConversionPlan, for clip: Clip, at path: Path, in outputs: Outputs, threads: Int,
    on instructions: InstructionSet
  ) throws {
    guard output.targetTags.transfer == .pq else {
      throw TranscodingError.light(.outputIsNotPQ(output.targetTags.transfer))
    }
    destination = try outputs.open(path, as: "the HDR10+ JSON of the output")
    var written = clip
    (written.source, written.format) = (
      Source(color: output.targetTags, alpha: output.outputAlpha), output.outputFormat
    )
    meter = try FrameLightMeter(LightPass(over: written, threads: threads, on: instructions))
  }

  func take(_ picture: some Picture, index: Int) throws {
    let light = try meter.measure(picture, index: index, seconds: nil)
    frames.withLock { $0.append(FrameSummary(light)) }
  }

  func finish() throws(TranscodingError) {
    let statistics = ClipStatistics(header: meter.pass.header, frames: frames.withLock(\.self))
    let document = statistics.hdr10Plus(by: .init(name: "tonemap", version: Release.version))
    let json: [UInt8]
    do { json = try document.json() } catch { throw .light(.unwritableHDR10Plus(error)) }
    try destination.write(json)
  }
}
