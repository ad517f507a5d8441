internal import Movies
internal import Synchronization
internal import ToneMapping

/// A picture in memory of a decoder, or in memory that an encoder takes over. Its lock is never contended.
final class MoviePicture: Picture {
  let frame: Mutex<MovieFrame>

  private let place = Mutex<ColorSegment?>(nil)

  var part: ColorSegment? {
    get { place.withLock(\.self) }
    set { place.withLock { $0 = newValue } }
  }

  init(_ frame: consuming MovieFrame) { self.frame = Mutex(frame) }

  var messages: FrameMessages {
    frame.withLock {
      FrameMessages(
        hdr10Plus: $0.hdr10Plus, dolbyVisionRPU: $0.dolbyVisionRPU, headroom: $0.headroomAdaptiveMetadata)
    }
  }

  func exchange(with other: MoviePicture) {
    frame.withLock { frame in other.frame.withLock { swap(&frame, &$0) } }
    (part, other.part) = (other.part, part)
  }

  func copyTimes(from other: some Picture) {
    guard let other = other.origin as? MoviePicture else { return }
    // Pictures of another color are not passed through unchanged.
    let isOfClip = other.part == nil
    other.frame.withLock { other in frame.withLock { $0.copyTimes(from: other, withDolbyVision: isOfClip) } }
  }

  func withView(_ body: (borrowing FrameView) throws -> Void) throws {
    try frame.withLock { try $0.withView(body) }
  }

  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws {
    try frame.withLock { try $0.withMutableView(body) }
  }
}
