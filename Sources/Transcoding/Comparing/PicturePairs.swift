internal import Synchronization
internal import ToneMapping

/// Two pictures that are shown at one time.
final class PicturePair<First: Picture, Second: Picture>: Sendable {
  let first: First
  let second: Second
  private let place = Mutex((first: 0, second: 0, seconds: nil as Double?))

  init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

  /// The indices of both, and the time of the first.
  var indices: (first: Int, second: Int, seconds: Double?) {
    get { place.withLock(\.self) }
    set { place.withLock { $0 = newValue } }
  }
}

/// Reads the pictures of two clips that belong together.
final class PicturePairs<First: FrameSource, Second: FrameSource>: Sendable {
  private struct State {
    var first, second: Int
    var unmatched = (first: 0, second: 0)
  }

  private let first: First
  private let second: Second
  /// Half of the time that the shorter frame is shown; `nil` if frames are paired by their order.
  private let tolerance: Double?
  /// By how much the second clip begins later in its container: less than a second, since more is a habit of some containers.
  private let delay: Double
  private let state: Mutex<State>

  /// - Parameters:
  ///   - begins: The indices of the first frames that will be read.
  ///   - isByTime: Whether frames are paired by their times, where both clips have them.
  init(_ first: First, _ second: Second, from begins: (Int, Int), isByTime: Bool) {
    (self.first, self.second) = (first, second)
    let rates = [first.clip.frameRate?.value, second.clip.frameRate?.value].compactMap(\.self)
    tolerance = isByTime ? 0.5 / (rates.max() ?? 60) : nil
    let delay = second.startTime - first.startTime
    self.delay = abs(delay) < 1 ? delay : 0
    state = Mutex(State(first: begins.0, second: begins.1))
  }

  /// The frames so far that nothing belongs to.
  var unmatched: (first: Int, second: Int) { state.withLock(\.unmatched) }

  func makePair() throws -> PicturePair<First.Input, Second.Input> {
    PicturePair(try first.makePicture(), try second.makePicture())
  }

  /// Reads the next pair; returns whether there was one.
  func read(into pair: PicturePair<First.Input, Second.Input>) throws -> Bool {
    try state.withLock { state in
      guard try read(first, into: pair.first, &state.first) else {
        while try read(second, into: pair.second, &state.second) { state.unmatched.second += 1 }
        return false
      }
      guard try read(second, into: pair.second, &state.second) else {
        state.unmatched.first += 1
        while try read(first, into: pair.first, &state.first) { state.unmatched.first += 1 }
        return false
      }
      while let tolerance,
        let (one, other) = times(pair, state), abs(one - other) > tolerance
      {
        if one < other {
          state.unmatched.first += 1
          guard try read(first, into: pair.first, &state.first) else {
            state.unmatched.second += 1
            return false
          }
        } else {
          state.unmatched.second += 1
          guard try read(second, into: pair.second, &state.second) else {
            state.unmatched.first += 1
            return false
          }
        }
      }
      pair.indices = (
        state.first - 1, state.second - 1, first.seconds(of: pair.first, index: state.first - 1)
      )
      return true
    }
  }

  private func read<Source: FrameSource>(
    _ source: Source, into picture: Source.Input, _ index: inout Int
  ) throws -> Bool {
    guard try source.read(into: picture) else { return false }
    index += 1
    return true
  }

  private func times(
    _ pair: PicturePair<First.Input, Second.Input>, _ state: State
  ) -> (Double, Double)? {
    guard let one = first.seconds(of: pair.first, index: state.first - 1),
      let other = second.seconds(of: pair.second, index: state.second - 1)
    else { return nil }
    return (one, other + delay)
  }
}
