/// The places of sound among its samples, all in samples: sound follows the sound before it, unless its time says otherwise.
struct SoundTimes: Sendable {
  let rate: Int
  /// The time of the next sample; `nil` before the first.
  private(set) var next: Int64?
  /// The number of samples whose times already had sound, which are left out.
  private(set) var overlap: Int64 = 0

  init(rate: Int32) { self.rate = max(1, Int(rate)) }

  /// Places samples at the time that the source states, if any.
  ///
  /// - Returns: The time of the first sample, the number of samples from it on that are left out, and the length of the silence before it.
  mutating func add(_ own: Int64?, count: Int) -> (time: Int64, skipped: Int, gap: Int64) {
    var time = own ?? next ?? 0
    let expected = next ?? time
    // Containers round times, so only more than that is a gap or an overlap.
    if abs(time - expected) <= rate / 20 { time = expected }
    let skipped = min(count, Int(max(0, expected - time)))
    overlap += Int64(skipped)
    next = max(expected, time + Int64(count)).clamped
    return (time, skipped, max(0, time - expected))
  }
}
