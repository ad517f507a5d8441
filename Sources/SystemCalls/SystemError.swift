/// The operating system's reason for a failed call: a value of `errno`.
public struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  public let code: Int32

  /// The error with this value of `errno`.
  public init(code: Int32) { self.code = code }

  /// The reason of the last failed call.
  package static var last: SystemError { SystemError(code: errno) }

  /// A pipe no longer has a reader.
  package static let brokenPipe = SystemError(code: EPIPE)
}

extension SystemError: CustomStringConvertible {
  public var description: String { unsafe String(cString: strerror(code)) }
}
