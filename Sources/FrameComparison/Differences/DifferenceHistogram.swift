package import Colorimetry

/// How often differences of each size occur, in steps of a 64th of ΔE ITP.
///
/// Counts are integers, so that those of rows, frames and threads add up to the same whatever their order.
package struct DifferenceHistogram: Sendable {
  /// The steps in a difference of 1.
  static let stepsPerUnit = 64
  /// More than the greatest difference of two PQ colors, 720 √(1 + ¼² + ½²).
  static let stepCount = 1 << 16

  /// The count of each step.
  private(set) var counts: [Int]

  package init() { counts = Array(repeating: 0, count: Self.stepCount) }

  init(counts: [Int]) { self.counts = counts }

  package static func += (sum: inout DifferenceHistogram, other: DifferenceHistogram) {
    for step in other.counts.indices where other.counts[step] > 0 { sum.counts[step] += other.counts[step] }
  }

  /// How many differences were counted.
  package var count: Int { counts.reduce(0, +) }

  /// The mean difference; 0 if none was counted.
  package var mean: ColorDifference<DeltaEITP> {
    var sum = 0
    for step in counts.indices { sum += step * counts[step] }
    return ColorDifference(Double(sum) / Double(max(count, 1)) / Double(Self.stepsPerUnit))
  }

  /// The difference that this share of all differences does not exceed.
  ///
  /// - Domain: `0...1`.
  package func percentile(_ share: Double) -> ColorDifference<DeltaEITP> {
    let wanted = Int((share * Double(count)).rounded(.up))
    var passed = 0
    for step in counts.indices {
      passed += counts[step]
      if passed >= max(wanted, 1) { return ColorDifference(Double(step) / Double(Self.stepsPerUnit)) }
    }
    return 0
  }
}
