internal import Movies
internal import Synchronization

/// A picture that a frame pump passes on. One thread at a time owns it.
protocol Picture: AnyObject, Sendable {
  /// Lends the picture for reading.
  func withView(_ body: (borrowing FrameView) throws -> Void) throws

  /// The picture as a movie's decoder made it, or as its encoder takes it; `nil` for other pictures.
  var movie: MoviePicture? { get }
}

/// A picture that a converter writes.
protocol OutputPicture: Picture {
  /// Lends the picture for writing; no other owner shares its memory.
  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws

  /// Takes the times of the picture that it was made from, and its time in seconds from the start of the clip; `nil` if it is unknown.
  func takeTimes(of other: some Picture, seconds: Double?)
}

extension Picture {
  /// Lends the picture to code that needs a sample for each code.
  func withCodes(_ body: (borrowing FrameView) throws -> Void) throws { try withView { try $0.withUnpacked(body) } }

  var movie: MoviePicture? { nil }
  var messages: FrameMessages { movie?.messages ?? FrameMessages() }
  /// The segment of the movie that contains the picture, if its color differs from the clip's.
  var part: ColorSegment? { movie?.part }
}

/// A picture in memory allocated by this module. Its lock is never contended.
final class RawPicture: OutputPicture {
  let frame: Mutex<Frame>
  let seconds = Mutex<Double?>(nil)

  init(_ frame: Frame) { self.frame = Mutex(frame) }

  func takeTimes(of other: some Picture, seconds: Double?) { self.seconds.withLock { $0 = seconds } }

  func withView(_ body: (borrowing FrameView) throws -> Void) throws { try frame.withLock { try $0.withView(body) } }

  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws {
    try frame.withLock { try $0.withMutableView(body) }
  }
}

/// The metadata of a frame, of the kinds that can change from frame to frame.
package struct FrameMessages: Hashable, Sendable {
  package var hdr10Plus: HDR10PlusMetadata?
  /// A Dolby Vision RPU, as in the bitstream.
  package var dolbyVisionRPU: [UInt8]?
  /// A message of ST 2094-50, from the country code on.
  package var headroom: [UInt8]?

  package init(hdr10Plus: HDR10PlusMetadata? = nil, dolbyVisionRPU: [UInt8]? = nil, headroom: [UInt8]? = nil) {
    (self.hdr10Plus, self.dolbyVisionRPU, self.headroom) = (hdr10Plus, dolbyVisionRPU, headroom)
  }
}

/// A picture in memory of a decoder, or in memory that an encoder takes over. Its lock is never contended.
final class MoviePicture: OutputPicture {
  let frame: Mutex<MovieFrame>
  var movie: MoviePicture? { self }
  private let place = Mutex<ColorSegment?>(nil)

  var part: ColorSegment? {
    get { place.withLock(\.self) }
    set { place.withLock { $0 = newValue } }
  }

  init(_ frame: consuming MovieFrame) { self.frame = Mutex(frame) }

  var messages: FrameMessages {
    frame.withLock {
      FrameMessages(hdr10Plus: $0.hdr10Plus, dolbyVisionRPU: $0.dolbyVisionRPU, headroom: $0.headroomAdaptiveMetadata)
    }
  }

  /// Exchanges the memory and the metadata of two pictures.
  func exchange(with other: MoviePicture) {
    frame.withLock { frame in other.frame.withLock { swap(&frame, &$0) } }
    (part, other.part) = (other.part, part)
  }

  func takeTimes(of other: some Picture, seconds: Double?) {
    guard let other = other.movie else { return }
    // Pictures of another color are not passed through unchanged.
    let isOfClip = other.part == nil
    other.frame.withLock { other in frame.withLock { $0.copyTimes(from: other, withDolbyVision: isOfClip) } }
  }

  func withView(_ body: (borrowing FrameView) throws -> Void) throws { try frame.withLock { try $0.withView(body) } }

  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws {
    try frame.withLock { try $0.withMutableView(body) }
  }
}
