/// The system calls that several modules make, with Swift's errors. A call that only one module needs is made there.
package enum SystemCall {
  /// Calls a system function, and again if a signal interrupted it.
  @discardableResult
  package static func calling<Result: SignedInteger>(_ function: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = function()
      if result >= 0 { return result }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Opens a file, or creates one with these permissions; child programs do not inherit it: `open`.
  ///
  /// A socket cannot be opened by name, so for the name of a descriptor, such as `/dev/stdin`, a copy of that descriptor is returned.
  package static func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32, mode: mode_t = 0) throws(SystemError)
    -> Int32
  {
    do { return try calling { unsafe open(path, flags | O_CLOEXEC, mode) } } catch {
      guard error.code == ENXIO, let number = unsafe descriptor(named: String(cString: path)) else { throw error }
      return try calling { fcntl(number, F_DUPFD_CLOEXEC, 0) }
    }
  }

  private static func descriptor(named path: String) -> Int32? {
    if path == "/dev/stdin" { return STDIN_FILENO }
    return ["/dev/fd/", "/proc/self/fd/"].first(where: path.hasPrefix).flatMap { Int32(path.dropFirst($0.count)) }
  }

  /// Closes a file; a full disk may be reported only now: `close`.
  package static func closeFile(_ file: Int32) throws(SystemError) {
    // After an interruption the file is closed all the same; another thread may have its number by now.
    guard close(file) == 0 || errno == EINTR else { throw .last }
  }

  /// The status of an open file; `nil` if it is not open: `fstat`.
  package static func status(of file: Int32) -> stat? {
    var status = stat()
    return unsafe fstat(file, &status) == 0 ? status : nil
  }

  /// The status of the file at a path, following links; `nil` if it does not exist: `stat`.
  package static func status(at path: UnsafePointer<CChar>) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  // MARK: Bytes

  /// Reads available bytes, at least one, at the position of a file, or at an offset without moving the position; returns 0 at its end: `read`,
  /// `pread`.
  package static func readBytes(
    of file: Int32, at place: Int? = nil, into bytes: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    let count = min(bytes.count, largestMove)
    try fill(count, of: file, at: place ?? Int(lseek(file, 0, SEEK_CUR)))
    return try waiting(for: file, POLLIN) {
      guard let place else { return unsafe read(file, bytes.baseAddress, count) }
      return unsafe pread(file, bytes.baseAddress, count, off_t(place))
    }
  }

  /// Writes all bytes at the position of a file, and calls a closure after each partial write: `write`.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, _ moved: () -> Void = {}
  ) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      done += try waiting(for: file, POLLOUT) {
        unsafe write(file, bytes.baseAddress! + done, min(bytes.count - done, largestMove))
      }
      moved()
    }
  }

  /// Reads the bytes of a file from an offset on, without moving its position; fewer than `count` only at its end: `pread`.
  package static func bytes(of file: Int32, at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    var (bytes, done) = ([UInt8](repeating: 0, count: count), 0)
    while done < count {
      let moved = try unsafe bytes.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
        try unsafe readBytes(
          of: file, at: offset + done,
          into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(bytes)[done...]))
      }
      if moved == 0 { break }
      done += moved
    }
    bytes.removeLast(count - done)
    return bytes
  }

  // Systems reject or shorten requests near 2 GiB.
  private static let largestMove = 1 << 30

  /// Repeats a call until it has moved bytes or has failed permanently: `poll`.
  private static func waiting(for file: Int32, _ event: some BinaryInteger, _ call: () -> Int) throws(SystemError)
    -> Int
  {
    while true {
      do { return try calling(call) } catch { guard error.code == EAGAIN else { throw error } }
      // Another process that shares the pipe has made it nonblocking, so wait here.
      var request = pollfd(fd: file, events: Int16(event), revents: 0)
      _ = unsafe poll(&request, 1, -1)
    }
  }
}

/// The identity of a file, whatever its path: its device and its inode number.
package struct FileNumber: Hashable, Sendable {
  fileprivate let device, number: UInt64
}

extension stat {
  /// The kind of file: `S_IFREG`, `S_IFDIR`.
  package var kind: mode_t { st_mode & mode_t(S_IFMT) }

  /// The number of bytes of a regular file; `nil` for anything else.
  package var length: Int? { kind == mode_t(S_IFREG) ? Int(st_size) : nil }

  /// The identity of the file.
  package var file: FileNumber {
    FileNumber(device: UInt64(truncatingIfNeeded: st_dev), number: UInt64(truncatingIfNeeded: st_ino))
  }
}

/// The operating system's reason for a failed call: a value of `errno`.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The value of `errno`.
  public let code: Int32

  /// The error with this value of `errno`.
  public init(code: Int32) { self.code = code }

  package static var last: SystemError { SystemError(code: errno) }

  /// A pipe no longer has a reader.
  package static let brokenPipe = SystemError(code: EPIPE)

  public var description: String { unsafe String(cString: strerror(code)) }
}
