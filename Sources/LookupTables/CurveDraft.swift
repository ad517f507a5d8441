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
    case failed(times: Double, argument: Double)
  }

  /// Fits and proves all segments, beginning with those that are likely to fail.
  func fitted(startingAt first: [Int]) throws(CurveError) -> Outcome {
    let polynomial = MinimaxPolynomial.of(degree: degree)
    let order = first + (0..<layout.segments).reversed().filter { !first.contains($0) }
    // Few values tell that a segment cannot be fitted; all are asked before the first is fitted.
    for segment in order {
      let samples = try samples(of: segment, at: polynomial.first.map { polynomial.points[$0] })
      let bound = polynomial.bound(samples.values, allowed: samples.allowed)
      if bound > 1 { return .failed(times: bound, argument: samples.arguments[1]) }
    }
    var curve = CompiledCurve(
      coefficients: [Float](repeating: 0, count: (degree + 1) * layout.segments), segments: layout.segments,
      mantissaBits: layout.mantissaBits, limit: limit)
    for segment in order {
      let failure = try fit(segment, with: polynomial, into: &curve)
      if let failure { return .failed(times: failure.times, argument: failure.argument) }
    }
    for segment in order {
      let worst = try proof(of: segment, slot: slot(of: segment, in: curve), in: &curve)
      if !(worst.times <= 1) { return .failed(times: worst.times, argument: worst.argument) }
    }
    return .fitted(curve)
  }

  private func slot(of segment: Int, in curve: CompiledCurve) -> Int {
    let (start, width) = layout.bounds(segment)
    return curve.locate(argument(u: start + width / 2)).slot
  }

  /// The function at points of a segment, `-1...1`, and what is allowed there.
  private func samples(
    of segment: Int, at points: [Double]
  ) throws(CurveError) -> (arguments: [Double], values: [Double], allowed: [Double]) {
    let (start, width) = layout.bounds(segment)
    let exactFirst = exactAtZero && segment == 0
    let exactLast = exactAtLimit && segment == layout.segments - 1
    var (arguments, values, allowed) = ([Double](), [Double](), [Double]())
    arguments.reserveCapacity(points.count)
    values.reserveCapacity(points.count)
    allowed.reserveCapacity(points.count)
    for point in points {
      let x = min(max((start + width * (point + 1) / 2 - layout.offset) / scale, 0), limit)
      let y = try value(x)
      // An end that must be met is met nearly, and then moved.
      let isExact = exactFirst && point == -1 || exactLast && point == 1
      arguments.append(x)
      values.append(y)
      allowed.append(tolerance.allowed(x, y) * (isExact ? 1e-4 : 1))
    }
    return (arguments, values, allowed)
  }

  /// Fits one segment; returns the error when it is too large.
  private func fit(
    _ segment: Int, with polynomial: MinimaxPolynomial, into curve: inout CompiledCurve
  ) throws(CurveError) -> (times: Double, argument: Double)? {
    let slot = slot(of: segment, in: curve)
    let (arguments, values, allowed) = try samples(of: segment, at: polynomial.points)
    let (powers, error) = polynomial.fit(values, allowed: allowed)
    guard let powers else { return (error, arguments[1]) }
    for (power, coefficient) in powers.enumerated() {
      let unit = Double(sign: .plus, exponent: (layout.mantissaBits + 1) * power, significand: 1)
      curve.coefficients[power * layout.segments + slot] = Float(coefficient * unit)
    }
    if exactAtZero && segment == 0 { curve.meet(values[0], at: 0) }
    if exactAtLimit && segment == layout.segments - 1 { curve.meet(values[values.count - 1], at: Float(limit)) }
    return nil
  }

  /// Compares the curve, as the lanes compute it, with its function: at the first and last arguments of the segment and their
  /// neighbors, and densely between.
  private func proof(
    of segment: Int, slot: Int, in curve: inout CompiledCurve
  ) throws(CurveError) -> (times: Double, argument: Double) {
    let (start, width) = layout.bounds(segment)
    let steps = 8 * (degree + 1)
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
