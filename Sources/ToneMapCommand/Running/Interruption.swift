internal import Dispatch
internal import Synchronization

/// Ctrl-C and similar signals: the first asks the work to stop after the current frame, the second ends the process at once.
final class Interruption: Sendable {
  private let received = Mutex<[Int32]>([])

  /// The first signal that was received, or `nil` if none was.
  var signal: Int32? { received.withLock(\.first) }

  /// Watches for signals, except those that the parent process had set to be ignored, as `nohup` does.
  ///
  /// - Parameters:
  ///   - stop: Asks the work to stop.
  ///   - discard: Cleans up quickly; the process ends after it.
  init(stop: @escaping @Sendable () -> Void, discard: @escaping @Sendable () -> Void) {
    System.unblock(signals: System.endingSignals)
    let watching = DispatchSemaphore(value: 0)
    for number in System.endingSignals where System.heeds(signal: number) {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      // The handler holds its own source, which would stop with its last reference, so that it watches until the process ends.
      source.setEventHandler { [self, source] in
        defer { withExtendedLifetime(source) {} }
        let count = received.withLock { received in
          received.append(number)
          return received.count
        }
        guard count > 1 else { return stop() }
        discard()
        exitProcess(bySignal: number)
      }
      source.setRegistrationHandler { watching.signal() }
      source.activate()
      // Until then a signal ends the process, which has written nothing yet. If it were ignored sooner, it would be lost.
      watching.wait()
      #if canImport(Darwin)
        System.ignore(signal: number)  // Elsewhere Dispatch handles it itself.
      #endif
    }
  }
}
