internal import Colorimetry

extension LookupTable {
  /// The inverse table.
  ///
  /// A limit is kept, because it does not change values that it has already limited.
  ///
  /// - Throws: `LookupTableError`: for a cube, a singular matrix, or a curve that is not monotone.
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

extension LookupCurve {
  /// The inverse: from this curve's values to its arguments.
  ///
  /// Equal values at either end, where a curve is clipped, count once: the inverse returns the argument nearest to the middle.
  ///
  /// - Throws: `LookupTableError/notMonotone(index:)`, or `LookupTableError/sizeOutOfRange(_:allowed:)` for a constant curve.
  public func inverse() throws(LookupTableError) -> LookupCurve {
    let start = values.firstIndex { $0 != values[0] }.map { $0 - 1 } ?? values.count - 1
    let end = values.lastIndex { $0 != values[values.count - 1] }.map { $0 + 1 } ?? start
    let rises = values[end] > values[start]
    for index in start..<end where rises ? values[index + 1] <= values[index] : values[index + 1] >= values[index] {
      throw .notMonotone(index: index + 1)
    }
    let kept = start...end
    let (places, arguments) = (kept.map { values[$0] }, kept.map { Float(argument($0)) })
    return try LookupCurve(
      at: rises ? places : places.reversed(), values: rises ? arguments : arguments.reversed())
  }
}

extension LookupCurves {
  /// The inverse of each function.
  ///
  /// - Throws: `LookupTableError`, as for `LookupCurve/inverse()`.
  public func inverse() throws(LookupTableError) -> LookupCurves {
    LookupCurves(try red.inverse(), try green.inverse(), try blue.inverse())
  }
}

extension LookupFunction {
  /// The inverse function, where this one is injective.
  public var inverse: LookupFunction {
    switch self {
    case .power(let exponent, let below): return .power(1 / exponent, below: below)
    case .straightenedPower(var power):
      power.isInverse.toggle()
      return .straightenedPower(power)
    case .logarithm(let curve): return .antilogarithm(curve)
    case .antilogarithm(let curve): return .logarithm(curve)
    }
  }
}

extension LookupFunctions {
  public var inverse: LookupFunctions { LookupFunctions(red.inverse, green.inverse, blue.inverse) }
}
