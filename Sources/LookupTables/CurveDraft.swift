/// One attempt to compile a curve: a layout and a degree, fitted and proven segment by segment, given up at the first that fails.
struct CurveDraft {
  let layout: CurveLayout
  let degree: Int
  let limit: Double
  let exactAtZero, exactAtLimit: Bool
  let tolerance: CurveTolerance
  let function: (Double) -> Double

  enum Outcome {
    case fitted(CompiledCurve)
    case failed(segment: Int, times: Double, argument: Double)
  }

  /// Fits and proves all segments, beginning with one that is likely to fail.
  func fitted(startingAt first: Int) throws(CurveError) -> Outcome {
    let polynomial = MinimaxPolynomial(degree: degree)
    var curve = CompiledCurve(
      coefficients: [Float](repeating: 0, count: (degree + 1) * layout.segments), segments: layout.segments,
      mantissaBits: layout.mantissaBits, limit: limit)
    for segment in [first] + (0..<layout.segments).reversed().filter({ $0 != first }) {
      let failure = try fit(segment, with: polynomial, into: &curve)
      if let failure { return .failed(segment: segment, times: failure.times, argument: failure.argument) }
    }
    return .fitted(curve)
  }

  /// Fits one segment; returns the error when it is too large.
  private func fit(
    _ segment: Int, with polynomial: MinimaxPolynomial, into curve: inout CompiledCurve
  ) throws(CurveError) -> (times: Double, argument: Double)? {
    let (start, width) = layout.bounds(segment)
    let slot = curve.locate(argument(u: start + width / 2)).slot
    var arguments: [Double] = []
    var values: [Double] = []
    var allowed: [Double] = []
    for point in polynomial.points {
      let x = min(max((start + width * (point + 1) / 2 - layout.offset) / scale, 0), limit)
      let y = try value(x)
      arguments.append(x)
      values.append(y)
      allowed.append(tolerance.allowed(x, y))
    }
    let exactFirst = exactAtZero && segment == 0
    let exactLast = exactAtLimit && segment == layout.segments - 1
    let (powers, bound) = polynomial.fit(values, allowed: allowed, exactFirst: exactFirst, exactLast: exactLast)
    guard let powers else { return (bound, arguments[0]) }
    for (power, coefficient) in powers.enumerated() {
      let unit = Double(sign: .plus, exponent: (layout.mantissaBits + 1) * power, significand: 1)
      curve.coefficients[power * layout.segments + slot] = Float(coefficient * unit)
    }
    if exactFirst { curve.meet(values[0], at: 0) }
    if exactLast { curve.meet(values[values.count - 1], at: Float(limit)) }
    let worst = try proof(of: segment, slot: slot, in: &curve)
    return worst.times <= 1 ? nil : worst
  }

  /// Compares the curve, as the lanes compute it, with its function: at the first and last arguments of the segment and their
  /// neighbors, and densely between.
  private func proof(
    of segment: Int, slot: Int, in curve: inout CompiledCurve
  ) throws(CurveError) -> (times: Double, argument: Double) {
    let (start, width) = layout.bounds(segment)
    let steps = 16 * (degree + 1)
    var tests = (0..<steps).map { argument(u: start + width * (Double($0) + 0.37) / Double(steps)) }
    for edge in [argument(u: start), argument(u: start + width)] {
      tests += [edge.nextDown.nextDown, edge.nextDown, edge, edge.nextUp, edge.nextUp.nextUp]
    }
    if segment == 0 {
      // Toward zero in octaves: there a function may be as steep as it likes.
      for octave in 0..<120 {
        tests.append(
          Float(width / scale) * Float(sign: .plus, exponent: -octave / 3, significand: 1 + Float(octave % 3) * 0.31))
      }
    }
    var worst = (times: 0.0, argument: Double(tests[0]))
    for x in tests where x >= 0 && Double(x) <= limit {
      let (owner, t) = curve.locate(x)
      guard owner == slot else { continue }
      let truth = try value(Double(x))
      let times = abs(Double(curve.value(slot: slot, t: t)) - truth) / tolerance.allowed(Double(x), truth)
      if !(times <= worst.times) { worst = (times, Double(x)) }
      curve.proofPoints += 1
    }
    if !(worst.times <= curve.provenError) { (curve.provenError, curve.worstArgument) = worst }
    return worst
  }

  private var scale: Double { layout.scale(upTo: limit) }

  /// The argument that is carried to `u`.
  private func argument(u: Double) -> Float { Float((u - layout.offset) / scale) }

  private func value(_ argument: Double) throws(CurveError) -> Double {
    let value = function(argument)
    guard value.isFinite else { throw .notFinite(argument: argument) }
    return value
  }
}

extension CompiledCurve {
  /// Moves the constant of the segment that holds `x` so that the value there is exactly `target`, rounded to `Float`.
  mutating func meet(_ target: Double, at x: Float) {
    let (slot, t) = locate(x)
    let wanted = Float(target)
    for _ in 0..<4 {
      let error = wanted - value(slot: slot, t: t)
      if error == 0 { return }
      coefficients[slot] += error
    }
    for _ in 0..<64 {
      let error = wanted - value(slot: slot, t: t)
      if error == 0 { return }
      coefficients[slot] = error > 0 ? coefficients[slot].nextUp : coefficients[slot].nextDown
    }
  }
}
