internal import Colorimetry

/// A color during compilation: its rows, and the unit of its numbers when nothing is pending.
struct ColorState {
  /// The first of its three rows.
  let row: Int32
  /// The value of 1.0 in the rows: light in cd/m², or 1 for codes and signals.
  var scale = 1.0
  /// The unit of its numbers in operations.
  var unit = ColorUnit.signal
  /// The ranges of its components, in cd/m² or as codes or signals.
  var bounds: [ClosedRange<Double>]

  init(in rows: Range<Int32>, within bounds: ClosedRange<Double>) {
    (row, self.bounds) = (rows.lowerBound, Array(repeating: bounds, count: 3))
  }
}

/// The operations that a compiler has added but not emitted: a factor, then a matrix, then an offset, then limits. They are emitted as one step.
struct Pending {
  /// The ranges of the color's rows before these operations, in cd/m² or as codes or signals.
  var rowBounds: [ClosedRange<Double>]
  /// The matrix from the rows to the color, each in its own unit.
  var matrix = Matrix3x3.identity
  /// The matrix without the units.
  var matrixWithoutUnits = Matrix3x3.identity
  var offset = SIMD3<Double>.zero
  var limits: ClosedRange<Double>?
  var factor: Factor?

  init(rowBounds: [ClosedRange<Double>]) { self.rowBounds = rowBounds }

  enum Factor {
    case row(Int32)
    /// The factor has yet to be computed.
    case level(LevelFactor)
  }

  /// A factor that depends on a weighted sum of the rows.
  struct LevelFactor {
    /// The weights that give the level from the rows, in units of `scale`.
    var weights: SIMD3<Double>
    /// The value of 1.0 of the level: light in cd/m², or 1.
    var scale: Double
    /// The curve from the level in cd/m² or signal to the factor.
    var factor: Curve
    /// The factors whose product it is; the level of each is that after the ones before it.
    var parts: [Curve]
    /// The maximum possible level.
    var maximum: Double

    /// Whether these weights give the same level.
    func isLevel(_ other: SIMD3<Double>) -> Bool { ((weights - other) * (weights - other)).sum() <= 1e-18 }
  }

  /// The maximum weighted sum of the color's components, derived from the ranges of the rows: a matrix from white to white does not change luminance.
  func maximum(_ weights: SIMD3<Double>) -> Double {
    Matrix3x3(matrixWithoutUnits.transposed * weights, .zero, .zero).bounds(of: rowBounds)[0].upperBound
  }
}

extension Matrix3x3 {
  /// The ranges of the three components of a product, given the ranges of the three numbers.
  func bounds(of numbers: [ClosedRange<Double>], adding offset: SIMD3<Double> = .zero) -> [ClosedRange<Double>] {
    // The rows of a matrix from white to white add up to 1 except for rounding, which must not widen a range.
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
