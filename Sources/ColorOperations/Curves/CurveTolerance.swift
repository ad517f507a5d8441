/// The allowed error of a compiled curve, for each argument and the value there.
package struct CurveTolerance {
  /// The allowed absolute error of the value, given the argument and the true value.
  package let allowed: (_ argument: Double, _ value: Double) -> Double

  /// A custom tolerance.
  package init(_ allowed: @escaping (_ argument: Double, _ value: Double) -> Double) { self.allowed = allowed }

  /// The same error everywhere.
  package static func absolute(_ error: Double) -> CurveTolerance { CurveTolerance { _, _ in error } }

  /// An error proportional to the value, but at least `floor`.
  package static func relative(_ error: Double, floor: Double = 0) -> CurveTolerance {
    CurveTolerance { _, value in max(error * abs(value), floor) }
  }
}

/// The reason why a function could not be compiled.
package enum CurveError: Error, Equatable, CustomStringConvertible {
  /// The function is not a finite number at this argument.
  case notFinite(argument: Double)
  /// No curve stays within the tolerance.
  case toleranceNotMet(limit: Double)
  /// The upper end of the domain is not a finite number above zero.
  case emptyDomain(limit: Double)

  package var description: String {
    switch self {
    case .notFinite(let argument):
      "the function is not finite at \(argument); it must be finite over the whole domain"
    case .toleranceNotMet(let limit):
      "no curve over 0...\(limit) stays within the allowed error"
    case .emptyDomain(let limit):
      "the domain of a curve ends at \(limit); its end must be a finite number above 0"
    }
  }
}

/// The effort of the search for a curve's polynomials.
package enum CurveEffort: Hashable, Sendable {
  /// Milliseconds: the cheapest form, and among equally cheap ones one with a minimum error.
  case thorough
  /// A tenth of that: a form that is usually as cheap, within the same tolerance, checked at half as many arguments. If no form is found, a thorough
  /// search follows.
  case quick
  /// As fast, without the thorough search.
  case hasty
}
