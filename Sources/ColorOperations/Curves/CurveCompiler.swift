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
  ///   - tolerance: The allowed error at each argument.
  ///   - breakpoints: The arguments at which two pieces should meet, so that no polynomial has to follow a kink; two can be satisfied.
  ///   - exactAtZero: Whether the value at 0 is exactly that of the function, rounded to `Float`.
  ///   - effort: The effort of the search.
  ///   - inPieces: Whether a thorough search tries pieces only, which may have errors below the allowed error.
  ///   - function: The reference.
  /// - Throws: `CurveError.notFinite`, `.emptyDomain`, `.toleranceNotMet`.
  package init(
    upTo limit: Double, within tolerance: CurveTolerance, breakpoints: [Double] = [], exactAtZero: Bool = true,
    effort: CurveEffort = .thorough, inPieces: Bool = false, _ function: @escaping (Double) -> Double
  ) throws(CurveError) {
    guard limit > 0, limit.isFinite else { throw .emptyDomain(limit: limit) }
    let reference = CurveReference(limit: limit, tolerance: tolerance, function: function)
    if let power = try CompiledCurve(powerOf: reference, effort) {
      self = power
      return
    }
    guard !(try reference.jumps(at: breakpoints)) else { throw .toleranceNotMet(limit: limit) }
    // A thorough search takes ten times as long as both quick attempts.
    for most in effort == .thorough ? [] : [3, 16] {
      if let curve = try CompiledCurve(
        quickly: reference, most: most, breakpoints: breakpoints, exactAtZero: exactAtZero)
      {
        self = curve
        return
      }
      if effort == .hasty { break }
    }
    if effort == .hasty { throw .toleranceNotMet(limit: limit) }
    let samples = try CurveSamples(reference, breakpoints: breakpoints, isExact: exactAtZero)
    var searches: [Int: CurveSearch] = [:]
    var cells: [Int: (bends: CurveBends, divisions: [PlainCells])] = [:]
    let maySquare = samples.mayBeSquares && !inPieces
    let lifts =
      maySquare ? (cells: (number: 0.0, low: try reference.lowest()), pieces: (try reference.lift(), 0.0)) : nil
    for attempt in Self.cheapestFirst
    where attempt.form == .pieces || !inPieces && (attempt.form == .cells || maySquare) {
      let degree = attempt.degree
      if attempt.form == .pieces || attempt.form == .piecesSquared {
        let search =
          searches[attempt.variable]
          ?? CurveSearch(CurveSamples(samples, attempt, lifts?.pieces), breakpoints: breakpoints)
        searches[attempt.variable] = search
        for division in search.candidates(degree: degree) {
          if let curve = try CompiledCurve(
            division, degree: degree, lift: attempt.squares ? lifts?.pieces.0 : nil, samples: search.samples,
            exactAtZero: exactAtZero, effort: .thorough, of: reference)
          {
            self = curve
            return
          }
        }
      } else {
        let samples = CurveSamples(samples, attempt, lifts?.cells)
        let variable = attempt.variable
        if cells[variable] == nil {
          let domain = samples.all.first!.point...samples.all.last!.point
          let breakpoints = breakpoints.map { CurveSamples.root($0, attempt.roots) }.filter { $0 > domain.lowerBound }
          cells[variable] = (
            CurveBends(samples, breakpoints: breakpoints), PlainCells.all(over: domain, breakpoints: breakpoints)
          )
        }
        // The estimate may be far off near a pole.
        guard cells[variable]!.bends.mayDo(degree: degree, share: 8) else { continue }
        let all = cells[variable]!.divisions
        for division in PlainCells.candidates(all, of: samples, degree: degree) {
          if let curve = try CompiledCurve(
            division, attempt, lifts?.cells, samples: samples, exactAtZero: exactAtZero, of: reference)
          {
            self = curve
            return
          }
        }
      }
    }
    throw .toleranceNotMet(limit: limit)
  }

  /// Creates the first curve that passes the check on a division found without fitting; `nil` if absent.
  ///
  /// - Parameter most: The number of divisions to try for each degree and root.
  private init?(
    quickly reference: CurveReference, most: Int, breakpoints: [Double], exactAtZero: Bool
  ) throws(CurveError) {
    let samples = try CurveSamples(reference, breakpoints: breakpoints, isExact: exactAtZero, effort: .quick)
    var searches: [Int: (samples: CurveSamples, bends: CurveBends)] = [:]
    // Plain cells are rarely found this way, and would take a quarter more time.
    for attempt in Self.cheapestFirst where attempt.form == .pieces {
      let (degree, roots) = (attempt.degree, attempt.roots)
      if searches[roots] == nil {
        let samples = CurveSamples(samples, roots: roots)
        let breakpoints = breakpoints.map { CurveSamples.root($0, roots) }
        searches[roots] = (samples, CurveBends(samples, breakpoints: breakpoints))
      }
      let samples = searches[roots]!.samples
      for division in searches[roots]!.bends.divisions(degree: degree, share: 2, most: most)
      where samples.seemFitted(between: division.ends, degree: degree) {
        if let curve = try CompiledCurve(
          division, degree: degree, samples: samples, exactAtZero: exactAtZero, effort: .quick, of: reference)
        {
          self = curve
          return
        }
      }
    }
    return nil
  }

  /// Creates the curve with these pieces; `nil` if one of them cannot be fitted or fails the check.
  ///
  /// - Parameter lift: The constant added before the square root that the pieces fit; `nil` if they fit the function.
  private init?(
    _ division: CurveSearch.Division, degree: Int, lift: Double? = nil, samples: CurveSamples, exactAtZero: Bool,
    effort: CurveEffort, of reference: CurveReference
  ) throws(CurveError) {
    let cells = division.cells
    let count = division.starts.count - 1
    let ends = division.ends
    let samples = try samples.added(between: ends, effort, of: lift.map { reference.squareRoot(plus: $0) } ?? reference)
    var polynomial = MinimaxPolynomial(degree: degree)
    var centers: [Float] = []
    var coefficients = [Float](repeating: 0, count: (degree + 1) * count)
    for piece in 0..<count {
      centers.append(piece == 0 ? 0 : Float((ends[piece] + ends[piece + 1]) / 2))
      let range = samples.index(of: ends[piece])..<samples.index(of: ends[piece + 1]) + 1
      guard polynomial.error(samples, range, goal: 0.001, allowed: 1) <= 1 else { return nil }
      for (power, coefficient) in polynomial.powers(around: Double(centers[piece])).enumerated() {
        coefficients[power * count + piece] = Float(coefficient)
      }
    }
    if exactAtZero { coefficients[0] = Float(samples.all[0].value) }
    var pieceOfCell = [UInt8](repeating: UInt8(count - 1), count: CurveCells.most)
    let first = Int(Float(cells.offset).bitPattern >> UInt32(23 - cells.mantissaBits))
    for cell in 0..<division.starts[count] {
      pieceOfCell[(first + cell) % CurveCells.most] = UInt8(division.starts.lastIndex { $0 <= cell }!)
    }
    let pieces = Pieces(
      roots: samples.roots, scale: Float(cells.scale), offset: Float(cells.offset), mantissaBits: cells.mantissaBits,
      pieceOfCell: pieceOfCell, centers: centers, coefficients: coefficients, lift: lift.map { Float($0) })
    self.init(.pieces(pieces), degree: degree, limit: Float(reference.limit))
    guard try check(reference, ends: ends.map { samples.argument($0) }, effort) else { return nil }
  }

  /// Creates the curve of a power function, recognized by several of its values and the check; `nil` for any other function.
  private init?(powerOf reference: CurveReference, _ effort: CurveEffort) throws(CurveError) {
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
          Power(
            low: Float(start(last - 7)), octaves: (0..<8).map { Float(Elementary.exp2(power * Double($0))) },
            groups: groups, coefficients: polynomial.powers(around: 0).map { Float($0) })), degree: degree,
        limit: Float(reference.limit))
      if try check(reference, ends: effort == .thorough ? [0] + ends : ends) { return }
    }
    return nil
  }

  /// The maximum error that a quick check accepts, as a fraction of the allowed error.
  static let mostOfQuickCheck = 0.7

  /// Compares the curve, as evaluated by the lanes, with the reference: around the ends of the pieces, densely in between, and toward zero.
  mutating func check(
    _ reference: CurveReference, ends: [Double], _ effort: CurveEffort = .thorough
  ) throws(CurveError) -> Bool {
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
      if times > measuredError { (measuredError, worstArgument) = (times, Double(x)) }
      checkPoints += 1
    }
    return true
  }
}
