internal import Synchronization

/// Whether this process is a fork of one that used Dispatch, whose threads no fork has: then all work is done by the calling thread.
package enum ForkedProcess {
  private static let usedDispatch = Atomic(false)
  private static let lacksDispatch = Atomic(false)
  private static let calls = Atomic(0)
  private static let isLocked = Atomic(false)

  /// Whether Dispatch would wait for ever.
  package static var isWithoutDispatch: Bool { lacksDispatch.load(ordering: .relaxed) }

  /// Notes that Dispatch is used from now on.
  package static func useDispatch() {
    // Reading first keeps the line of memory shared by all threads.
    if !usedDispatch.load(ordering: .relaxed) { usedDispatch.store(true, ordering: .relaxed) }
  }

  /// Begins a call of a library.
  ///
  /// - Returns: Whether it may go on: not in a fork that was made while another thread was in a call, whose locks nobody opens any more.
  package static func enter() -> Bool {
    watch
    guard !isLocked.load(ordering: .relaxed) else { return false }
    calls.add(1, ordering: .acquiringAndReleasing)
    return true
  }

  /// Ends a call.
  package static func leave() { calls.subtract(1, ordering: .acquiringAndReleasing) }

  /// Looks out for forks, for libraries that live in processes of others.
  package static let watch: Void = {
    _ = pthread_atfork(nil, nil) {
      if calls.load(ordering: .relaxed) > 0 { isLocked.store(true, ordering: .relaxed) }
      if usedDispatch.load(ordering: .relaxed) { lacksDispatch.store(true, ordering: .relaxed) }
    }
  }()
}
