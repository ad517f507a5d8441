internal import CToneKernels

/// The columns or rows of a scaled picture: which stored ones each is made of, and by which weights.
///
/// The filter is the bicubic with B = 0 and C = ½; where pictures become smaller, it is as much wider. What lies beyond the edge is as the edge.
///
/// - Source: D. Mitchell and A. Netravali, Reconstruction filters in computer graphics, SIGGRAPH 1988, formula 8.
struct ScaledSide: Sendable {
  /// How many there are.
  let count: Int
  /// The first stored one of each, never before that of the one before, with the last repeated up to a multiple of `LANES_TILE`.
  private(set) var firsts: [Int32] = []
  /// As many weights for each.
  private(set) var weights: [Float] = []
  private(set) var taps = 0

  /// - Parameters:
  ///   - count: How many there are.
  ///   - stored: How many are stored.
  ///   - step: The distance of two, in stored ones.
  ///   - start: Where the middle of the first lies; the middle of the first stored one is at 0.
  init(_ count: Int, of stored: Int, step: Double, from start: Double) {
    self.count = count
    let width = max(step, 1)
    let sums = (0..<count).map { index in
      let middle = start + Double(index) * step
      // Those nearer than twice the width.
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

  /// The stored ones that some of them are made of.
  func stored(for range: Range<Int>) -> Range<Int> {
    Int(firsts[range.lowerBound])..<Int(firsts[range.upperBound - 1]) + taps
  }
}
