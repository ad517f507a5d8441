internal import CSystemCalls

/// Ctrl-C and similar signals: the first asks the work to stop after the current frame, the second ends the process at once.
///
/// If the work has not ended a second after the first one, and has not made progress either, the process ends too: its reader
/// may be stuck, or a disk. No thread is needed for that, since there may be none.
enum Interruption {
  /// The first signal that was received, or `nil` if none was.
  static var signal: Int32? { process_signal() == 0 ? nil : process_signal() }

  /// Lets signals end the process, also if the parent process left them blocked; called before anything is read, since input may
  /// never come.
  static func unblock() {
    for number in System.endingSignals { process_unblock(number) }
  }

  /// Heeds signals from now on, except those that the parent process had set to be ignored, as `nohup` does. Until then a signal
  /// ends the process, which has written nothing yet.
  static func begin() {
    for number in System.endingSignals where System.heeds(signal: number) { process_heed(number) }
  }

  /// Throws if a signal was received.
  static func check() throws(CommandError) {
    if let signal { throw .interrupted(signal: signal) }
  }

  /// Tells that the work makes progress.
  static func progressed() { process_progressed() }
}

extension Interruption {
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
