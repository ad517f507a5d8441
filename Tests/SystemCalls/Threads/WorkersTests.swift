import Foundation
import Synchronization
import Testing

import SystemCalls

@Suite struct WorkersTests {
  @Test(arguments: [1, 2, 3, 8]) func eachNumberIsCalledOnceAndAlone(count: Int) {
    let workers = Workers(atMost: count)
    #expect(workers.count == count && workers.refused == 0)
    for _ in 0..<200 {
      let seen = Mutex([Int](repeating: 0, count: count))
      workers.perform { worker in seen.withLock { $0[worker] += 1 } }
      #expect(seen.withLock { $0.allSatisfy { $0 == 1 } })
    }
  }

  /// Two are enough to see that threads are used: Dispatch has no more than processors.
  @Test(.enabled(if: availableProcessors > 1)) func twoWorkAtTheSameTime() {
    let arrived = Atomic(0)
    Workers(atMost: 2).perform { _ in
      arrived.add(1, ordering: .relaxed)
      while arrived.load(ordering: .relaxed) < 2 { sched_yield() }
    }
  }

  @Test func oneWorkerIsThisThread() {
    let caller = pthread_self()
    Workers(atMost: 1).perform { _ in #expect(pthread_equal(pthread_self(), caller) != 0) }
  }

  @Test(arguments: [0, 1, 2, 1000]) func eachIterationHappensOnce(iterations: Int) {
    let seen = Mutex([Int](repeating: 0, count: iterations))
    Workers(atMost: 3).perform(iterations: iterations) { iteration, _ in seen.withLock { $0[iteration] += 1 } }
    #expect(seen.withLock { $0.allSatisfy { $0 == 1 } })
  }

  /// Work may be shared inside shared work.
  @Test func workersOfWorkers() {
    let sum = Atomic(0)
    Workers(atMost: 3).perform(iterations: 10) { _, _ in
      Workers(atMost: 3).perform(iterations: 10) { number, _ in sum.add(number, ordering: .relaxed) }
    }
    let result = sum.load(ordering: .relaxed)
    #expect(result == 450)
  }

  /// The closure does not outlive the call, so what it holds must not either.
  @Test func nothingIsHeldAfterward() {
    final class Token: Sendable {}
    weak var left: Token?
    do {
      let token = Token()
      left = token
      Workers(atMost: 4).perform { _ in withExtendedLifetime(token) {} }
    }
    #expect(left == nil)
  }
}
