/// The operating system's reason for a failed call.
public struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  public let code: Int32

  /// The error with this value of `errno`.
  public init(code: Int32) { self.code = code }

  /// The error of a failed call.
  package init(_ error: Errno) { code = error.code }

  /// The pipe no longer has a reader.
  package static let brokenPipe = SystemError(.brokenPipe)
}

extension SystemError: CustomStringConvertible {
  public var description: String { "\(Errno(code: code))" }
}
