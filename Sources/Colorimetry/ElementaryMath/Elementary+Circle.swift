extension Elementary {
  /// The sine of π times a number, which is the angle in half turns.
  ///
  /// - Domain: All finite numbers; NaN elsewhere.
  /// - Range: `-1...1`; 0, with the sign of x, at integers. Error: 0.85 ulp.
  /// - Source: IEEE 754-2019, clause 9.2, *sinPi*.
  package static func sinPi(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (quarter, rest) = inQuarters(x.magnitude)
    let size = quarter % 2 == 0 ? sine(rest) : cosine(rest)
    // Zeros have the sign of x.
    if size == 0 { return x.sign == .minus ? -0.0 : 0 }
    return (quarter >= 2) != (x < 0) ? -size : size
  }

  /// The cosine of π times a number, which is the angle in half turns.
  ///
  /// - Domain: All finite numbers; NaN elsewhere.
  /// - Range: `-1...1`; 0 halfway between integers. Error: 0.85 ulp.
  /// - Source: IEEE 754-2019, clause 9.2, *cosPi*.
  package static func cosPi(_ x: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (quarter, rest) = inQuarters(x.magnitude)
    let size = quarter % 2 == 0 ? cosine(rest) : sine(rest)
    if size == 0 { return 0 }
    return quarter == 1 || quarter == 2 ? -size : size
  }

  /// The angle of a point from the x axis, in half turns: 0.75 of (−1, 1).
  ///
  /// - Domain: All numbers.
  /// - Range: `-1...1`, with the sign of y. Error: 0.75 ulp if the result is a normal number.
  /// - Source: IEEE 754-2019, clause 9.2, *atan2Pi*.
  package static func atan2Pi(y: Double, x: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    let (a, b) = (y.magnitude, x.magnitude)
    var angle = a <= b ? eighth(a, b) : { LongNumber.sum(0.5, -$0.high).plus(-$0.low) }(eighth(b, a))
    if x.sign == .minus { angle = LongNumber.sum(1, -angle.high).plus(-angle.low) }
    let size = angle.high + angle.low
    return y.sign == .minus ? -size : size
  }

  // MARK: Eighths of a turn

  /// Splits an angle in half turns, 0 or more, into quarter turns, without whole turns, and the remainder within ±1/4.
  private static func inQuarters(_ x: Double) -> (quarter: Int, rest: Double) {
    if x >= 0x1p53 { return (0, 0) }
    let turns = (x / 2 + 0x1p52) - 0x1p52
    let x = x - 2 * turns
    let halves = (x + 0x1.8p51) - 0x1.8p51
    return (Int(2 * halves) & 3, x - halves)
  }

  /// π x.
  private static func inRadians(_ x: Double) -> LongNumber {
    let leading = x.leading
    return LongNumber.sum(leading * pi, x * piRest + (x - leading) * pi)
  }

  /// sin(π x) for x up to 1/4.
  private static func sine(_ x: Double) -> Double {
    // For smaller numbers, the parts of the product are not normal numbers, and the cube is negligible.
    if x.magnitude < 0x1p-900 { return x * (pi + piRest) }
    let t = inRadians(x)
    let square = t.high * t.high
    let cube = square * t.high * polynomial(sineSeries, at: square)
    return t.high + (cube + t.low * (1 - 0.5 * square))
  }

  /// cos(π x) for x up to 1/4.
  private static func cosine(_ x: Double) -> Double {
    let t = inRadians(x)
    let square = LongNumber.product(t.high, t.high)
    let start = LongNumber.sum(1, -0.5 * square.high)
    let fourth = square.high * square.high * polynomial(cosineSeries, at: square.high)
    return start.high + (start.low + (fourth - (0.5 * square.low + t.high * t.low)))
  }

  /// atan(y / x) / π for 0 ≤ y ≤ x.
  private static func eighth(_ y: Double, _ x: Double) -> LongNumber {
    if y == 0 { return LongNumber(high: 0, low: 0) }
    if y == x { return LongNumber(high: 0.25, low: 0) }
    if x == .infinity { return LongNumber(high: 0, low: 0) }
    // Scale so that no intermediate result is subnormal before the angle is.
    let scale = x > 0x1p500 ? 0x1p-520 : x < 0x1p-400 ? 0x1p600 : 1
    let (x, y) = (x * scale, y * scale)
    if y < x * eighthTangent {
      return inHalfTurns(quotient(LongNumber(high: y, low: 0), LongNumber(high: x, low: 0)))
    }
    // tan(α − 45°) = (tan α − 1) / (tan α + 1).
    let angle = inHalfTurns(quotient(LongNumber.sum(-x, y), LongNumber.sum(x, y)))
    return LongNumber.sum(0.25, angle.high).plus(angle.low)
  }

  private static func quotient(_ a: LongNumber, _ b: LongNumber) -> LongNumber {
    let quotient = a.high / b.high
    let product = LongNumber.product(quotient, b.high)
    let lacking = (a.high - product.high) - product.low + a.low - quotient * b.low
    return LongNumber(high: quotient, low: lacking / b.high)
  }

  /// atan(t) / π for t up to tan(π/8).
  private static func inHalfTurns(_ t: LongNumber) -> LongNumber {
    if t.high.magnitude < 0x1p-900 { return LongNumber(high: t.high * (inversePi + inversePiRest), low: 0) }
    let square = t.high * t.high
    let cube = square * t.high * polynomial(arctangentSeries, at: square)
    let angle = LongNumber.sum(t.high, cube + t.low * (1 - square))
    let leading = angle.high.leading
    let rest = (angle.high - leading) + angle.low
    return LongNumber.sum(leading * inversePi, angle.high * inversePiRest + rest * inversePi)
  }
}

extension LongNumber {
  /// The sum of this and a number that is small compared with it.
  fileprivate func plus(_ small: Double) -> LongNumber { LongNumber(high: high, low: low + small) }
}
