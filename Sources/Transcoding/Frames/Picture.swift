internal import Synchronization
internal import ToneMapping

/// A picture that a frame pump hands on. One thread at a time has it.
package protocol Picture: AnyObject, Sendable {
  /// Lends the picture for reading.
  func withView(_ body: (borrowing FrameView) throws -> Void) throws

  /// Lends the picture for writing; nothing else holds its memory.
  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws

  /// The metadata that came with the picture.
  var messages: FrameMessages { get }

  /// Exchanges the memory of two pictures, and what came with it.
  func exchange(with other: Self)

  /// Makes this the picture to show when another was, as far as pictures of its kind say when.
  func copyTimes(from other: some Picture)

  /// Says when this is shown, in seconds from the start of the clip; `nil` if that is unknown.
  func note(seconds: Double?)

  /// The part of the movie that it is in, if its color is not that of the clip.
  var part: ColorSegment? { get }

  /// The picture of color, where another gives it alpha.
  var origin: any Picture { get }
}

extension Picture {
  func note(seconds: Double?) {}
  var part: ColorSegment? { nil }
  var origin: any Picture { self }
}

/// A picture in memory of our own. Its lock is never contended.
final class RawPicture: Picture {
  let frame: Mutex<Frame>
  /// When it is shown, if that was said.
  let seconds = Mutex<Double?>(nil)

  init(_ frame: Frame) { self.frame = Mutex(frame) }

  /// Raw frames and Y4M carry no metadata.
  var messages: FrameMessages { FrameMessages() }

  func exchange(with other: RawPicture) {
    frame.withLock { frame in other.frame.withLock { swap(&frame, &$0) } }
  }

  /// Raw frames and Y4M state a rate only.
  func copyTimes(from other: some Picture) {}

  func note(seconds: Double?) { self.seconds.withLock { $0 = seconds } }

  func withView(_ body: (borrowing FrameView) throws -> Void) throws {
    try frame.withLock { try $0.withView(body) }
  }

  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws {
    try frame.withLock { try $0.withMutableView(body) }
  }
}

/// The metadata that a frame brings, of kinds that can change from frame to frame.
package struct FrameMessages: Hashable, Sendable {
  package var hdr10Plus: HDR10PlusMetadata?
  /// An RPU of Dolby Vision, as in the bitstream.
  package var dolbyVisionRPU: [UInt8]?
  /// A message of ST 2094-50, from the country code on.
  package var headroom: [UInt8]?

  package init(hdr10Plus: HDR10PlusMetadata? = nil, dolbyVisionRPU: [UInt8]? = nil, headroom: [UInt8]? = nil) {
    (self.hdr10Plus, self.dolbyVisionRPU, self.headroom) = (hdr10Plus, dolbyVisionRPU, headroom)
  }
}
