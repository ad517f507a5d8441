/// The allowed error of a compiled curve, for each argument and the value there.
package struct CurveTolerance {
  /// The allowed absolute error of the value, given the argument and the true value.
  package let allowed: (_ argument: Double, _ value: Double) -> Double

  package init(_ allowed: @escaping (_ argument: Double, _ value: Double) -> Double) { self.allowed = allowed }

  package static func absolute(_ error: Double) -> CurveTolerance { CurveTolerance { _, _ in error } }

  /// An error proportional to the value, but at least `floor`.
  package static func relative(_ error: Double, floor: Double = 0) -> CurveTolerance {
    CurveTolerance { _, value in max(error * abs(value), floor) }
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
