internal import Dispatch
internal import Synchronization

/// Ctrl-C and its kin: the first asks for an end at the next border of a frame, the second ends at once.
final class Interruption: Sendable {
  private let received = Mutex<[Int32]>([])

  /// The signal that asked for an end, or `nil` while none did.
  var signal: Int32? { received.withLock(\.first) }

  /// Watches for signals, except those that whoever started us has us ignore, as `nohup` does.
  ///
  /// - Parameters:
  ///   - stop: Asks the work to stop.
  ///   - discard: Cleans up in an instant; the process ends after it.
  init(stop: @escaping @Sendable () -> Void, discard: @escaping @Sendable () -> Void) {
    System.unblock(signals: System.endingSignals)
    let watching = DispatchSemaphore(value: 0)
    for number in System.endingSignals where System.heeds(signal: number) {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      // The handler holds its own source, which would end with its last reference: it watches to the end.
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
      // Until then a signal ends the process, which has made nothing yet; ignored sooner, it would be lost.
      watching.wait()
      #if canImport(Darwin)
        System.ignore(signal: number)  // Elsewhere Dispatch handles it itself.
      #endif
    }
  }
}
