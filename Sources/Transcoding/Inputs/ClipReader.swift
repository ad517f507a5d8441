internal import RawVideo
internal import Synchronization
internal import ToneMapping

/// An opened input: its properties and its frames.
final class ClipReader: FrameSource {
  private struct State {
    var reader: any FrameReader
    /// The numbers of frames still to skip and to return; `nil` for all of them.
    var skipping = 0
    var remaining: Int?
  }

  /// The signature of Y4M files.
  static let y4mMark = Array("YUV4MPEG2 ".utf8)

  let clip: Clip
  var faults: [Finding] { [] }
  var decodes: Bool { false }
  private let state: Mutex<State>
  private let fill: @Sendable (Int, inout Frame) throws(TranscodingError) -> Void

  /// - Parameter fill: Fills the frame with a given number, if the reader only counts.
  init(
    _ reader: any FrameReader, _ clip: Clip,
    filling fill: @escaping @Sendable (Int, inout Frame) throws(TranscodingError) -> Void = { _, _ in }
  ) {
    (self.clip, self.fill) = (clip, fill)
    state = Mutex(State(reader: reader))
  }

  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange? {
    let first: Int
    var count = frames.frames
    switch frames.start {
    case .index(let index): first = index
    case .seconds(let seconds): first = frames.frameCount(seconds * (try clip.rate(for: .start, frames.start)))
    }
    if let duration = frames.duration {
      let rate = try clip.rate(for: .duration, .seconds(duration))
      let begin = frames.start.seconds.map { $0 * rate } ?? Double(first)
      count = frames.frameCount(begin + duration * rate) - first
    }
    if let total = clip.frameCount, total <= first { return nil }
    let before = hasFrameBefore && first > 0 ? 1 : 0
    state.withLock { state in (state.skipping, state.remaining) = (first - before, count.map { $0.adding(before) }) }
    return frames.range(first, count: count, of: clip)
  }

  func read(into frame: inout Frame) throws(TranscodingError) -> Bool {
    try state.withLock { state throws(TranscodingError) in
      do throws(RawVideoError) {
        if state.skipping > 0 {
          let missing = try state.skipping - state.reader.skip(frames: state.skipping)
          state.skipping = 0
          guard missing == 0 else { return false }
        }
        guard state.remaining != 0, try state.reader.read(into: &frame) else { return false }
      } catch {
        throw TranscodingError(error)
      }
      state.remaining = state.remaining.map { $0 - 1 }
      try fill(state.reader.position - 1, &frame)
      return true
    }
  }

  func seconds(of picture: RawPicture, index: Int) -> Double? { clip.frameRate.map { Double(index) / $0.value } }

  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(clip.format)) }

  func read(into picture: RawPicture) throws -> Bool { try picture.frame.withLock { try read(into: &$0) } }
}
