internal import Colorimetry

extension LookupTable {
  /// The inverse table.
  ///
  /// A limit is kept, because it does not change values that it has already limited.
  ///
  /// - Throws: ``LookupTableError``: for a cube, a singular matrix, or a curve that is not monotone.
  public func inverse() throws(LookupTableError) -> LookupTable {
    var inverse = self
    inverse.steps = []
    (inverse.inputRange, inverse.outputRange) = (outputRange, inputRange)
    for step in steps.reversed() {
      switch step {
      case .curves(let curves): inverse.steps.append(.curves(try curves.inverse()))
      case .matrix(let matrix, let offset):
        guard let undone = matrix.inverseIfAny else { throw .flatMatrix }
        inverse.steps.append(.matrix(undone, adding: undone * -offset))
      case .functions(let functions): inverse.steps.append(.functions(functions.inverse))
      case .limit: inverse.steps.append(step)
      case .cube(let cube): throw .cubeHasNoInverse(size: cube.size)
      }
    }
    return inverse
  }

  /// Returns this table with curves whose positions are at equal steps.
  ///
  /// - Parameter count: The number of samples of each curve.
  public func sampledEvenly(_ count: Int) throws(LookupTableError) -> LookupTable {
    var table = self
    for (index, step) in steps.enumerated() {
      guard case .curves(let curves) = step else { continue }
      var sampled: [LookupCurve] = []
      for curve in curves.all { sampled.append(try LookupCurve(size: count, over: curve.domain) { curve($0) }) }
      table.steps[index] = .curves(LookupCurves(sampled[0], sampled[1], sampled[2]))
    }
    return table
  }
}
