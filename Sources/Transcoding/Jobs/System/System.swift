internal import CSystemCalls
internal import Movies
internal import SystemCalls
internal import ToneMapping

package enum System {
  package static let standardInput: Int32 = 0
  package static let standardOutput: Int32 = 1
  package static let standardError: Int32 = 2

  /// Whether the parent process left a descriptor open for writing. This process's own descriptors are closed on exec.
  static func isLentForWriting(_ descriptor: Int32) -> Bool {
    let (flags, way) = (fcntl(descriptor, F_GETFD), fcntl(descriptor, F_GETFL))
    return flags >= 0 && flags & FD_CLOEXEC == 0 && way >= 0 && way & O_ACCMODE != O_RDONLY
  }

  // MARK: Memory

  /// Whether the system can provide this many bytes now; they are released immediately.
  static func hasMemory(for count: Int) -> Bool {
    let memory = unsafe mmap(nil, max(count, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory = unsafe memory, Int(bitPattern: memory) != -1 else { return false }
    unsafe munmap(memory, max(count, 1))
    return true
  }
}

/// Reports to the handler of termination signals, if the process has one: the progress and the critical sections of the work.
enum Signals {
  static func progressed() { process_progressed() }

  /// Postpones termination during a short critical section.
  static func pause() { process_pause() }

  /// Ends a critical section, and the process if its termination was postponed.
  static func resume() { process_resume() }
}

/// A temporary file that is removed if the process ends before it is released.
struct HeldFile {
  private let number: Int32

  init(_ path: Path) { number = unsafe path.withCString { unsafe process_hold($0) } }

  /// Stops tracking the file, after it was removed or renamed.
  func release() { process_release(number) }
}

/// The division of a conversion's threads among its parts, which run at the same time.
package struct ThreadShares: Hashable {
  let decoding, converting, encoding: Int

  /// - Parameters:
  ///   - asked: The total number of threads. If `nil`, each part gets one per processor, and the system schedules them.
  ///   - decodes: Whether the frames are decoded.
  ///   - encodes: Whether they are encoded.
  init(asked: Int?, decodes: Bool, encodes: Bool) {
    guard let asked else {
      (decoding, converting, encoding) = (activeProcessorCount, activeProcessorCount, activeProcessorCount)
      return
    }
    // Measured for HEVC to H.264: a fifth of the time is decoding, a tenth converting, and the rest encoding.
    switch (decodes, encodes) {
    case (false, false): (decoding, converting, encoding) = (1, asked, 1)
    case (false, true):
      converting = max(1, (asked + 4) / 8)
      (decoding, encoding) = (1, max(1, asked - converting))
    case (true, false):
      converting = max(1, (asked + 1) / 3)
      (decoding, encoding) = (max(1, asked - converting), 1)
    case (true, true):
      (decoding, converting) = (max(1, (asked + 2) / 5), max(1, (asked + 4) / 8))
      encoding = max(1, asked - decoding - converting)
    }
  }
}

extension MovieLibraries {
  /// Makes sure that the libraries are installed.
  static func require() throws(TranscodingError) {
    do { try load() } catch { throw TranscodingError(error) }
  }
}
