// The C library, which each system calls by another name, for all modules that call the system.
#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif

/// The result of a call to the system, made again as often as a signal interrupted it; if it is negative, `errno` says why.
@discardableResult
package func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
