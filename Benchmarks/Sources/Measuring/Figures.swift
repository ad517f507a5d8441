import Benchmark

extension BenchmarkMetric {
  /// Picoseconds per pixel.
  public static var perPixel: BenchmarkMetric { .custom("ps per pixel", useScalingFactor: false) }
  /// Hundredths of the time that copying the same bytes takes.
  public static var perCopy: BenchmarkMetric { .custom("hundredths of a copy", useScalingFactor: false) }
}

/// Measures a piece of work, alternating with a copy of the bytes that it moves.
///
/// - Parameter clock: The clock for the work, in nanoseconds; the copy is always measured by this thread's processor time.
public func benchmark(
  _ name: String, pixels: Int, traffic: Traffic, clock: @escaping @Sendable () -> Double,
  _ work: @escaping @Sendable () -> Void
) {
  let configuration = Benchmark.Configuration(
    metrics: [.perPixel, .perCopy], units: [.perPixel: .count, .perCopy: .count], warmupIterations: 1,
    scalingFactor: .one, maxDuration: .milliseconds(600),
    maxIterations: 41)
  Benchmark(name, configuration: configuration) { benchmark in
    let begun = threadTime()
    traffic.copy()
    let copied = threadTime() - begun
    let start = clock()
    work()
    let passed = clock() - start
    benchmark.measurement(.perPixel, Int(1000 * passed / Double(pixels)))
    benchmark.measurement(.perCopy, Int(100 * passed / max(copied, 1)))
  }
}
