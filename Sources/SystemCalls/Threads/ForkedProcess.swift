internal import Synchronization

/// Whether this process is a fork of one that used Dispatch, whose threads a fork does not inherit: then all work is done by the calling thread.
package enum ForkedProcess {
  private static let usedDispatch = Atomic(false)
  private static let lacksDispatch = Atomic(false)
  private static let calls = Atomic(0)
  private static let isLocked = Atomic(false)

  /// Whether Dispatch would wait forever.
  package static var isWithoutDispatch: Bool { lacksDispatch.load(ordering: .relaxed) }

  /// Records that Dispatch is used from now on.
  package static func useDispatch() {
    // Reading first keeps the cache line shared by all threads.
    if !usedDispatch.load(ordering: .relaxed) { usedDispatch.store(true, ordering: .relaxed) }
  }

  /// Starts a library call.
  ///
  /// - Returns: Whether it may proceed: not in a fork made while another thread was in a call, whose locks are never released.
  package static func enter() -> Bool {
    watch
    guard !isLocked.load(ordering: .relaxed) else { return false }
    calls.add(1, ordering: .acquiringAndReleasing)
    return true
  }

  /// Ends a call.
  package static func leave() { calls.subtract(1, ordering: .acquiringAndReleasing) }

  /// Watches for forks, for libraries inside host processes.
  package static let watch: Void = {
    _ = pthread_atfork(nil, nil) {
      if calls.load(ordering: .relaxed) > 0 { isLocked.store(true, ordering: .relaxed) }
      if usedDispatch.load(ordering: .relaxed) { lacksDispatch.store(true, ordering: .relaxed) }
    }
  }()
}
