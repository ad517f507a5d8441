internal import Colorimetry

/// A color while it is compiled: where it is, and what its numbers are once nothing is pending.
struct ColorState {
  /// The first of the three rows that hold it.
  let row: Int32
  /// What 1.0 in the rows stands for: light in cd/m², or 1 for codes and signals.
  var scale = 1.0
  /// What its numbers are, as operations count them.
  var unit = ColorUnit.signal
  /// The ranges of its components, in cd/m² or as codes or signals.
  var bounds: [ClosedRange<Double>]

  /// A signal in these rows.
  init(in rows: Range<Int32>, within bounds: ClosedRange<Double>) {
    (row, self.bounds) = (rows.lowerBound, Array(repeating: bounds, count: 3))
  }
}

/// What a compiler has added to its list, and has no step yet: a factor, then a matrix, then an offset, then limits. It is emitted as one step.
struct Pending {
  /// The ranges of what the color's rows hold meanwhile, in cd/m² or as codes or signals.
  var rowBounds: [ClosedRange<Double>]
  /// From the rows to the color, each in its own unit.
  var matrix = Matrix3x3.identity
  /// The same matrix without the units.
  var matrixWithoutUnits = Matrix3x3.identity
  /// The offset added after the matrix.
  var offset = SIMD3<Double>.zero
  /// The limits applied after the offset.
  var limits: ClosedRange<Double>?
  /// The factor that the rows are multiplied by first.
  var factor: Factor?

  /// Nothing, for rows that hold these ranges.
  init(rowBounds: [ClosedRange<Double>]) { self.rowBounds = rowBounds }

  /// A factor.
  enum Factor {
    /// The factor is in a row.
    case row(Int32)
    /// The factor has yet to be computed.
    case level(LevelFactor)
  }

  /// A factor that depends on a weighted sum of the rows.
  struct LevelFactor {
    /// The weights that give the level from the rows, which count in `scale`.
    var weights: SIMD3<Double>
    /// What 1.0 of the level stands for: light in cd/m², or 1.
    var scale: Double
    /// From the level in cd/m² or signal to the factor.
    var factor: Curve
    /// The factors whose product it is, each from the level that the ones before it leave.
    var parts: [Curve]
    /// The maximum possible level.
    var maximum: Double

    /// Whether these weights give the same level.
    func isLevel(_ other: SIMD3<Double>) -> Bool { ((weights - other) * (weights - other)).sum() <= 1e-18 }
  }

  /// The maximum weighted sum of the color's components, judged by what the rows hold: a matrix from white to white changes no luminance.
  func maximum(_ weights: SIMD3<Double>) -> Double {
    Matrix3x3(matrixWithoutUnits.transposed * weights, .zero, .zero).bounds(of: rowBounds)[0].upperBound
  }
}

extension Matrix3x3 {
  /// The ranges of the three components of a product, from the ranges of the three numbers.
  func bounds(of numbers: [ClosedRange<Double>], adding offset: SIMD3<Double> = .zero) -> [ClosedRange<Double>] {
    // The rows of a matrix from white to white add up to 1 but for rounding, which must not widen a range.
    func settled(_ bound: Double) -> Double {
      for range in numbers where abs(bound - range.upperBound) < 1e-12 * abs(range.upperBound) {
        return range.upperBound
      }
      return bound
    }
    return [rows.0, rows.1, rows.2].enumerated().map { index, row in
      var (low, high) = (0.0, 0.0)
      for column in 0..<3 where row[column] != 0 {
        let ends = (row[column] * numbers[column].lowerBound, row[column] * numbers[column].upperBound)
        (low, high) = (low + min(ends.0, ends.1), high + max(ends.0, ends.1))
      }
      return settled(low) + offset[index]...settled(high) + offset[index]
    }
  }
}
