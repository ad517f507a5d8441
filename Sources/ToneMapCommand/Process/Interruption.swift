internal import Transcoding
internal import HDRMetadata
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
}
