import Foundation

/// Nanoseconds that this thread has worked: what others do on the machine does not count, but for the caches.
public func threadTime() -> Double { time(of: CLOCK_THREAD_CPUTIME_ID) }

/// Nanoseconds that all threads of this process have worked.
public func processTime() -> Double { time(of: CLOCK_PROCESS_CPUTIME_ID) }

/// Nanoseconds that have passed.
public func wallTime() -> Double { time(of: CLOCK_MONOTONIC) }

private func time(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
