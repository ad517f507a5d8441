internal import CompiledCurves

extension LaneProgram {
  /// This program, which gives signals, followed by steps that compute the level of the greatest signal.
  ///
  /// - Parameters:
  ///   - ceiling: The greatest signal.
  ///   - level: The level of a signal, in units.
  /// - Throws: `CurveError` if the level is no function that pieces approximate.
  func countingLight(
    upTo ceiling: Double, _ level: @escaping @Sendable (Double) -> Double
  ) throws(CurveError) -> LaneProgram {
    var program = self
    // A hundred-thousandth of the light, 0.1 cd/m² at most; in the dark, a tenth of the counting unit.
    let curve = try CompiledCurve(upTo: ceiling, within: .relative(1e-5, floor: 0.1), level)
    program.steps += [.greatest(into: StripRow.level), .curve(curve, rows: StripRow.level..<StripRow.level + 1)]
    return program
  }
}
