package import Colorimetry

/// A histogram of differences, in steps of 1/64.
///
/// Counts are integers, so the sum over rows, frames and threads does not depend on their order.
package struct DifferenceHistogram<Unit>: Sendable {
  static var stepsPerUnit: Int { 64 }
  /// The number of steps; differences of 1024 or more, which no two colors of a display have, are counted in the last step.
  static var stepCount: Int { 1 << 16 }
  private(set) var counts: [Int]

  package init() { counts = Array(repeating: 0, count: Self.stepCount) }

  init(counts: [Int]) { self.counts = counts }

  package static func += (sum: inout DifferenceHistogram<Unit>, other: DifferenceHistogram<Unit>) {
    for step in other.counts.indices where other.counts[step] > 0 { sum.counts[step] += other.counts[step] }
  }

  package mutating func add(_ difference: ColorDifference<Unit>) {
    let step = (difference.value * Double(Self.stepsPerUnit)).rounded()
    counts[Int(min(max(step, 0), Double(Self.stepCount - 1)))] += 1
  }

  /// The maximum difference; 0 if none was counted.
  package var maximum: ColorDifference<Unit> {
    ColorDifference(Double(counts.lastIndex { $0 > 0 } ?? 0) / Double(Self.stepsPerUnit))
  }

  package var count: Int { counts.reduce(0, +) }

  /// The mean difference; 0 if none was counted.
  package var mean: ColorDifference<Unit> {
    var sum = 0
    for step in counts.indices { sum += step * counts[step] }
    return ColorDifference(Double(sum) / Double(max(count, 1)) / Double(Self.stepsPerUnit))
  }

  /// Returns the difference that this share of all differences does not exceed.
  ///
  /// - Domain: `0...1`.
  package func percentile(_ share: Double) -> ColorDifference<Unit> {
    let wanted = Int((share * Double(count)).rounded(.up))
    var passed = 0
    for step in counts.indices {
      passed += counts[step]
      if passed >= max(wanted, 1) { return ColorDifference(Double(step) / Double(Self.stepsPerUnit)) }
    }
    return 0
  }
}
