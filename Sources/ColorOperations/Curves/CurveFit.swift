internal import Colorimetry

/// A division of a curve's domain into pieces or cells, each with its own polynomial.
struct CurveDivision {
  /// The map from the variable to `u`.
  let scale, offset: Double
  /// The starts of the pieces or cells in terms of the variable, followed by its maximum.
  let ends: [Double]
  /// The pieces of the cells that bits of `u` select; `nil` for cells of equal width.
  var pieces: (mantissaBits: Int, ofCell: [UInt8])?
}

/// A search for divisions on which polynomials stay within a tolerance.
protocol CurveSearch {
  var samples: CurveSamples { get }

  /// The divisions on which polynomials of a degree may stay within the tolerance, starting with the minimum error.
  ///
  /// Degrees must increase from call to call.
  mutating func candidates(degree: Int) -> [CurveDivision]
}

extension CompiledCurve {
  /// One form that the compiler tries: the number of square roots from the argument to the variable; whether adjacent cells are joined to pieces,
  /// otherwise cells have equal widths; and whether the value is the square of what is fitted.
  typealias Attempt = (degree: Int, roots: Int, joins: Bool, squares: Bool)

  /// The cost of a curve in degrees, measured on V3 and V4 on Zen 5; a degree is a permutation and a fused multiply-add.
  ///
  /// One root costs as much as three degrees, two as much as eight, and a square 2/3 of a degree. Pieces cost 1.3 degrees more than cells on V3,
  /// 0.5 on V4.
  private static func cost(of attempt: Attempt) -> Double {
    Double(attempt.degree) + [0, 3, 8][attempt.roots] + (attempt.joins ? 0.9 : 0) + (attempt.squares ? 0.7 : 0)
  }

  /// All attempts in order of their cost.
  static let cheapestFirst: [Attempt] = (2...7).flatMap { degree in
    (0...2).flatMap { roots in
      // Squares are fitted over the argument only: light is steep in a signal, but its root is not steep in a root of the signal.
      [false, true].flatMap { joins in
        (roots == 0 ? [false, true] : [false]).map { (degree, roots, joins, squares: $0) }
      }
    }
  }.sorted { cost(of: $0) < cost(of: $1) }

  /// Creates the curve of an attempt with this division; `nil` if a polynomial cannot be fitted or made exact at 0, or if the curve fails the check.
  init?(
    _ division: CurveDivision, _ attempt: Attempt, samples: CurveSamples, exactAtZero: Bool, effort: CurveEffort,
    of reference: CurveReference
  ) throws(UnsupportedOperation) {
    let (degree, ends, most, lift) = (attempt.degree, division.ends, Self.mostPieces, samples.lift)
    guard effort != .quick || samples.seemFitted(between: ends, degree: degree) else { return nil }
    let low = Float(lift?.low ?? 0)
    var samples = samples
    try samples.add(between: ends, effort, of: lift.map { reference.squareRoot(plus: $0.number) } ?? reference)
    var polynomial = MinimaxPolynomial(degree: degree)
    var centers = [Float](repeating: 0, count: most)
    var coefficients = [Float](repeating: 0, count: (degree + 1) * most)
    for (index, (from, to)) in zip(ends, ends.dropFirst()).enumerated() {
      let range = samples.index(of: from)..<samples.index(of: to) + 1
      // A part of a cell without samples would have an arbitrary polynomial.
      guard attempt.joins || range.count >= degree + 3,
        polynomial.error(samples, range, goal: 0.001, allowed: 1) <= 1
      else { return nil }
      // The piece at 0 is centered there; a cell is a unit of `u`.
      if attempt.joins && index > 0 { centers[index] = Float((from + to) / 2) }
      let center = attempt.joins ? Double(centers[index]) : (Double(index) - division.offset) / division.scale
      var unit = 1.0
      for (power, coefficient) in polynomial.powers(around: center).enumerated() {
        coefficients[most * power + index] = Float(coefficient * unit)
        if !attempt.joins { unit /= division.scale }
      }
    }
    func form(_ coefficients: [Float]) -> Polynomials {
      Polynomials(
        roots: attempt.roots, scale: Float(division.scale), offset: Float(division.offset),
        pieces: division.pieces.map { ($0.mantissaBits, $0.ofCell, centers) }, coefficients: coefficients,
        lift: lift.map { Float($0.number) }, count: ends.count - 1)
    }
    if exactAtZero {
      let (index, rest) = form(coefficients).place(low)
      var first = (0...degree).map { coefficients[most * $0 + index] }
      guard Self.settle(&first, at: rest, on: Float(samples.all[0].value)) else { return nil }
      for power in 0...2 { coefficients[most * power + index] = first[power] }
    }
    self.init(.polynomials(form(coefficients)), degree: degree, low: low, limit: Float(reference.limit))
    guard try check(reference, ends: ends.map { samples.argument($0) }, effort) else { return nil }
  }

  /// Adjusts the first three coefficients by a few ulp so that a polynomial has exactly this value at a number; returns whether it can.
  private static func settle(_ c: inout [Float], at x: Float, on value: Float) -> Bool {
    let highest = c.count - 1
    // If the last bits of the highest partial sum are 0, its product is exact, and 0 can be met.
    let bits = x == 0 ? 0 : 24 - x.significandBitPattern.trailingZeroBitCount
    for second in [c[2], c[2].nextUp, c[2].nextDown, c[2].nextUp.nextUp, c[2].nextDown.nextDown] {
      func rest(_ first: Float) -> Float {
        var sum = c[highest]
        for power in stride(from: highest - 1, through: 1, by: -1) {
          sum = (power == 1 ? first : power == 2 ? second : c[power]).addingProduct(sum, x)
        }
        return sum
      }
      for step in [c[1].ulp, rest(c[1]).ulp * Float(sign: .plus, exponent: bits, significand: 1)] {
        for turn in 0..<16 {
          let target = ((rest(c[1]) / step).rounded() + Float(turn & 1 == 0 ? turn / 2 : -(turn + 1) / 2)) * step
          var first = c[1]
          for _ in 0..<4 { first += target - rest(first) }
          let constant = Float(Double(value) - Double(rest(first)) * Double(x))
          if constant.addingProduct(rest(first), x) == value {
            (c[0], c[1]) = (constant, first)
            if highest > 2 { c[2] = second }
            return true
          }
        }
      }
    }
    return false
  }

  /// The maximum error that a quick check accepts, as a fraction of the allowed error.
  static let mostOfQuickCheck = 0.7

  /// Compares the curve, as evaluated by the lanes, with the reference: around the ends of the pieces, densely in between, and toward zero.
  mutating func check(
    _ reference: CurveReference, ends: [Double], _ effort: CurveEffort
  ) throws(UnsupportedOperation) -> Bool {
    var tests: [Float] = []
    let steps = (effort == .quick ? 3 : 6) * (degree + 1)
    // Fewer arguments miss more of an error, so the accepted error is smaller.
    let most = effort == .quick ? Self.mostOfQuickCheck : 1
    for (low, high) in zip(ends, ends.dropFirst()) {
      tests += (0..<steps).map { Float(low + (high - low) * (Double($0) + 0.37) / Double(steps)) }
    }
    for end in ends.map({ Float($0) }) {
      tests += [end.nextDown.nextDown, end.nextDown, end, end.nextUp, end.nextUp.nextUp]
    }
    // Toward zero in octaves, because a function may be arbitrarily steep there.
    for octave in 0..<40 {
      for part in effort == .quick ? [1.31] : [1, 1.31, 1.62] as [Float] {
        tests.append(Float(ends[1]) * part * Float(sign: .plus, exponent: -octave, significand: 1))
      }
    }
    for x in tests where x >= 0 && Double(x) <= reference.limit {
      let value = try reference.value(Double(x))
      let times = abs(Double(self(x)) - value) / reference.tolerance.allowed(Double(x), value)
      guard times <= most else { return false }
      measuredError = max(measuredError, times)
    }
    return true
  }
}
