internal import Dispatch
internal import Synchronization

/// A line in which one thread hands things to another, in order.
///
/// What is in it is bounded by whoever puts: the frame loop has a fixed number of buffers to hand around.
final class Handoff<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let ready = DispatchSemaphore(value: 0)

  /// Hands on an item; once the line is closed, to nobody.
  func put(_ item: Item) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.items.append(item)
    }
    ready.signal()
  }

  /// The next item, waiting for one; `nil` once the line is closed and empty.
  func take() -> Item? {
    ready.wait()
    return state.withLock { state in
      guard state.items.isEmpty else { return state.items.removeFirst() }
      ready.signal()  // Whoever else waits is to find the end, too.
      return nil
    }
  }

  /// Tells takers that nothing more comes; what is in the line is still taken.
  func close() {
    state.withLock { $0.isClosed = true }
    ready.signal()
  }

  /// Ends the line at once, with whatever is in it.
  func stop() {
    state.withLock { $0 = State(items: [], isClosed: true) }
    ready.signal()
  }
}
