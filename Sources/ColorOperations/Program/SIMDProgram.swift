package import Colorimetry

/// A plan's color stages as instructions for the vector kernels, from the rows that `read` fills to codes before rounding.
package struct SIMDProgram: Sendable {
  /// A step, and the unit of the color's rows after it.
  package typealias UnitStep = (step: SIMDInstruction, unit: ColorUnit)

  /// From interpolated codes to the input of the first step: a matrix, and the offset added after it.
  package typealias ReadTransform = (matrix: Matrix3x3, offset: SIMD3<Double>)

  package let read: ReadTransform
  /// The unit of the color's rows after reading.
  package let unitRead: ColorUnit
  /// The map from that to the numbers that reading gives, if the first curve takes numbers of its cells.
  package internal(set) var cellsRead = (scale: 1.0, offset: 0.0)
  package var unitSteps: [UnitStep]

  package internal(set) var substitute: LatticeSubstitute?
  /// The error of that lattice against the plan.
  package var approximation: LatticeApproximation?

  package init(
    read: ReadTransform = (.identity, .zero), reading unitRead: ColorUnit = .codes, _ unitSteps: [UnitStep] = []
  ) {
    (self.read, self.unitRead) = (read, unitRead)
    self.unitSteps = unitSteps
  }

  /// Adds steps, which leave the color's rows in `unit`, or do not change them.
  package mutating func append(_ steps: [SIMDInstruction], leaving unit: ColorUnit? = nil) {
    let unit = unit ?? unitSteps.last?.unit ?? unitRead
    unitSteps += steps.map { ($0, unit) }
  }

  package var steps: [SIMDInstruction] { unitSteps.map(\.step) }

  package var curves: [CompiledCurve] { steps.compactMap(\.curve) }
}

/// The reason why a plan's frames are converted color by color: an operation without vector code.
package struct UnsupportedOperation: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
