import Foundation

/// The processor time of this thread, in nanoseconds. Other work on the machine does not count, except for its effect on caches.
public func threadTime() -> Double { time(of: CLOCK_THREAD_CPUTIME_ID) }

/// The processor time of all threads of this process, in nanoseconds.
public func processTime() -> Double { time(of: CLOCK_PROCESS_CPUTIME_ID) }

/// The elapsed time, in nanoseconds.
public func wallTime() -> Double { time(of: CLOCK_MONOTONIC) }

private func time(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
