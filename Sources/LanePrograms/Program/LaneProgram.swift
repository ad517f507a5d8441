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

/// Why a plan's frames are converted color by color: the operation that the lanes have no steps for.
package struct LaneGap: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

extension LaneGap {
  /// The curve that a closure compiles; if there is none within its tolerance, that is what is missing.
  static func fromCurve(_ compile: () throws(CurveError) -> CompiledCurve) throws(LaneGap) -> CompiledCurve {
    do { return try compile() } catch { throw LaneGap(description: "\(error)") }
  }
}
