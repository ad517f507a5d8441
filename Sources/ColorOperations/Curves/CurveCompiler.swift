internal import Colorimetry

extension CompiledCurve {
  /// Compiles a function of `0...limit` to the cheapest curve whose measured error is within a tolerance.
  ///
  ///     let eotf = try CompiledCurve(upTo: 1, within: .relative(1e-5, floor: 1e-6)) { pq.eotf($0).nits }
  ///
  /// Among equally cheap curves, it chooses one with a minimum error.
  ///
  /// - Domain: Arguments `0...limit`; the curve has the value at 0 for negative arguments and NaN, and the value at `limit` above it.
  /// - Parameters:
  ///   - limit: The upper end of the domain, above zero.
  ///   - breakpoints: The arguments at which two pieces should meet, so that no polynomial has to follow a kink; two can be satisfied.
  ///   - exactAtZero: Whether the value at 0 is exactly that of the function, rounded to `Float`.
  ///   - inPieces: Whether a thorough search tries pieces only, which may have errors below the allowed error.
  /// - Throws: `UnsupportedOperation` if the function is not finite, the domain is empty, or no curve meets the tolerance.
  package init(
    upTo limit: Double, within tolerance: CurveTolerance, breakpoints: [Double] = [], exactAtZero: Bool = true,
    effort: CurveEffort = .thorough, inPieces: Bool = false, _ function: @escaping (Double) -> Double
  ) throws(UnsupportedOperation) {
    guard limit > 0, limit.isFinite else {
      throw UnsupportedOperation(
        description: "the domain of a curve ends at \(limit); its end must be a finite number above 0")
    }
    let reference = CurveReference(limit: limit, tolerance: tolerance, function: function)
    if let curve = try Self.compiled(reference, breakpoints, exactAtZero, effort, inPieces) {
      self = curve
    } else {
      throw UnsupportedOperation(description: "no curve over 0...\(limit) stays within the allowed error")
    }
  }

  private static func compiled(
    _ reference: CurveReference, _ breakpoints: [Double], _ exactAtZero: Bool, _ effort: CurveEffort, _ inPieces: Bool
  ) throws(UnsupportedOperation) -> CompiledCurve? {
    if let power = try CompiledCurve(powerOf: reference, effort) { return power }
    if try reference.jumps(at: breakpoints) { return nil }
    // A thorough search takes ten times as long as both quick attempts.
    for most in effort == .thorough ? [] : effort == .hasty ? [3] : [3, 16] {
      let samples = try CurveSamples(reference, breakpoints: breakpoints, isExact: exactAtZero, effort: .quick)
      // Plain cells are rarely found this way, and would take a quarter more time.
      let attempts = cheapestFirst.lazy.filter { $0.joins && !$0.squares }
      let curve = try first(of: attempts, exactAtZero, .quick, of: reference) { attempt in
        CurveBends(CurveSamples(samples, roots: attempt.roots), breakpoints: breakpoints, most: most)
      }
      if let curve { return curve }
    }
    if effort == .hasty { return nil }
    let samples = try CurveSamples(reference, breakpoints: breakpoints, isExact: exactAtZero)
    // Values that increase from 0 may be squares.
    let maySquare = !inPieces && samples.all[0].value == 0 && samples.all.allSatisfy { $0.value >= 0 }
    let lifts = maySquare ? (cells: (0.0, try reference.lowest()), pieces: (try reference.lift(), 0.0)) : nil
    let attempts = cheapestFirst.lazy.filter { $0.squares ? maySquare : $0.joins || !inPieces }
    return try first(of: attempts, exactAtZero, .thorough, of: reference) { attempt in
      let lift = attempt.squares ? attempt.joins ? lifts?.pieces : lifts?.cells : nil
      let fitted = CurveSamples(samples, roots: attempt.roots, lift: lift)
      return attempt.joins
        ? PieceSearch(fitted, breakpoints: breakpoints) : CellSearch(fitted, breakpoints: breakpoints)
    }
  }

  /// The curve of the first attempt that passes the check, on one of the divisions that its search finds; `nil` if absent.
  private static func first(
    of attempts: some Sequence<Attempt>, _ exactAtZero: Bool, _ effort: CurveEffort, of reference: CurveReference,
    _ search: (Attempt) -> any CurveSearch
  ) throws(UnsupportedOperation) -> CompiledCurve? {
    var searches: [Int: any CurveSearch] = [:]
    for attempt in attempts {
      // By the search, the fitted function and its variable.
      let key = (attempt.joins ? 4 : 0) + (attempt.squares ? 3 : attempt.roots)
      let divisions = searches[key, default: search(attempt)].candidates(degree: attempt.degree)
      let samples = searches[key]!.samples
      for division in divisions {
        if let curve = try CompiledCurve(
          division, attempt, samples: samples, exactAtZero: exactAtZero, effort: effort, of: reference)
        {
          return curve
        }
      }
    }
    return nil
  }

  /// Creates the curve of a power function, recognized by several of its values and the check; `nil` for any other function.
  private init?(powerOf reference: CurveReference, _ effort: CurveEffort) throws(UnsupportedOperation) {
    let most = try reference.value(reference.limit)
    guard try reference.value(0) == 0, most > 0 else { return nil }
    let power = Elementary.log2(most / (try reference.value(reference.limit / 2)))
    guard power > 0.05, power < 8 else { return nil }
    for part in [0.3, 1e-2, 1e-5, 1e-9] {
      guard abs(try reference.value(reference.limit * part) / (most * Elementary.pow(part, power)) - 1) < 1e-9 else {
        return nil
      }
    }
    // Eight octaves form a group, and the lowest of eight groups is 0.
    let last = Int(Float(reference.limit).bitPattern >> 26)
    guard last > 7 else { return nil }
    func start(_ group: Int) -> Double { Double(sign: .plus, exponent: 8 * group - 127, significand: 1) }
    var groups = [Float](repeating: 0, count: 8)
    for group in last - 6...last {
      groups[group & 7] = Float(most * Elementary.pow(start(group) / reference.limit, power))
    }
    // Octaves differ only in their factors: one octave sampled densely, and a few arguments of the others, suffice.
    let octaves = effort == .thorough ? 40 : 1
    let ends = (0...octaves).map { reference.limit * Double(sign: .plus, exponent: $0 - octaves, significand: 1) }
    let samples = CurveSamples(mantissasTo: power, within: reference.tolerance.allowed(reference.limit, most) / most)
    for degree in 2...7 {
      var polynomial = MinimaxPolynomial(degree: degree)
      guard polynomial.error(samples, samples.all.indices, goal: 0.001, allowed: 1) <= 1 else { continue }
      self.init(
        .power(
          octaves: (0..<8).map { Float(Elementary.exp2(power * Double($0))) }, groups: groups,
          coefficients: polynomial.powers(around: 0).map { Float($0) }),
        degree: degree, low: Float(start(last - 7)), limit: Float(reference.limit))
      if try check(reference, ends: effort == .thorough ? [0] + ends : ends, .thorough) { return }
    }
    return nil
  }
}

/// The allowed error of a compiled curve, for each argument and the value there.
package struct CurveTolerance {
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
