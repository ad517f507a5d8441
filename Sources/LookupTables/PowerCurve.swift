internal import ElementaryMath

extension CompiledCurve {
  /// Compiles a power function of `0...limit`, the cheapest curve of all: a factor for the octave, one polynomial of the mantissa.
  ///
  ///     let inverse = try CompiledCurve(power: 1 / 2.4, upTo: 1, within: .absolute(0.02 / 219))
  ///
  /// At 0 it is exactly 0, and so it is below 2⁻³² of the limit; that, and the octave's beginning above it, is its greatest error
  /// in dark light and has to be allowed.
  ///
  /// - Domain: `0...limit`; outside as the other curves.
  /// - Parameters:
  ///   - power: The exponent, above zero.
  ///   - limit: The upper end of the domain.
  ///   - factor: What the power is multiplied with.
  ///   - tolerance: The allowed error at each argument.
  /// - Throws: `CurveError.emptyDomain`, `.toleranceNotMet`.
  package init(
    power: Double, upTo limit: Double, factor: Double = 1, within tolerance: CurveTolerance
  ) throws(CurveError) {
    guard limit > 0, limit.isFinite, power > 0 else { throw .emptyDomain(limit: limit) }
    let layout = CurveLayout(segments: 32, mantissaBits: 0)
    var worst = (times: Double.infinity, argument: 0.0, points: 0)
    for degree in 2...5 {
      let polynomial = MinimaxPolynomial.of(degree: degree)
      let mantissas = polynomial.points.map { 1.5 + $0 / 2 }
      let values = mantissas.map { Elementary.pow($0, power) }
      // The end, which is the limit, is met nearly exactly.
      let allowed = values.indices.map { $0 == values.count - 1 ? 1e-4 : 1 }
      let fit = polynomial.fit(values, allowed: allowed)
      guard let powers = fit.powers else { continue }
      var coefficients = [Float](repeating: 0, count: 32)
      for octave in 1..<32 {
        let (start, _) = layout.bounds(octave)
        let slot = Int(Float(start).bitPattern >> 23) & 31
        coefficients[slot] = Float(factor * Elementary.pow(start / layout.scale(upTo: limit), power))
      }
      coefficients += Self.ofMantissa(powers).map { Float($0) }
      var curve = CompiledCurve(coefficients: coefficients, segments: 32, mantissaBits: 0, limit: limit, isPower: true)
      worst = curve.proof(within: tolerance) { factor * Elementary.pow($0, power) }
      (curve.provenError, curve.worstArgument, curve.proofPoints) = worst
      if worst.times <= 1 {
        self = curve
        return
      }
    }
    throw .toleranceNotMet(times: worst.times, argument: worst.argument, segments: 32, degree: 5)
  }

  /// From powers of `2 (m − 1.5)` to powers of `m`.
  private static func ofMantissa(_ powers: [Double]) -> [Double] {
    var sum = [Double](repeating: 0, count: powers.count)
    for coefficient in powers.reversed() {
      // sum · (2 m − 3) + coefficient
      var next = sum.map { -3 * $0 }
      for i in 1..<sum.count { next[i] += 2 * sum[i - 1] }
      next[0] += coefficient
      sum = next
    }
    return sum
  }

  /// Compares with the truth around every octave's ends and densely within.
  private func proof(
    within tolerance: CurveTolerance, _ function: (Double) -> Double
  ) -> (times: Double, argument: Double, points: Int) {
    var worst = (times: 0.0, argument: 0.0, points: 0)
    func test(_ x: Float) {
      guard x >= 0, Double(x) <= limit else { return }
      let truth = function(Double(x))
      let times = abs(Double(self(x)) - truth) / tolerance.allowed(Double(x), truth)
      if !(times <= worst.times) { (worst.times, worst.argument) = (times, Double(x)) }
      worst.points += 1
    }
    let layout = CurveLayout(segments: 32, mantissaBits: 0)
    for octave in 0..<32 {
      let (start, width) = layout.bounds(octave)
      for step in 0..<128 {
        test(Float((start + width * (Double(step) + 0.37) / 128 - layout.offset) / layout.scale(upTo: limit)))
      }
      let edge = Float((start - layout.offset) / layout.scale(upTo: limit))
      for x in [edge.nextDown.nextDown, edge.nextDown, edge, edge.nextUp, edge.nextUp.nextUp] { test(x) }
    }
    test(Float(limit).nextDown)
    test(Float(limit))
    return worst
  }
}
