internal import Dispatch
internal import Synchronization

/// A queue in which one thread hands items to another, in order.
///
/// Its length is bounded by the caller: the frame loop passes around a fixed number of buffers.
final class Handoff<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let ready = DispatchSemaphore(value: 0)

  /// Adds an item; once the queue is closed, the item is dropped.
  func put(_ item: Item) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.items.append(item)
    }
    ready.signal()
  }

  /// Waits for the next item; `nil` once the queue is closed and empty, or once there is no reason to go on.
  ///
  /// - Parameter goesOn: Asked before and, 20 times a second, while waiting: a signal handler cannot wake a thread of Swift.
  func take(while goesOn: () -> Bool = { true }) -> Item? {
    repeat {
      guard goesOn() else { return nil }
    } while ready.wait(timeout: .now() + .milliseconds(50)) == .timedOut
    return state.withLock { state in
      guard state.items.isEmpty else { return state.items.removeFirst() }
      ready.signal()  // Wakes the next waiting thread, which finds the end too.
      return nil
    }
  }

  /// Closes the queue: nothing more is added, but the items in it can still be taken.
  func close() {
    state.withLock { $0.isClosed = true }
    ready.signal()
  }
}
