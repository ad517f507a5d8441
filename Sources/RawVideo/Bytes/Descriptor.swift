#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif
internal import Synchronization

/// An open file: its number, closed when nobody holds it any more. The operating system is called here and nowhere else.
///
/// - Aliasing: Copies of a source or a sink share one of these, and so one position in the file.
final class Descriptor: Sendable {
  private let state: Atomic<Int32>
  private let isOurs: Bool
  private let identity: Identity?

  /// The bytes from the position at opening to the end, where there is one: in a file, not in a pipe.
  let length: Int?

  /// Takes over an open file; `isOurs` where it is to be closed in the end.
  init(_ number: Int32, isOurs: Bool) {
    state = Atomic(number)
    self.isOurs = isOurs
    var info = stat()
    let kind = unsafe fstat(number, &info) == 0 ? info.st_mode & mode_t(S_IFMT) : 0
    if kind == mode_t(S_IFREG) {
      identity = Identity(info)
      // What is redirected to us may have been read in part by somebody else.
      length = max(Int(info.st_size) - max(Int(lseek(number, 0, SEEK_CUR)), 0), 0)
    } else {
      identity = nil
      length = nil
    }
    #if os(Linux)
      // A pipe holds 64 KiB: a 4K frame would pass in 190 helpings, each a switch of process. F_SETPIPE_SZ is 1024 + 7,
      // a macro that does not reach Swift. Where either hint is refused, nothing is lost but speed.
      if kind == mode_t(S_IFIFO) { _ = fcntl(number, 1031, 1 << 20) }
      if kind == mode_t(S_IFREG) { _ = posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL) }
    #endif
  }

  deinit { _ = try? close() }

  /// Opens a path for reading.
  static func reading(_ path: String) throws(SystemError) -> Descriptor { try opening(path, O_RDONLY) }

  /// Opens a path for writing: a new file, or the one there is, emptied.
  static func writing(_ path: String) throws(SystemError) -> Descriptor {
    try opening(path, O_WRONLY | O_CREAT | O_TRUNC)
  }

  private static func opening(_ path: String, _ flags: Int32) throws(SystemError) -> Descriptor {
    while true {
      let number = openFile(path, flags | O_CLOEXEC, 0o644)
      if number >= 0 { return Descriptor(number, isOurs: true) }
      if errno != EINTR { throw SystemError(code: errno) }
    }
  }

  /// The standard input and the standard output of this process, which stay open.
  static var standardInput: Descriptor { Descriptor(STDIN_FILENO, isOurs: false) }
  static var standardOutput: Descriptor { Descriptor(STDOUT_FILENO, isOurs: false) }

  /// Whether a path leads to this very file.
  func isFile(at path: String) -> Bool {
    var info = stat()
    return unsafe identity != nil && stat(path, &info) == 0 && Identity(info) == identity
  }

  /// Reads some bytes; none at the end.
  func read(_ bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try moving(Int16(POLLIN)) { unsafe readSome($0, bytes.baseAddress, min(bytes.count, largestMove)) }
  }

  /// Writes some bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    try moving(Int16(POLLOUT)) { unsafe writeSome($0, bytes.baseAddress, min(bytes.count, largestMove)) }
  }

  /// Repeats a call that moves bytes until it has done so, or has failed for good.
  private func moving(_ events: Int16, _ call: (Int32) -> Int) throws(SystemError) -> Int {
    let number = state.load(ordering: .relaxed)
    while true {
      let moved = call(number)
      if moved >= 0 { return moved }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Somebody who shares the pipe has set it not to wait; so we do.
        var request = pollfd(fd: number, events: events, revents: 0)
        _ = unsafe poll(&request, 1, -1)
      default: throw SystemError(code: errno)
      }
    }
  }

  /// Moves the position in a file.
  func seek(by count: Int) throws(SystemError) {
    guard lseek(state.load(ordering: .relaxed), off_t(count), SEEK_CUR) >= 0 else { throw SystemError(code: errno) }
  }

  /// Closes the file, unless it is closed already or not ours to close.
  func close() throws(SystemError) {
    guard isOurs else { return }
    let number = state.exchange(-1, ordering: .relaxed)
    guard number < 0 || closeFile(number) == 0 else { throw SystemError(code: errno) }
  }

  /// What names a file, whatever its path.
  private struct Identity: Equatable {
    let device, number: UInt64

    init(_ info: stat) {
      device = UInt64(truncatingIfNeeded: info.st_dev)
      number = UInt64(truncatingIfNeeded: info.st_ino)
    }
  }
}

// Systems refuse, or shorten, requests near 2 GiB.
private let largestMove = 1 << 30

// The names of the calls, out of the way of the methods that are called the same.
private func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 { unsafe open(path, flags, mode) }
private func closeFile(_ number: Int32) -> Int32 { close(number) }
private func readSome(_ number: Int32, _ to: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, to, count)
}
private func writeSome(_ number: Int32, _ from: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(number, from, count)
}

/// What the operating system said about a call that failed.
public struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  public let code: Int32

  /// What this value of `errno` means.
  public init(code: Int32) { self.code = code }

  /// Nobody reads any more from what is written to.
  static let brokenPipe = SystemError(code: EPIPE)
}

extension SystemError: CustomStringConvertible {
  public var description: String { unsafe String(cString: strerror(code)) }
}
