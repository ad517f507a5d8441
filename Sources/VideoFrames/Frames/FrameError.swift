/// The reason why a picture of some size cannot be made or filled.
public enum FrameError: Error, Hashable, Sendable {
  /// A side has no pixels, or more than `Frame.longestSide`.
  case side(width: Int, height: Int)
  /// The picture would take more than `Frame.largestByteCount` bytes.
  case bytes(needed: Int, format: PixelFormat, width: Int, height: Int)
  /// The picture is valid, but the system has no memory for it.
  case memory(needed: Int, format: PixelFormat, width: Int, height: Int)
  /// The number of bytes is not that of a picture of this size.
  case byteCount(Int, expected: Int, format: PixelFormat, width: Int, height: Int)
}

extension FrameError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .side(let width, let height):
      """
      The picture has \(width)×\(height) pixels, but each side must have 1 to \(Frame.longestSide): check the size.
      """
    case .bytes(let needed, let format, let width, let height):
      """
      A picture of \(width)×\(height) pixels in \(format) would take \(needed) bytes, but at most \
      \(Frame.largestByteCount) are allowed: check the size, or split the picture.
      """
    case .memory(let needed, let format, let width, let height):
      """
      A picture of \(width)×\(height) pixels in \(format) takes \(needed) bytes, but the system has no memory for it: \
      check the size, close other programs, or raise this program's memory limit.
      """
    case .byteCount(let count, let expected, let format, let width, let height):
      """
      A picture of \(width)×\(height) pixels in \(format) has \(expected) bytes without padding, but \(count) were given: \
      check the size and the format, and leave out the decoder's padding.
      """
    }
  }
}
