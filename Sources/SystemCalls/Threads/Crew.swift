internal import Synchronization

/// Threads that work together: the caller's, and others that wait for work between two calls.
///
///     let crew = Crew(threads: 4)
///     crew.perform { thread in … }
///
/// The threads are made at once and kept, so a crew that exists can work, whatever the system allows later. A call allocates next to
/// nothing.
package final class Crew: Sendable {
  /// The number of threads, the caller's included: as many as were asked for, or as many as the system had.
  package let count: Int
  private let job: Job
  private let helpers: [SystemThread]

  /// A crew of at most this many threads, 1 or more.
  package init(threads wanted: Int) {
    let job = Job()
    var helpers: [SystemThread] = []
    while helpers.count < wanted - 1 {
      let number = helpers.count + 1
      guard let helper = SystemThread({ job.serve(as: number) }) else { break }
      helpers.append(helper)
    }
    count = helpers.count + 1
    self.job = job
    self.helpers = helpers
  }

  deinit {
    job.end()
    for helper in helpers { helper.join() }
  }

  /// Calls a closure on this thread, and on each other that comes before the call here has returned; returns when all calls have.
  ///
  /// The closure gets the thread's number in `0 ..< count`, this one's 0, and takes its share of the work from a place that all calls
  /// share: a thread that wakes too late is not waited for.
  ///
  /// - Precondition: No other call of this crew is running.
  package func perform(_ work: (_ thread: Int) -> Void) {
    guard count > 1 else { return work(0) }
    withoutActuallyEscaping(work) { work in
      job.begin(work)
      work(0)
      job.wait()
    }
  }

  /// Calls a closure once for each of `0 ..< iterations`, on whichever thread is free.
  ///
  /// - Precondition: No other call of this crew is running.
  package func perform(iterations: Int, _ work: (_ iteration: Int) -> Void) {
    let next = Atomic(0)
    perform { _ in
      while true {
        let iteration = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard iteration < iterations else { return }
        work(iteration)
      }
    }
  }
}

/// What a crew does now.
///
/// It is `@unchecked Sendable` because waiting for a condition needs the lock of the C library, about which the compiler knows nothing.
/// `locked` alone reads and writes what changes. The closure is called by all threads at once; who passes it to `perform` answers for that.
@safe private final class Job: @unchecked Sendable {
  /// Guards all that follows.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasBegun = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let hasEnded = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var work: ((Int) -> Void)?
  /// The number of jobs so far, so that a helper does each once.
  private var number = 0
  /// The helpers that are still at it.
  private var working = 0
  private var isOver = false

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(hasBegun, nil)
    unsafe pthread_cond_init(hasEnded, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(hasEnded)
    unsafe pthread_cond_destroy(hasBegun)
    unsafe pthread_mutex_destroy(mutex)
    unsafe hasEnded.deallocate()
    unsafe hasBegun.deallocate()
    unsafe mutex.deallocate()
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Gives the helpers work.
  func begin(_ work: @escaping (Int) -> Void) {
    locked {
      self.work = work
      number += 1
    }
    unsafe pthread_cond_broadcast(hasBegun)
  }

  /// Takes the work back, and waits until all helpers that have begun are done.
  func wait() {
    locked {
      work = nil
      while working > 0 { unsafe pthread_cond_wait(hasEnded, mutex) }
    }
  }

  /// Sends the helpers home.
  func end() {
    locked { isOver = true }
    unsafe pthread_cond_broadcast(hasBegun)
  }

  /// What a helper does.
  func serve(as thread: Int) {
    var done = 0
    while perform(as: thread, after: &done) {
      locked {
        working -= 1
        if working == 0 { unsafe pthread_cond_signal(hasEnded) }
      }
    }
  }

  /// Waits for work and does it; `false` if there will be no more. It is a function of its own, so that a helper holds the closure no
  /// longer than its caller may.
  @inline(never) private func perform(as thread: Int, after done: inout Int) -> Bool {
    let next: ((Int) -> Void)? = locked {
      while work == nil || number == done, !isOver { unsafe pthread_cond_wait(hasBegun, mutex) }
      guard !isOver else { return nil }
      done = number
      working += 1
      return work
    }
    next?(thread)
    return next != nil
  }
}
