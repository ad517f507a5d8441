import CLibAV
import Movies
import Testing

/// Times in other units.
struct RescalingTests {
  /// Whatever a file states, a time stays one to which others can be added, and keeps its sign.
  @Test(arguments: [Int64.min, Int64.min + 1, -1 << 61, -1, 0, 1, 1 << 61, Int64.max - 1, Int64.max])
  func timesThatDoNotFitAreLimited(time: Int64) {
    let units = [(1, 1), (1, 1000), (1, 90_000), (1, 1_000_000_000), (1001, 24000), (Int32.max, 1), (1, Int32.max)]
      .map { AVRational(num: Int32($0.0), den: Int32($0.1)) }
    for from in units {
      for to in units {
        let rescaled = time.rescaled(from: from, to: to)
        #expect(rescaled.signum() == time.signum() || rescaled == 0, "\(time) of \(from) in \(to) is \(rescaled)")
        #expect(rescaled.magnitude <= 1 << 61)
      }
    }
  }

  @Test func timesThatFitAreExact() {
    let (milliseconds, ticks) = (AVRational(num: 1, den: 1000), AVRational(num: 1, den: 90_000))
    #expect(Int64(40).rescaled(from: milliseconds, to: ticks) == 3600)
    #expect(Int64(-3600).rescaled(from: ticks, to: milliseconds) == -40)
    #expect(Int64(1 << 50).rescaled(from: milliseconds, to: ticks) == 90 << 50)
  }
}
