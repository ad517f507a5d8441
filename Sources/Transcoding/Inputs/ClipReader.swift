internal import RawVideo
internal import Synchronization
internal import ToneMapping

/// An opened input: its properties and its frames.
final class ClipReader: FrameSource {
  private struct State {
    /// `nil` if the frames are made.
    var reader: (any FrameReader)?
    /// The number of the next frame that is made.
    var next = 0
    /// The numbers of frames still to skip and to return; `nil` for all of them.
    var skipping = 0
    var remaining: Int?
  }

  /// The signature of Y4M files.
  static let y4mMark = Array("YUV4MPEG2 ".utf8)

  let clip: Clip
  private let state: Mutex<State>
  private let make: @Sendable (Int, inout Frame) throws(TranscodingError) -> Void

  init(_ reader: any FrameReader, _ clip: Clip) {
    (self.clip, make) = (clip, { _, _ in })
    state = Mutex(State(reader: reader))
  }

  /// - Parameter make: Makes the frame with a given number, of as many as the clip has.
  /// - Precondition: The clip has a frame count.
  init(_ clip: Clip, making make: @escaping @Sendable (Int, inout Frame) throws(TranscodingError) -> Void) {
    (self.clip, self.make) = (clip, make)
    state = Mutex(State())
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
      let skipped = state.skipping
      state.skipping = 0
      if state.reader == nil {
        state.next += skipped
        guard state.remaining != 0, state.next < clip.frameCount ?? 0 else { return false }
        try make(state.next, &frame)
        state.next += 1
      } else {
        do throws(RawVideoError) {
          if skipped > 0, try state.reader?.skip(frames: skipped) != skipped { return false }
          guard state.remaining != 0, try state.reader?.read(into: &frame) == true else { return false }
        } catch {
          throw TranscodingError(error)
        }
      }
      state.remaining = state.remaining.map { $0 - 1 }
      return true
    }
  }

  func seconds(of picture: RawPicture, index: Int) -> Double? { clip.frameRate.map { Double(index) / $0.value } }

  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(clip.format)) }

  func read(into picture: RawPicture) throws -> Bool { try picture.frame.withLock { try read(into: &$0) } }
}
