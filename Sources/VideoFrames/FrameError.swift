/// Why there is no picture of a size.
public enum FrameError: Error, Hashable, Sendable {
  /// A side has no pixels, or more than `Frame.longestSide`.
  case side(width: Int, height: Int)
  /// The picture would take more than `Frame.largestByteCount` bytes.
  case bytes(needed: Int, format: PixelFormat, width: Int, height: Int)
  /// The system has no memory for the picture, which could be.
  case memory(needed: Int, format: PixelFormat, width: Int, height: Int)
}

extension FrameError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .side(let width, let height):
      """
      A picture of \(width)×\(height) pixels was asked for, but each side must have 1 to \(Frame.longestSide) of \
      them: check the size.
      """
    case .bytes(let needed, let format, let width, let height):
      """
      A picture of \(width)×\(height) pixels in \(format) would take \(needed) bytes, but at most \
      \(Frame.largestByteCount) are allowed: check the size, or divide the picture.
      """
    case .memory(let needed, let format, let width, let height):
      """
      A picture of \(width)×\(height) pixels in \(format) takes \(needed) bytes, but the system has no memory for as many: \
      check the size, end other programs, or lift the limit of this one.
      """
    }
  }
}
