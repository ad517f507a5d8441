import Foundation
import Synchronization
import Testing
import SystemCalls

@Suite struct CrewTests {
  @Test(arguments: [1, 2, 3, 8]) func noThreadWorksTwice(threads: Int) {
    let crew = Crew(threads: threads)
    #expect(crew.count == threads)
    for _ in 0..<200 {
      let seen = Mutex([Int](repeating: 0, count: threads))
      crew.perform { thread in seen.withLock { $0[thread] += 1 } }
      #expect(seen.withLock { $0[0] == 1 && $0.allSatisfy { $0 <= 1 } })
    }
  }

  /// Each waits for all others, so none is missing.
  @Test(arguments: [2, 3, 8]) func allThreadsWorkTogether(threads: Int) {
    let crew = Crew(threads: threads)
    for _ in 0..<20 {
      let arrived = Atomic(0)
      crew.perform { _ in
        arrived.add(1, ordering: .relaxed)
        while arrived.load(ordering: .relaxed) < threads { sched_yield() }
      }
    }
  }

  @Test(arguments: [0, 1, 2, 1000]) func eachIterationHappensOnce(iterations: Int) {
    let crew = Crew(threads: 3)
    let seen = Mutex([Int](repeating: 0, count: iterations))
    crew.perform(iterations: iterations) { iteration in seen.withLock { $0[iteration] += 1 } }
    #expect(seen.withLock { $0.allSatisfy { $0 == 1 } })
  }

  /// The closure does not outlive the call, so what it holds must not either.
  @Test func nothingIsHeldAfterward() {
    final class Token: Sendable {}
    let crew = Crew(threads: 4)
    weak var left: Token?
    do {
      let token = Token()
      left = token
      crew.perform { _ in withExtendedLifetime(token) {} }
    }
    #expect(left == nil)
  }

  @Test func crewsComeAndGo() {
    let sum = Atomic(0)
    for _ in 0..<100 { Crew(threads: 3).perform(iterations: 3) { sum.add($0, ordering: .relaxed) } }
    let result = sum.load(ordering: .relaxed)
    #expect(result == 300)
  }

  @Test func aThreadRunsToItsEnd() throws {
    let isDone = Atomic(false)
    let thread = try #require(SystemThread { isDone.store(true, ordering: .releasing) })
    thread.join()
    let result = isDone.load(ordering: .acquiring)
    #expect(result)
  }
}
