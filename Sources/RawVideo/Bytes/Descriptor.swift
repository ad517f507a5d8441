internal import Synchronization
internal import SystemCalls

/// An open file descriptor, closed with its last reference. This is the only place that calls the operating system.
///
/// - Aliasing: Copies of a source or a sink share one descriptor, and therefore one position in the file.
package final class Descriptor: Sendable {
  private let state: Atomic<Int32>
  private let isOurs: Bool
  private let identity: Identity?

  /// The number of bytes from the position at opening to the end; `nil` for a pipe.
  package let length: Int?

  /// Takes over an open file; `isOurs` if it is to be closed in the end.
  package init(_ number: Int32, isOurs: Bool) {
    state = Atomic(number)
    self.isOurs = isOurs
    var info = stat()
    let kind = unsafe fstat(number, &info) == 0 ? info.st_mode & mode_t(S_IFMT) : 0
    if kind == mode_t(S_IFREG) {
      identity = Identity(info)
      // Another process may already have read part of redirected input.
      length = max(Int(info.st_size) - max(Int(lseek(number, 0, SEEK_CUR)), 0), 0)
    } else {
      identity = nil
      length = nil
    }
    #if os(Linux)
      // A pipe holds 64 KiB by default, so a 4K frame would take 190 transfers, each with a process switch. F_SETPIPE_SZ
      // is 1024 + 7, a macro that is not imported into Swift. If either hint is refused, only speed is lost.
      if kind == mode_t(S_IFIFO) { _ = fcntl(number, 1031, 1 << 20) }
      if kind == mode_t(S_IFREG) { _ = posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL) }
    #endif
  }

  deinit { _ = try? close() }

  /// Opens a path for reading.
  static func reading(_ path: String) throws(SystemError) -> Descriptor { try opening(path, O_RDONLY) }

  /// Opens a path for writing: a new file, or an existing one, truncated.
  static func writing(_ path: String) throws(SystemError) -> Descriptor {
    try opening(path, O_WRONLY | O_CREAT | O_TRUNC)
  }

  private static func opening(_ path: String, _ flags: Int32) throws(SystemError) -> Descriptor {
    let number = uninterrupted { openFile(path, flags | O_CLOEXEC, 0o644) }
    guard number >= 0 else { throw .last }
    return Descriptor(number, isOurs: true)
  }

  /// The standard input and the standard output of this process, which stay open.
  static var standardInput: Descriptor { Descriptor(STDIN_FILENO, isOurs: false) }
  static var standardOutput: Descriptor { Descriptor(STDOUT_FILENO, isOurs: false) }

  /// Whether a path leads to this same file.
  func isFile(at path: String) -> Bool {
    var info = stat()
    return unsafe identity != nil && stat(path, &info) == 0 && Identity(info) == identity
  }

  /// Reads some bytes; returns 0 at the end.
  package func read(_ bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try moving(Int16(POLLIN)) { unsafe readSome($0, bytes.baseAddress, min(bytes.count, largestMove)) }
  }

  /// Writes some bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try moving(Int16(POLLOUT)) { unsafe writeSome($0, bytes.baseAddress, min(bytes.count, largestMove)) }
  }

  /// Repeats a call until it has transferred bytes or has failed permanently.
  private func moving(_ events: Int16, _ call: (Int32) -> Int) throws(SystemError) -> Int {
    let number = state.load(ordering: .relaxed)
    while true {
      let moved = uninterrupted { call(number) }
      if moved >= 0 { return moved }
      guard errno == EAGAIN else { throw .last }
      // Another process that shares the pipe has made it nonblocking, so wait here.
      var request = pollfd(fd: number, events: events, revents: 0)
      _ = unsafe poll(&request, 1, -1)
    }
  }

  /// Moves the position in a file.
  func seek(by count: Int) throws(SystemError) { _ = try seek(count, from: SEEK_CUR) }

  /// Moves the position in a file, and returns it.
  package func seek(_ offset: Int, from origin: Int32) throws(SystemError) -> Int {
    let position = lseek(state.load(ordering: .relaxed), off_t(offset), origin)
    guard position >= 0 else { throw .last }
    return Int(position)
  }

  /// Closes the file, unless it is already closed or not ours.
  func close() throws(SystemError) {
    guard isOurs else { return }
    let number = state.exchange(-1, ordering: .relaxed)
    guard number < 0 || closeFile(number) == 0 else { throw .last }
  }

  /// The identity of a file, independent of its path.
  private struct Identity: Equatable {
    let device, number: UInt64

    init(_ info: stat) {
      device = UInt64(truncatingIfNeeded: info.st_dev)
      number = UInt64(truncatingIfNeeded: info.st_ino)
    }
  }
}

// Systems reject or shorten requests near 2 GiB.
private let largestMove = 1 << 30

// Wrappers for system calls whose names are shadowed by the methods.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }
private func closeFile(_ number: Int32) -> Int32 { close(number) }
private func readSome(_ number: Int32, _ to: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, to, count)
}
private func writeSome(_ number: Int32, _ from: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, from, count)
}

/// The operating system's reason for a failed call.
public struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  public let code: Int32

  /// The error with this value of `errno`.
  public init(code: Int32) { self.code = code }

  /// The reason of the call that has just failed.
  package static var last: SystemError { SystemError(code: errno) }

  /// The pipe has no reader any more.
  package static let brokenPipe = SystemError(code: EPIPE)
}

extension SystemError: CustomStringConvertible {
  public var description: String { unsafe String(cString: strerror(code)) }
}
