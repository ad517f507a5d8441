internal import Synchronization
internal import ToneMapping

/// A picture that a frame loop hands on. One thread at a time has it.
protocol Picture: AnyObject, Sendable {
  /// Lends the picture for reading.
  func withView(_ body: (borrowing FrameView) throws -> Void) throws

  /// Lends the picture for writing; nothing else holds its memory.
  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws

  /// When the picture is shown, if each of them states it.
  var time: PictureTime? { get set }
}

/// When a picture is shown, in units of its file.
struct PictureTime: Hashable, Sendable {
  var start: Int64
  /// 0 if it is unknown.
  var duration: Int64
}

/// A picture in memory of our own. Its lock is never contended.
final class RawPicture: Picture {
  let frame: Mutex<Frame>

  init(_ frame: Frame) { self.frame = Mutex(frame) }

  /// Raw frames and Y4M state a rate only.
  var time: PictureTime? {
    get { nil }
    set {}
  }

  func withView(_ body: (borrowing FrameView) throws -> Void) throws {
    try frame.withLock { try $0.withView(body) }
  }

  func withMutableView(_ body: (inout MutableFrameView) throws -> Void) throws {
    try frame.withLock { try $0.withMutableView(body) }
  }
}
