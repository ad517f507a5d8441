internal import Colorimetry

extension CompiledCurve {
  /// One form that the compiler tries.
  struct Attempt {
    enum Form { case cells, squares, pieces, piecesSquared }

    let form: Form
    let degree: Int
    /// The number of square roots from the argument to the variable.
    let roots: Int
    /// Whether the value is the square of what is fitted.
    var squares: Bool { form == .squares || form == .piecesSquared }
    /// An identifier of the fitted function and its variable.
    var variable: Int { squares ? 3 : roots }

    /// The cost of the curve in degrees, measured on V3 and V4 on Zen 5; a degree is a permutation and a fused multiply-add.
    ///
    /// One root costs as much as three degrees, two as much as eight, and a square 2/3 of a degree. Pieces cost 1.3 degrees more than cells on V3,
    /// 0.5 on V4.
    fileprivate var cost: Double {
      let ofForm = [Form.cells: 0, .squares: 0.7, .pieces: 0.9, .piecesSquared: 1.6]
      return Double(degree) + [0, 3, 8][roots] + ofForm[form]!
    }
  }

  /// All attempts in order of their cost.
  static let cheapestFirst: [Attempt] = (2...7).flatMap { degree in
    (0...2).flatMap { roots in
      // Squares are fitted over the argument only: light is steep in a signal, but its root is not steep in a root of the signal.
      (roots == 0 ? [Attempt.Form.cells, .squares, .pieces, .piecesSquared] : [.cells, .pieces]).map {
        Attempt(form: $0, degree: degree, roots: roots)
      }
    }
  }.sorted { $0.cost < $1.cost }

  /// Creates the curve with these cells; `nil` if one of them cannot be fitted or fails the check, or is not exact at 0.
  ///
  /// - Parameter lift: The constant added before the square root, and the argument at which values are 0.
  init?(
    _ division: PlainCells, _ attempt: Attempt, _ lift: (number: Double, low: Double)?, samples: CurveSamples,
    exactAtZero: Bool, of reference: CurveReference
  ) throws(CurveError) {
    let (degree, ends) = (attempt.degree, division.bounds)
    let lift = attempt.squares ? lift : nil
    let samples = try samples.added(
      between: ends, .thorough, of: lift.map { reference.squareRoot(plus: $0.number) } ?? reference)
    var polynomial = MinimaxPolynomial(degree: degree)
    var coefficients = [Float](repeating: 0, count: (degree + 1) * PlainCells.most)
    for (cell, (from, to)) in zip(ends, ends.dropFirst()).enumerated() {
      let range = samples.index(of: from)..<samples.index(of: to) + 1
      // A part of a cell without samples would have an arbitrary polynomial.
      guard range.count >= degree + 3, polynomial.error(samples, range, goal: 0.001, allowed: 1) <= 1 else {
        return nil
      }
      var unit = 1.0
      let center = (Double(cell) - division.offset) / division.scale
      for (power, coefficient) in polynomial.powers(around: center).enumerated() {
        coefficients[8 * power + cell] = Float(coefficient * unit)
        unit /= division.scale
      }
    }
    func form(_ coefficients: [Float]) -> Cells {
      Cells(
        roots: attempt.roots, scale: Float(division.scale), offset: Float(division.offset), coefficients: coefficients,
        lift: lift.map { Float($0.number) }, low: Float(lift?.low ?? 0), count: ends.count - 1)
    }
    if exactAtZero {
      let (cell, rest) = form(coefficients).place(Float(lift?.low ?? 0))
      var first = (0...degree).map { coefficients[8 * $0 + cell] }
      guard Self.settle(&first, at: rest, on: Float(samples.all[0].value)) else { return nil }
      for power in 0...2 { coefficients[8 * power + cell] = first[power] }
    }
    self.init(.cells(form(coefficients)), degree: degree, limit: Float(reference.limit))
    guard try check(reference, ends: ends.map { samples.argument($0) }) else { return nil }
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
}

extension CurveSamples {
  /// Creates the samples that an attempt fits from samples over the argument.
  init(_ samples: CurveSamples, _ attempt: CompiledCurve.Attempt, _ lift: (number: Double, low: Double)?) {
    self.init(samples, roots: attempt.roots)
    if let lift, attempt.squares { self.init(rootsOf: self, plus: lift.number, from: lift.low) }
  }

  /// Returns these samples and those required by a fit between the ends.
  func added(between ends: [Double], _ effort: CurveEffort, of reference: CurveReference) throws(CurveError)
    -> CurveSamples
  {
    var samples = self
    let nodes = effort == .quick ? Self.nodes : [0]
    let inner = zip(ends, ends.dropFirst()).flatMap { low, high in nodes.map { low + (high - low) * $0 } }
    try samples.add(inner + [ends[ends.count - 1]], of: reference)
    return samples
  }

  /// The positions of a quick fit's samples, as fractions of a piece: at its start and between the ends, denser toward them.
  private static let nodes = [0] + (1...14).map { 0.5 - 0.5 * Elementary.cosPi(Double($0) / 15) }
}
