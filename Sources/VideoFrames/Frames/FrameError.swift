/// The reason why a picture of some size cannot be made, filled or lent.
///
///     print("\(error.found), but \(error.expected); \(error.fix)")  // The description.
public struct FrameError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The subject of an error.
  public enum Kind: Hashable, Sendable {
    /// The size of a picture: a side, or the number of its bytes.
    case size
    /// The picture is valid, but the system has no memory for it.
    case memory
    /// The number of bytes from which a picture is filled.
    case byteCount
    /// A sample: its position, its component, its type or its value.
    case sample
    /// The planes of a lent picture.
    case planes
    /// A rectangle that is empty, or not inside its view.
    case tile
    /// A pixel buffer of Core Video.
    case pixelBuffer
  }

  public let kind: Kind
  /// The fact found, the rule or the fact that contradicts it, and the fix: a clause each.
  public let found, expected, fix: String

  init(_ kind: Kind, _ found: String, but expected: String, fix: String) {
    (self.kind, self.found, self.expected, self.fix) = (kind, found, expected, fix)
  }

  public var description: String { "\(found), but \(expected); \(fix)" }

  /// A side has no pixels, or too many.
  package static func side(width: Int, height: Int) -> FrameError {
    FrameError(
      .size, "the picture has \(width)×\(height) pixels", but: "each side must have 1 to \(Frame.longestSide)",
      fix: "check the size")
  }
}

extension Frame {
  /// The size and the format, as in messages.
  static func text(_ format: PixelFormat, _ width: Int, _ height: Int) -> String {
    "a picture of \(width)×\(height) pixels in \(format)"
  }
}
