package import Colorimetry

/// A plan's color stages as steps for the lanes, from the rows that `read` fills to codes before rounding.
package struct LaneProgram: Sendable {
  /// A step, and what the color's rows stand for after it.
  package typealias UnitStep = (step: LaneStep, unit: ColorUnit)

  /// The matrix from interpolated codes to what the first step takes.
  package let readMatrix: Matrix3x3
  /// The offset added after `readMatrix`.
  package let readOffset: SIMD3<Double>
  /// What the color's rows stand for once they are read.
  package let unitRead: ColorUnit
  /// The steps, in order, with their units.
  package var unitSteps: [UnitStep]

  /// How far the lattice is from the plan, if there is a lattice.
  package var approximation: LatticeApproximation?

  /// A program of these steps.
  package init(
    readMatrix: Matrix3x3 = .identity, readOffset: SIMD3<Double> = .zero, reading unitRead: ColorUnit = .codes,
    _ unitSteps: [UnitStep] = []
  ) {
    (self.readMatrix, self.readOffset, self.unitRead) = (readMatrix, readOffset, unitRead)
    self.unitSteps = unitSteps
  }

  /// Adds steps, which leave the color's rows as `unit`, or do not change them.
  package mutating func append(_ steps: [LaneStep], leaving unit: ColorUnit? = nil) {
    let unit = unit ?? unitSteps.last?.unit ?? unitRead
    unitSteps += steps.map { ($0, unit) }
  }

  /// The steps, in order.
  package var steps: [LaneStep] { unitSteps.map(\.step) }

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
package struct UnsupportedOperation: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

extension UnsupportedOperation {
  /// The curve that a closure compiles; if there is none within its tolerance, that is what is missing.
  static func fromCurve(_ compile: () throws(CurveError) -> CompiledCurve) throws(UnsupportedOperation) -> CompiledCurve
  {
    do { return try compile() } catch { throw UnsupportedOperation(description: "\(error)") }
  }
}
