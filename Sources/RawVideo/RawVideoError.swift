package import SystemCalls
public import VideoFrames

/// The reason why raw frames cannot be read or written.
public struct RawVideoError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Kind: Hashable, Sendable {
    /// A file cannot be opened for reading.
    case cannotOpen
    /// A file cannot be created.
    case cannotCreate
    /// Reading or writing failed.
    case transfer
    /// The reader of the output has closed the pipe.
    case closedPipe
    /// A picture of this size is impossible, or there is no memory for it.
    case picture(FrameError.Kind)
    /// The given frame has a different format or size from the file.
    case otherPicture
    /// A frame is incomplete, or the file became shorter while it was read.
    case truncated
    /// The text of a Y4M file is not as specified.
    case syntax
    /// Y4M has no name for the format.
    case notInY4M(PixelFormat)
  }

  public let kind: Kind
  /// The fact found, and the fix: a clause each.
  public let found, fix: String
  /// The rule or the fact that contradicts it, as a clause; `nil` if the fact found implies it.
  public let expected: String?

  init(_ kind: Kind, _ found: String, but expected: String? = nil, fix: String) {
    (self.kind, self.found, self.expected, self.fix) = (kind, found, expected, fix)
  }

  package static func picture(_ error: FrameError) -> RawVideoError {
    RawVideoError(.picture(error.kind), error.found, but: error.expected, fix: error.fix)
  }

  package static func cannotOpen(_ name: String, _ error: SystemError) -> RawVideoError {
    RawVideoError(.cannotOpen, "\(name) cannot be opened (\(error))", fix: "check the path")
  }

  public var description: String { "\(found)\(expected.map { ", but \($0)" } ?? ""); \(fix)" }

  /// Bytes as shown in a message: in quotes, at most 16, with everything but plain ASCII escaped.
  static func quoted(_ bytes: some Collection<UInt8>) -> String {
    if bytes.isEmpty { return "nothing" }
    let scalars = bytes.prefix(16).map { Unicode.Scalar($0).escaped(asASCII: true) }
    return "\"\(scalars.joined())\""
  }

  /// A header field as shown in a message: like bytes, but up to 64 characters.
  static func quoted(_ field: some StringProtocol) -> String {
    "\"\(field.unicodeScalars.prefix(64).map { $0.escaped(asASCII: true) }.joined())\""
  }
}

/// A number of whole frames, in words.
func wholeFrames(_ count: Int) -> String { "\(count) whole frame\(count == 1 ? "" : "s")" }
