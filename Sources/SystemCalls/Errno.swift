/// The system's reason for a failed call: a value of `errno`.
package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value.
  package let code: Int32

  /// The reason with this value of `errno`.
  package init(code: Int32) { self.code = code }

  /// The reason of the last failed call: `errno`.
  package static var last: Errno { Errno(code: errno) }

  /// A pipe no longer has a reader: `EPIPE`.
  package static let brokenPipe = Errno(code: EPIPE)

  /// The reason in words: `strerror`.
  package var description: String { unsafe String(cString: strerror(code)) }
}
