internal import Colorimetry
package import LookupTables

/// A function of each component, given by its values.
extension LookupCurves: ColorOperation {
  package var line: String { "each component by \(self)" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    self(LookupColor(color)).components
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    try compiler.flushForTable()
    for (curve, bounds) in zip(all, compiler.bounds) { try compiler.refuseSteep(curve, of: bounds) }
    if red == green, green == blue {
      compiler.append(.lookup(red, rows: compiler.color..<compiler.color + 3))
    } else {
      for (row, curve) in zip(compiler.color..., all) { compiler.append(.lookup(curve, rows: row..<row + 1)) }
    }
    compiler.setBounds(all.map { Double($0.values.min()!)...Double($0.values.max()!) })
  }
}

/// A function of each component, given by an equation of a LUT file and approximated by curves.
extension LookupFunctions: ColorOperation {
  package var line: String { "each component by \(self)" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    self(LookupColor(color)).components
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    // A curve for a function takes up to 2 MB.
    guard compiler.steps.count < 128 else {
      throw UnsupportedOperation(description: "there are more than 128 steps before the \(self)")
    }
    try compiler.flushForTable()
    let isOne = green == red && blue == red
    var curves: [LookupCurve] = []
    for (function, bounds) in zip(all, compiler.bounds).prefix(isOne ? 1 : 3) {
      guard let curve = function.sampled(over: isOne ? compiler.range : bounds) else {
        throw UnsupportedOperation(description: "the \(function) over \(compiler.range) needs too many values")
      }
      curves.append(curve)
    }
    try (isOne ? LookupCurves(curves[0]) : LookupCurves(curves[0], curves[1], curves[2])).emit(into: &compiler)
  }
}

/// A function of the color, given by its values.
package struct CubeLookup: ColorOperation {
  private let cube: Cube
  private let interpolation: CubeInterpolation

  package init(_ cube: Cube, _ interpolation: CubeInterpolation) {
    (self.cube, self.interpolation) = (cube, interpolation)
  }

  package var line: String { "\(cube), \(interpolation.rawValue)" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    cube(LookupColor(color), interpolation: interpolation).components
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    try compiler.flushForTable()
    let (minimum, most) = cube.values.reduce((cube.values[0], cube.values[0])) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
    let domain = cube.domain
    try compiler.refuseSteep(
      rise: Double((most - minimum).max()), over: ((domain.high - domain.low) / Double(cube.size - 1)).min(),
      at: max(1, domain.high.max(), -domain.low.min()), upTo: Double(max(most.max(), -minimum.min())))
    compiler.append(.lattice(Lattice(cube, interpolation: interpolation), from: compiler.color, into: compiler.color))
    compiler.setBounds((0..<3).map { Double(minimum[$0])...Double(most[$0]) })
  }
}

// Functions that are too steep for the precision of the lanes.
extension ProgramCompiler {
  /// Throws for a function that, anywhere in a range, requires its argument with a higher precision than that of `Float`.
  fileprivate func refuseSteep(_ curve: LookupCurve, of range: ClosedRange<Double>) throws(UnsupportedOperation) {
    let maximum = curve.values.reduce(0) { max($0, abs($1)) }
    // Numbers from curves are exact relative to themselves; numbers from matrices are exact relative to the maximum of the sum's terms.
    var minimum = 1.0
    if steps.last?.lookup != nil { minimum = 0 }
    for index in 1..<curve.values.count {
      let (low, high) = (curve.argument(index - 1), curve.argument(index))
      guard high >= range.lowerBound, low <= range.upperBound else { continue }
      try refuseSteep(
        rise: abs(Double(curve.values[index]) - Double(curve.values[index - 1])), over: high - low,
        at: max(abs(low), abs(high), minimum), upTo: Double(maximum))
    }
  }

  /// - Parameters:
  ///   - rise: The difference of adjacent values.
  ///   - step: The difference of their arguments.
  ///   - argument: The magnitude of the arguments.
  ///   - maximum: The magnitude of the values.
  fileprivate func refuseSteep(
    rise: Double, over step: Double, at argument: Double, upTo maximum: Double
  ) throws(UnsupportedOperation) {
    // Arguments are the result of a few roundings, each of half of 2⁻²³.
    guard rise / step * argument * 0x1p-22 > allowed.signal * max(1, maximum) else { return }
    throw UnsupportedOperation(
      description: "the lookup table changes by \(Float(rise)) between arguments that are only \(Float(step)) apart")
  }
}
