internal import Dispatch
internal import Synchronization

/// A queue in which one thread hands items to another, or to a task, in order.
///
/// Its length is bounded by the caller: the frame pump passes around a fixed number of buffers.
final class Handoff<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var isClosed = false
    var waiting: CheckedContinuation<Item?, Never>?
  }

  private let state = Mutex(State())
  /// Counts the items, plus one once the queue is closed.
  private let ready = DispatchSemaphore(value: 0)

  /// Adds an item; once the queue is closed, the item is dropped.
  func put(_ item: Item) {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil, !state.isClosed {
        state.items.append(item)
        ready.signal()
      }
      return state.waiting
    }
    waiting?.resume(returning: item)
  }

  /// Waits for the next item; `nil` once the queue is closed and empty, or once `shouldContinue` returns `false`.
  ///
  /// - Parameter shouldContinue: Called before and, 20 times a second, while waiting: a signal handler cannot wake a Swift thread.
  func take(while shouldContinue: () -> Bool = { true }) -> Item? {
    repeat {
      guard shouldContinue() else { return nil }
    } while ready.wait(timeout: .now() + .milliseconds(50)) == .timedOut
    return state.withLock { state in
      guard state.items.isEmpty else { return state.items.removeFirst() }
      ready.signal()  // Wakes the next waiting thread, which finds the end too.
      return nil
    }
  }

  /// Suspends until there is an item; `nil` once the queue is closed and empty.
  func take() async -> Item? {
    await withCheckedContinuation { continuation in
      let item: Item?? = state.withLock { state in
        if !state.items.isEmpty {
          ready.wait()
          return state.items.removeFirst()
        }
        if !state.isClosed { state.waiting = continuation }
        return state.isClosed ? .some(nil) : nil
      }
      if let item { continuation.resume(returning: item) }
    }
  }

  /// Closes the queue: no more items are added, but those in it can still be taken.
  func close() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      state.isClosed = true
      return state.waiting
    }
    ready.signal()
    waiting?.resume(returning: nil)
  }
}
