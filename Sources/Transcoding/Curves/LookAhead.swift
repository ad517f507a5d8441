internal import HDRMetadata
internal import LightStatistics
internal import Synchronization
internal import ToneMapping

/// Frames of a source that can be read only once, held back until the light of those that follow is known.
///
/// Where what is converted begins and ends, fewer frames are around, so parts that are converted apart do not have the bits of the whole.
final class LookAhead<Source: FrameSource>: Sendable {
  private struct State {
    /// The frames that were read and not yet handed on, and pictures to read into.
    var held: [Source.Input] = []
    var free: [Source.Input] = []
    /// The light of those that are held, and of frames before.
    var window: LightWindow
    /// The index of the next frame to hand on.
    var next: Int
    var isAtEnd = false
  }

  private let source: Source
  private let meter: FrameLightMeter
  /// The number of frames to look ahead, and back.
  private let count: Int
  private let state: Mutex<State>
  /// The light of the frames that were handed on and not yet converted.
  private let lights = Mutex<[Int: DynamicLight.Levels]>([:])

  /// - Parameters:
  ///   - count: The number of frames to look ahead.
  ///   - first: The index of the first frame that the source returns.
  ///   - floor: The minimum peak.
  init(
    _ count: Int, in source: Source, from first: Int, floor: Luminance, threads: Int, on instructions: InstructionSet
  ) throws(TranscodingError) {
    let pass = try LightPass(over: source.clip, threads: threads, on: instructions)
    (self.source, self.count) = (source, count)
    meter = try FrameLightMeter(pass.plan, for: source.clip, threads: threads, on: instructions)
    state = Mutex(
      State(window: LightWindow(of: pass.header(of: source.clip), reach: count, floor: floor), next: first))
  }

  /// Reads the next frame; returns whether there was one.
  func read(into picture: Source.Input) throws -> Bool {
    try state.withLock { state in
      while !state.isAtEnd, state.held.count <= count { try hold(&state) }
      guard !state.held.isEmpty else { return false }
      let held = state.held.removeFirst()
      held.exchange(with: picture)
      state.free.append(held)
      let light = state.window.takeNext()
      lights.withLock { $0[state.next] = light }
      state.next += 1
      return true
    }
  }

  /// That pixels lay above the peak of their frame, if any of those read so far did.
  var finding: Finding? { state.withLock { $0.window.finding } }

  private func hold(_ state: inout State) throws {
    let picture = try state.free.popLast() ?? source.makePicture()
    guard try source.read(into: picture) else { return state.isAtEnd = true }
    state.window.add(try meter.measure(picture, index: state.next + state.held.count, seconds: nil))
    state.held.append(picture)
  }
}

extension LookAhead: FrameCurves {
  func curve(ofFrame index: Int, with messages: FrameMessages) throws(TranscodingError) -> FrameCurve {
    guard let light = lights.withLock({ $0.removeValue(forKey: index) }) else {
      preconditionFailure("frame \(index) is converted once, after it was read")
    }
    return .light(light)
  }
}
