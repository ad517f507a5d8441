internal import CSystemCalls
internal import SystemCalls

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
