internal import CSystemCalls

/// What a process does about signals that ask it to end, if it heeds any: the work says that it goes on, and when it must be whole.
enum Signals {
  /// Tells that the work makes progress.
  static func progressed() { process_progressed() }

  /// Puts the end of the process off, for work of a moment that must be whole.
  static func pause() { process_pause() }

  /// Ends the process now if that was put off.
  static func resume() { process_resume() }
}

/// A file that must not be left behind: whatever ends the process removes it, unless it was released before.
struct HeldFile {
  private let number: Int32

  init(_ path: Path) { number = unsafe path.withCString { unsafe process_hold($0) } }

  /// Lets the file be: it has been removed, or has another name.
  func release() { process_release(number) }
}
