internal import Synchronization

/// An open file descriptor, closed with its last reference.
///
/// - Aliasing: Copies of a source or a sink share one descriptor, and therefore one position in the file; a descriptor from ``reopened(at:)`` has its
///   own.
package final class Descriptor: Sendable {
  private let state: Atomic<Int32>
  private let isOurs: Bool
  /// The descriptor kept open while this one reads it at a separate position; `nil` if this one reads at the descriptor's position.
  private let owner: Descriptor?
  private let place: Mutex<Int>

  /// The number of bytes from the position at opening to the end; `nil` for a pipe.
  package let length: Int?

  /// Wraps an open file; `isOurs` if it is to be closed at the end.
  package init(_ number: Int32, isOurs: Bool) {
    state = Atomic(number)
    (self.isOurs, owner) = (isOurs, nil)
    place = Mutex(0)
    let status = SystemCall.status(of: number)
    let size = status?.length
    // Another process may already have read part of redirected input.
    length = size.map { max($0 - max(Int(lseek(number, 0, SEEK_CUR)), 0), 0) }
    #if os(Linux)
      // A pipe holds 64 KiB by default, so a 4K frame would take 190 transfers, each with a process switch. F_SETPIPE_SZ
      // is 1024 + 7, a macro that is not imported into Swift. If either hint is refused, only speed is lost.
      if status?.kind == mode_t(S_IFIFO) { _ = fcntl(number, 1031, 1 << 20) }
      if size != nil { _ = posix_fadvise(number, 0, 0, POSIX_FADV_SEQUENTIAL) }
    #endif
  }

  private init(_ owner: Descriptor, at place: Int) {
    state = Atomic(owner.number)
    (isOurs, self.owner) = (false, owner)
    self.place = Mutex(place)
    length = SystemCall.status(of: owner.number)?.length.map { max($0 - place, 0) }
  }

  deinit { try? close() }

  /// Returns the same file, read from a position on, by default the descriptor's, which then does not change. A pipe has no positions and is returned
  /// itself.
  package func reopened(at start: Int? = nil) -> Descriptor {
    guard length != nil, let start = start ?? (try? seek(0, from: SEEK_CUR)) else { return self }
    return Descriptor(self, at: start)
  }

  /// Opens a path for reading or writing: a new file, or an existing one, truncated, which can also be read if it `rereads`.
  package static func opening(_ path: String, writes: Bool = false, rereads: Bool = false) throws(SystemError)
    -> Descriptor
  {
    let flags = writes ? (rereads ? O_RDWR : O_WRONLY) | O_CREAT | O_TRUNC : O_RDONLY
    return Descriptor(try unsafe SystemCall.openFile(path, flags, mode: 0o644), isOurs: true)
  }

  /// The system's number of the descriptor.
  package var number: Int32 { state.load(ordering: .relaxed) }

  /// Reads some bytes; returns 0 at the end.
  package func read(_ bytes: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    guard owner != nil else { return try unsafe SystemCall.readBytes(of: number, into: bytes) }
    return try place.withLock { place throws(SystemError) in
      let count = try unsafe SystemCall.readBytes(of: number, at: place, into: bytes)
      place += count
      return count
    }
  }

  /// Writes all bytes; calls a closure after each partial write.
  package func write(_ bytes: UnsafeRawBufferPointer, _ moved: () -> Void = {}) throws(SystemError) {
    try unsafe SystemCall.writeAll(bytes, to: number, moved)
  }

  /// Moves the position in a file, and returns it.
  package func seek(_ offset: Int, from origin: Int32) throws(SystemError) -> Int {
    guard owner != nil else { return Int(try SystemCall.calling { lseek(number, off_t(offset), origin) }) }
    return try place.withLock { place throws(SystemError) in
      let base = origin == SEEK_SET ? 0 : origin == SEEK_CUR ? place : SystemCall.status(of: number)?.length ?? 0
      let (target, overflows) = base.addingReportingOverflow(offset)
      guard !overflows, target >= 0 else { throw SystemError(code: EINVAL) }
      place = target
      return target
    }
  }

  /// Closes the file, unless it is already closed or not ours.
  package func close() throws(SystemError) {
    guard isOurs else { return }
    let number = state.exchange(-1, ordering: .relaxed)
    if number >= 0 { try SystemCall.closeFile(number) }
  }
}
