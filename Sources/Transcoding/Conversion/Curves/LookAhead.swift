internal import Synchronization
internal import ToneMapping

/// Frames of a source that can be read only once, held back until the light of the following frames is known.
///
/// At the start and the end of a conversion, fewer neighboring frames are known, so parts that are converted separately differ from the whole.
final class LookAhead<Source: FrameSource>: Sendable {
  private struct State {
    /// The frames that were read but not yet returned, and pictures to read into.
    var held: [Source.Input] = []
    var free: [Source.Input] = []
    /// The light of the held frames, and of earlier ones.
    var window: LightWindow
    /// The index of the next frame to return.
    var next: Int
    var isAtEnd = false
  }

  private let source: Source
  private let meter: FrameLightMeter
  /// The number of frames to look ahead, and back.
  private let count: Int
  private let state: Mutex<State>

  init(
    _ count: Int, in source: Source, from first: Int, floor: Luminance, threads: Int, on instructions: InstructionSet
  ) throws {
    let pass = try LightPass(over: source.clip, threads: threads, on: instructions)
    (self.source, self.count) = (source, count)
    meter = try FrameLightMeter(pass)
    state = Mutex(State(window: LightWindow(of: pass.header, reach: count, floor: floor), next: first))
  }

  /// Returns the next frame and its light, `nil` after the last, and takes an empty picture in exchange.
  func next(for empty: Source.Input) throws -> (picture: Source.Input, light: DynamicLight.Levels)? {
    try state.withLock { state in
      state.free.append(empty)
      while !state.isAtEnd, state.held.count <= count { try hold(&state) }
      guard !state.held.isEmpty else { return nil }
      state.next += 1
      return (state.held.removeFirst(), state.window.consumeNext())
    }
  }

  /// The finding that pixels are above the peak of their frame, if any of those read so far are.
  var finding: Finding? { state.withLock { $0.window.finding } }

  private func hold(_ state: inout State) throws {
    let picture = try state.free.popLast() ?? source.makePicture()
    guard try source.read(into: picture) else { return state.isAtEnd = true }
    state.window.add(try meter.measure(picture, index: state.next + state.held.count, seconds: nil))
    state.held.append(picture)
  }
}
