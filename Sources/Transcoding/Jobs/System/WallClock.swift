internal import SystemCalls

/// The time of day, as text.
package enum WallClock {
  /// The time in UTC, in milliseconds: `2026-11-29T14:00:00.250Z`.
  package static var timestamp: String {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    let thousandths = "\(1000 + now.tv_nsec / 1_000_000)".dropFirst()
    let whole = unsafe text("%Y-%m-%dT%H:%M:%S", now.tv_sec, gmtime_r)
    return "\(whole).\(thousandths)Z"
  }

  /// The local time: `14:03:07`.
  package static var timeOfDay: String { unsafe text("%H:%M:%S", time(nil), localtime_r) }

  private static func text(
    _ format: String, _ seconds: time_t,
    _ parts: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) -> String {
    var (seconds, found, text) = unsafe (seconds, tm(), [CChar](repeating: 0, count: 40))
    _ = unsafe parts(&seconds, &found)
    let count = unsafe strftime(&text, text.count, format, &found)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
