internal import Transcoding
internal import CSystemCalls

/// Handles Ctrl-C and similar signals: the first asks the work to stop after the current frame, the second ends the process immediately.
///
/// If the work neither ends nor makes progress within a second of the first signal, the process also ends: its reader or a disk
/// may be stuck. This needs no thread, since none may be available.
enum Interruption {
  /// The first signal received; `nil` before one arrives.
  static var signal: Int32? { process_signal() == 0 ? nil : process_signal() }

  /// Lets signals end the process even if the parent process left them blocked; called before anything is read, since input may
  /// never arrive.
  static func unblock() {
    for number in System.endingSignals { process_unblock(number) }
  }

  /// Reports that the work makes progress, so that a signal does not end it yet.
  static func noteProgress() { process_progressed() }

  /// Handles signals from now on, except those that the parent process set to be ignored, as `nohup` does. Before, a signal
  /// ends the process, which has not written anything yet.
  static func begin() {
    for number in System.endingSignals where System.heeds(signal: number) { process_heed(number) }
  }
}
