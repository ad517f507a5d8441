internal import CToneKernels

/// The columns or rows of a scaled picture: the stored ones that contribute to each, and their weights.
///
/// The filter is the bicubic with B = 0 and C = ½, widened in proportion where pictures become smaller. The edge repeats beyond it.
///
/// - Source: D. Mitchell and A. Netravali, Reconstruction filters in computer graphics, SIGGRAPH 1988, formula 8.
struct ScaledSide: Sendable {
  /// The number of columns or rows.
  let count: Int
  /// The index of the first stored one for each, nondecreasing; the last is repeated up to a multiple of `LANES_TILE`.
  private(set) var firsts: [Int32] = []
  /// The weights: `taps` for each.
  private(set) var weights: [Float] = []
  private(set) var taps = 0

  /// - Parameters:
  ///   - count: The number of columns or rows.
  ///   - stored: The number of stored ones.
  ///   - step: The distance between adjacent ones, in stored ones.
  ///   - start: The position of the center of the first; the center of the first stored one is at 0.
  init(_ count: Int, of stored: Int, step: Double, from start: Double) {
    self.count = count
    let width = max(step, 1)
    let sums = (0..<count).map { index in
      let middle = start + Double(index) * step
      // Stored ones within twice the width.
      let reach = Int((middle - 2 * width).rounded(.down)) + 1..<Int((middle + 2 * width).rounded(.up))
      func inside(_ place: Int) -> Int { min(max(place, 0), stored - 1) }
      let first = inside(reach.lowerBound)
      var weights = [Double](repeating: 0, count: inside(reach.upperBound - 1) - first + 1)
      for place in reach { weights[inside(place) - first] += Self.weight(abs(Double(place) - middle) / width) }
      let sum = weights.reduce(0, +)
      return (first: first, weights: weights.map { Float($0 / sum) })
    }
    taps = sums.reduce(1) { max($0, $1.weights.count) }
    for sum in sums {
      let first = min(sum.first, stored - taps)
      let before = [Float](repeating: 0, count: sum.first - first)
      firsts.append(Int32(first))
      weights += before + sum.weights
      weights += [Float](repeating: 0, count: taps - before.count - sum.weights.count)
    }
    while firsts.count % Int(LANES_TILE) != 0 {
      firsts.append(firsts[firsts.count - 1])
      weights += weights.suffix(taps)
    }
  }

  private static func weight(_ distance: Double) -> Double {
    let x = distance
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((2.5 - 0.5 * x) * x - 4) * x + 2 : 0
  }

  /// The stored ones needed for a range.
  func stored(for range: Range<Int>) -> Range<Int> {
    Int(firsts[range.lowerBound])..<Int(firsts[range.upperBound - 1]) + taps
  }
}
