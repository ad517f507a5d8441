package import Colorimetry
package import CompiledCurves

/// A plan's color stages as steps for the lanes, from the rows that `read` fills to codes before rounding.
package struct LaneProgram: Sendable {
  /// The matrix from interpolated codes to the input of the first step, the signal R′G′B′ or L′M′S′.
  package var readMatrix: Matrix3x3
  /// The offset added after `readMatrix`.
  package var readOffset: SIMD3<Double>
  /// The steps, in order.
  package var steps: [LaneStep]
  /// What the color's rows stand for after each step, if a compiler made the steps.
  package var units: [ColorUnit]

  /// How far the lattice is from the plan, if there is a lattice.
  package var approximation: LatticeApproximation?

  /// A program of these steps.
  package init(readMatrix: Matrix3x3, readOffset: SIMD3<Double>, steps: [LaneStep], units: [ColorUnit] = []) {
    (self.readMatrix, self.readOffset, self.steps, self.units) = (readMatrix, readOffset, steps, units)
  }

  /// The curves among the steps.
  package var curves: [CompiledCurve] { steps.compactMap(\.curve) }
}

extension LaneStep {
  /// The curve of this step, if it has one.
  package var curve: CompiledCurve? {
    switch self {
    case .curve(let curve, _), .oddCurve(let curve, _): curve
    default: nil
    }
  }
}
