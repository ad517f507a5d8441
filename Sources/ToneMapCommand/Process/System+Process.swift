internal import CSystemCalls
internal import SystemCalls
internal import Transcoding

func exitProcess(_ code: Int32) -> Never { exit(code) }

/// Ends the process by a signal, so that a shell sees the interruption.
func exitProcess(bySignal number: Int32) -> Never {
  _ = signal(number, SIG_DFL)
  raise(number)
  exit(128 + number)
}

/// Functions that only the command needs, each a call or two.
extension System {
  static func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

  /// Sets an environment variable, also of processes that are started later.
  static func setEnvironment(_ name: String, _ value: String) { unsafe setenv(name, value, 1) }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Opens standard input, output and error to the null device where the parent closed them, so that other files do not get their
  /// numbers. They are opened with reversed access, so that reading and writing fail as with a closed descriptor.
  static func reserveStandardDescriptors() {
    for descriptor in standardInput...standardError where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      _ = unsafe open("/dev/null", descriptor == standardInput ? O_WRONLY : O_RDONLY)
    }
  }

  // MARK: Signals

  /// The signals that Ctrl-C, `kill` and a closing terminal send.
  static let endingSignals = [SIGINT, SIGTERM, SIGHUP]

  /// Makes a write to a closed pipe, or beyond the size limit of files, fail with an error instead of ending the process.
  static func ignoreFailedWrites() { for number in [SIGPIPE, SIGXFSZ] { _ = signal(number, SIG_IGN) } }

  static func ignore(signal number: Int32) { _ = signal(number, SIG_IGN) }

  /// Whether a signal is not ignored; the parent process may have set it to be ignored.
  static func heeds(signal number: Int32) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      let handler = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
    let ignoring = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return handler != ignoring
  }
}

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
