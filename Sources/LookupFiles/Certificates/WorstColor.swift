/// The search for the color with the maximum error, near the measured colors whose errors are maximum.
///
/// Errors peak in regions smaller than the spacing of the measured colors. From each of many starts, the search moves to the worst of the colors one
/// step away, and halves the step where none is worse. It finds peaks without proving that they are the maximum.
struct WorstColor {
  /// The number of starts, and of halvings.
  static let (starts, halvings) = (48, 10)

  let color: LookupColor
  let error: Double

  /// Searches from the worst of the measured colors.
  ///
  /// - Parameters:
  ///   - colors: The measured colors; the first step is about their spacing.
  ///   - found: The error of each measured color.
  ///   - error: The error of any color.
  init(in colors: MeasuredColors, errors found: [Double], _ error: (LookupColor) -> Double) {
    var starts: [(color: LookupColor, error: Double)] = []
    for (color, error) in zip(colors.all, found) {
      guard starts.count < Self.starts || error > starts[starts.count - 1].error else { continue }
      if starts.count == Self.starts { starts.removeLast() }
      starts.insert((color, error), at: starts.firstIndex { $0.error < error } ?? starts.count)
    }
    var worst = starts[0]
    for start in starts {
      var (here, step) = (start, colors.distance)
      for _ in 0..<Self.halvings {
        while let next = Self.worst(around: here.color, step, error), next.error > here.error { here = next }
        step /= 2
      }
      if here.error > worst.error { worst = here }
    }
    (color, self.error) = worst
  }

  /// The worst of the colors one step away along the components and their diagonals.
  private static func worst(
    around color: LookupColor, _ step: Double, _ error: (LookupColor) -> Double
  ) -> (color: LookupColor, error: Double)? {
    directions.map { direction in
      let there = LookupColor(
        (color.components + direction * step).clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 1)))
      return (there, error(there))
    }.max { $0.1 < $1.1 }
  }

  private static let directions = (0..<27).filter { $0 != 13 }.map { index in
    SIMD3<Double>(SIMD3(index % 3, index / 3 % 3, index / 9) &- 1)
  }
}
