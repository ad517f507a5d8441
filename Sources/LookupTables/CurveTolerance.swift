/// How far a compiled curve may be from its function: an allowed error for each argument and the value there.
package struct CurveTolerance {
  /// The allowed absolute error of the value, given the argument and the true value.
  package let allowed: (_ argument: Double, _ value: Double) -> Double

  /// A tolerance of one's own.
  package init(_ allowed: @escaping (_ argument: Double, _ value: Double) -> Double) { self.allowed = allowed }

  /// The same error everywhere.
  package static func absolute(_ error: Double) -> CurveTolerance { CurveTolerance { _, _ in error } }

  /// An error in proportion to the value, and `floor` where the value is near zero.
  package static func relative(_ error: Double, floor: Double = 0) -> CurveTolerance {
    CurveTolerance { _, value in max(error * abs(value), floor) }
  }

  /// An error counted in another, increasing function of the value, such as codes of a display's signal.
  ///
  ///     .counted(0.01, by: { 219 * pow($0, 1 / 2.4) }, inverse: { pow($0 / 219, 2.4) })
  ///
  /// - Parameters:
  ///   - error: The allowed error in codes.
  ///   - codes: From a value to codes. Values below `floor` are shown like `floor`.
  ///   - inverse: From codes to the value.
  ///   - floor: The least value that is told apart, such as no light.
  package static func counted(
    _ error: Double, by codes: @escaping (Double) -> Double, inverse: @escaping (Double) -> Double, floor: Double = 0
  ) -> CurveTolerance {
    let least = codes(floor)
    return CurveTolerance { _, value in
      let code = codes(max(value, floor))
      let above = inverse(code + error) - value
      let below = code - error <= least ? Double.infinity : value - inverse(code - error)
      // At the top of its range an inverse may stand still; then only the way down counts.
      return above > 0 ? min(above, below) : below
    }
  }
}

/// Why a function could not be compiled.
package enum CurveError: Error, Equatable, CustomStringConvertible {
  /// The function is not a finite number at this argument.
  case notFinite(argument: Double)
  /// No curve was good enough.
  case toleranceNotMet(limit: Double)
  /// The domain's upper end is not a finite number above zero.
  case emptyDomain(limit: Double)

  package var description: String {
    switch self {
    case .notFinite(let argument):
      "the function has no finite value at \(argument); a curve needs one over its whole domain"
    case .toleranceNotMet(let limit):
      "no curve over 0...\(limit) stays within the allowed error; allow more, or split the domain"
    case .emptyDomain(let limit):
      "a curve's domain is 0 to a finite number above 0, not to \(limit)"
    }
  }
}
