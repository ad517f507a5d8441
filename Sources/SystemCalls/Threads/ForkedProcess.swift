internal import Synchronization

/// Whether this process is a fork of one that used Dispatch, whose threads no fork has: then all work is done by the calling thread.
package enum ForkedProcess {
  private static let usedDispatch = Atomic(false)
  private static let lacksDispatch = Atomic(false)

  /// Whether Dispatch would wait for ever.
  package static var isWithoutDispatch: Bool { lacksDispatch.load(ordering: .relaxed) }

  /// Notes that Dispatch is used from now on.
  package static func useDispatch() {
    // Reading first keeps the line of memory shared by all threads.
    if !usedDispatch.load(ordering: .relaxed) { usedDispatch.store(true, ordering: .relaxed) }
  }

  /// Looks out for forks, for libraries that live in processes of others.
  package static let watch: Void = {
    _ = pthread_atfork(nil, nil) {
      if usedDispatch.load(ordering: .relaxed) { lacksDispatch.store(true, ordering: .relaxed) }
    }
  }()
}
