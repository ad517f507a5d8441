package import Colorimetry

/// A plan's color stages as instructions for the vector kernels, from the rows that `read` fills to codes before rounding.
package struct SIMDProgram: Sendable {
  /// From interpolated codes to the input of the first step: a matrix, and the offset added after it.
  package typealias ReadTransform = (matrix: Matrix3x3, offset: SIMD3<Double>)

  package let read: ReadTransform
  package var steps: [SIMDInstruction]
  package internal(set) var substitute: LatticeSubstitute?
  /// The error of that lattice against the plan.
  package var approximation: LatticeApproximation?

  package init(read: ReadTransform = (.identity, .zero), _ steps: [SIMDInstruction] = []) {
    (self.read, self.steps) = (read, steps)
  }

  package var curves: [CompiledCurve] { steps.compactMap(\.curve) }
}

/// The reason why a plan's frames are converted color by color: an operation without vector code.
package struct UnsupportedOperation: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
