internal import Dispatch
internal import Synchronization

/// Threads that share work: the caller's, and others of Dispatch.
///
///     let workers = Workers(atMost: 4)
///     workers.perform { worker in … }
package struct Workers: Sendable {
  /// The number of workers, including the caller: as many as requested, or as the system grants.
  package let count: Int
  /// The number of threads that the system refused.
  package let refused: Int

  /// At most this many workers, 1 or more.
  package init(atMost wanted: Int) {
    // A frame loop may run at the same time.
    let spare = Self.ofFrameLoop
    count = wanted > 1 ? 1 + max(0, Self.granted(wanted - 1 + spare) - spare) : 1
    refused = wanted - count
  }

  /// Calls a closure once for each worker, with its number in `0 ..< count`, and returns when all calls have returned. No two calls with the same
  /// number overlap, so memory can belong to a number.
  ///
  /// The calls take work from a shared source: a late thread finds no work left. One thread may make several calls, one after the other.
  package func perform(_ work: (_ worker: Int) -> Void) {
    guard count > 1, !ForkedProcess.isWithoutDispatch else { return work(0) }
    ForkedProcess.useDispatch()
    withoutActuallyEscaping(work) { work in
      // The caller guarantees that the closure may be called by all workers at once.
      nonisolated(unsafe) let work = work
      DispatchQueue.concurrentPerform(iterations: count) { unsafe work($0) }
    }
  }

  /// Calls a closure once for each of `0 ..< iterations`, on any free thread, with the number of its worker.
  package func perform(iterations: Int, _ work: (_ iteration: Int, _ worker: Int) -> Void) {
    let next = Atomic(0)
    perform { worker in
      while true {
        let iteration = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard iteration < iterations else { return }
        work(iteration, worker)
      }
    }
  }

  /// Returns an array whose elements are computed on all threads, several at once.
  package func map<Element>(_ count: Int, _ element: (_ index: Int) -> Element) -> [Element] {
    unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      let slices = 256
      perform(iterations: slices) { slice, _ in
        for index in slice * count / slices..<(slice + 1) * count / slices {
          unsafe buffer.initializeElement(at: index, to: element(index))
        }
      }
      initialized = count
    }
  }
}

// The number of threads that Dispatch may start.
//
// On Linux, Dispatch starts a thread from the thread that needs it, and retries forever if the system allows no more. Idle threads exit after five
// seconds and are started again. So the system is tested once, before the first parallel work, with a margin: for as many simultaneous threads as
// three programs in a pipeline would use, each with its main thread and Dispatch's manager. The manager ends the process if it gets no descriptors,
// so it is started then, too.
extension Workers {
  /// The threads of a frame loop besides the caller's: one reads, one converts.
  package static let ofFrameLoop = 2
  /// Whether a frame loop may have its threads.
  package static var areGrantedToFrameLoop: Bool { granted(ofFrameLoop + 1) >= ofFrameLoop }

  private static let found = Mutex((asked: 0, granted: 0, hasManager: false))

  /// Returns how many of these threads are granted.
  private static func granted(_ wanted: Int) -> Int {
    #if canImport(Darwin)
      // The kernel starts the threads, and fewer of them if there are no more.
      return wanted
    #else
      guard !ForkedProcess.isWithoutDispatch else { return 0 }
      return found.withLock { found in
        if wanted > found.asked, found.granted == found.asked {
          (found.asked, found.granted) = (
            wanted, max(0, startable(programs * (wanted + ofProgram)) / programs - ofProgram)
          )
        }
        if !found.hasManager, found.granted > 0 { found.hasManager = startManager() }
        return found.hasManager ? min(wanted, found.granted) : 0
      }
    #endif
  }

  #if !canImport(Darwin)
    private static let programs = 3
    /// The main thread of a program, and Dispatch's manager.
    private static let ofProgram = 2

    /// Starts Dispatch's manager, which opens three descriptors: epoll, eventfd and timerfd. Without free descriptors, a third of the attempts ended
    /// the process.
    ///
    /// - Returns: Whether it has them; nothing is started if they are not free.
    private static func startManager() -> Bool {
      var (opened, areFree) = ([Int32](), true)
      for _ in 1...6 {
        let descriptor = unsafe open("/", O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 { opened.append(descriptor) } else if [EMFILE, ENFILE].contains(errno) { areFree = false }
      }
      for descriptor in opened { close(descriptor) }
      guard areFree else { return false }
      ForkedProcess.useDispatch()
      let isThere = DispatchSemaphore(value: 0)
      DispatchQueue.global().asyncAfter(deadline: .now()) { isThere.signal() }
      return isThere.wait(timeout: .now() + 10) == .success
    }

    /// Returns the number of threads, at most the given one, that can run at once now; they have ended afterward.
    private static func startable(_ wanted: Int) -> Int {
      let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      unsafe pthread_mutex_init(gate, nil)
      unsafe pthread_mutex_lock(gate)
      var threads: [pthread_t] = []
      while threads.count < wanted, let thread = unsafe waitingThread(at: gate) { threads.append(thread) }
      unsafe pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      unsafe pthread_mutex_destroy(gate)
      unsafe gate.deallocate()
      return threads.count
    }

    /// A thread that ends when it gets the lock; `nil` if the system has no more threads, or no memory for one.
    @unsafe private static func waitingThread(at gate: UnsafeMutablePointer<pthread_mutex_t>) -> pthread_t? {
      #if canImport(Glibc)
        var thread = pthread_t()
      #else
        var thread: pthread_t?
      #endif
      let result = unsafe pthread_create(
        &thread, nil,
        { gate in
          let gate: UnsafeMutableRawPointer? = unsafe gate
          guard let mutex = unsafe gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
          unsafe pthread_mutex_lock(mutex)
          unsafe pthread_mutex_unlock(mutex)
          return nil
        }, gate)
      return result == 0 ? thread : nil
    }
  #endif
}
