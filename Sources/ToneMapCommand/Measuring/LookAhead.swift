internal import LightStatistics
internal import Synchronization
internal import ToneMapping

/// Frames of a source that can be read only once, held back until the light of those that follow is known.
///
/// A frame's curve depends on the frames around it, as far as they are read. At the ends of what is converted there are fewer, so parts that are
/// converted apart do not have the bits of the whole.
final class LookAhead<Source: FrameSource>: Sendable {
  private struct State {
    /// The frames that were read and not yet handed on, and pictures to read into.
    var held: [Source.Input] = []
    var free: [Source.Input] = []
    /// The light of frames before, of those that are held, and the index of the first of them.
    var summaries: [FrameSummary] = []
    var first: Int
    /// The frame that was measured last.
    var last: FrameStatistics?
    /// The index of the next frame to hand on.
    var next: Int
    var isAtEnd = false
    /// The frames that were handed on with pixels above their peak.
    var above = LightAbovePeak()
  }

  private let source: Source
  private let header: ClipHeader
  private let meter: FrameLightMeter
  /// The number of frames to look ahead, and back.
  private let count: Int
  private let floor: Luminance
  private let state: Mutex<State>
  /// The light of the frames that were handed on and not yet converted.
  private let lights = Mutex<[Int: DynamicLight.Levels]>([:])

  /// - Parameters:
  ///   - count: The number of frames to look ahead.
  ///   - first: The index of the first frame that the source returns.
  ///   - floor: The least peak.
  init(
    _ count: Int, in source: Source, from first: Int, floor: Luminance, threads: Int, on instructions: InstructionSet
  ) throws(CommandError) {
    let pass = try LightPass(over: source.clip, threads: threads, on: instructions)
    (self.source, self.count, self.floor, header) = (source, count, floor, pass.header(of: source.clip))
    meter = try FrameLightMeter(pass.plan, for: source.clip, threads: threads, on: instructions)
    state = Mutex(State(first: first, next: first))
  }

  /// Reads the next frame; returns whether there was one.
  func read(into picture: Source.Input) throws -> Bool {
    try state.withLock { state in
      while !state.isAtEnd, state.held.count <= count { try hold(&state) }
      guard !state.held.isEmpty else { return false }
      let held = state.held.removeFirst()
      held.exchange(with: picture)
      state.free.append(held)
      let place = state.next - state.first
      let light = DynamicLight.light(at: place, among: state.summaries, of: header, floor: floor)
      state.above.take(state.summaries[place], peak: light.peak)
      lights.withLock { $0[state.next] = light }
      state.next += 1
      let old = max(0, place + 1 - count)
      state.summaries.removeFirst(old)
      state.first += old
      return true
    }
  }

  /// That pixels lay above the peak of their frame, if any of those read so far did.
  var finding: Finding? { state.withLock { $0.above.finding } }

  private func hold(_ state: inout State) throws {
    let picture = try state.free.popLast() ?? source.makePicture()
    guard try source.read(into: picture) else { return state.isAtEnd = true }
    let index = state.next + state.held.count
    var light = try meter.measure(picture, index: index, seconds: nil)
    light.sceneChange = state.last.map { light.sceneChange(from: $0) }
    state.last = light
    state.summaries.append(FrameSummary(light))
    state.held.append(picture)
  }
}

extension LookAhead: FrameCurves {
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(CommandError) -> FrameCurve {
    guard let light = lights.withLock({ $0.removeValue(forKey: index) }) else {
      preconditionFailure("frame \(index) is converted once, after it was read")
    }
    return .light(light)
  }
}
