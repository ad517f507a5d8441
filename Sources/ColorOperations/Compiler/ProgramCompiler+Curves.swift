internal import Colorimetry

// Curves and factors, compiled to polynomials.
extension ProgramCompiler {
  /// Returns the polynomials of a curve.
  ///
  /// - Parameter start: The argument at 0 of the compiled curve.
  /// - Parameter limit: The end of its domain, relative to `start`.
  /// - Parameter argument: The argument that 1.0 in the rows represents.
  /// - Parameter value: The value that 1.0 in the result represents.
  func compile(
    _ curve: Curve, from start: Double = 0, upTo limit: Double, argument: Double, value: Double
  ) throws(UnsupportedOperation) -> CompiledCurve {
    func compiled() throws(UnsupportedOperation) -> CompiledCurve {
      try CompiledCurve(
        upTo: limit / argument, within: tolerance(curve, argument: argument, value: value),
        breakpoints: curve.breakpoints.map { ($0 - start) / argument }, effort: curve.key == nil ? effort : .thorough,
        inPieces: allowed.crossesZero
      ) { curve.function($0 * argument + start) / value }
    }
    guard let key = curve.key else {
      do { return try compiled() } catch {
        throw diagnosis(error, curve, upTo: limit / argument, argument: argument, value: value)
      }
    }
    let numbers = [start, limit, argument, value]
    return try tables.curves.value(for: Definition("curve", key, numbers, allowed), compiled)
  }

  func tolerance(_ curve: Curve, argument: Double, value: Double) -> CurveTolerance {
    let light = curve.to.isLight ? value : argument
    let isRelative = curve.from.isLight || curve.to.isLight
    let allowed = isRelative ? allowed.counted(in: .nits(light)) : allowed
    return CurveTolerance { x, y in curve.tolerance.error(allowed, x, y) }
  }

  /// The reason why a tone curve cannot be compiled, with the argument near which its second difference is largest, relative to the allowed error.
  private func diagnosis(
    _ error: UnsupportedOperation, _ curve: Curve, upTo limit: Double, argument: Double, value: Double
  ) -> UnsupportedOperation {
    guard curve.isOfToneCurve, curve.key == nil else { return error }
    let allowed = self.tolerance(curve, argument: argument, value: value)
    func bend(_ low: Double, _ high: Double) -> Double {
      let values = [low, (low + high) / 2, high].map { curve.function($0 * argument) / value }
      return abs(values[1] - (values[0] + values[2]) / 2) / allowed.allowed((low + high) / 2, values[1])
    }
    var (low, high, most) = (0.0, limit, 0.0)
    for step in 0..<640 {
      let ends = (limit * Elementary.exp2(Double(step - 640) / 32), limit * Elementary.exp2(Double(step - 639) / 32))
      let found = bend(ends.0, ends.1)
      if found > most { (low, high, most) = (ends.0, ends.1, found) }
    }
    for _ in 0..<24 {
      let middle = (low + high) / 2
      if bend(low, middle) >= bend(middle, high) { high = middle } else { low = middle }
    }
    let place = low * argument
    let digits = Elementary.exp2(10 - Elementary.log2(max(place, 1e-6)).rounded())
    let rounded = (place * digits).rounded() / digits
    let near = curve.from.isLight ? "\(Luminance.nits(rounded))" : "a signal of \(rounded)"
    return UnsupportedOperation(
      description:
        "no polynomials follow \(curve.name) near \(near), so its jumps and bends there must be in `breakpoints`")
  }

  // MARK: Factors

  /// The level from which a factor is computed.
  enum Level {
    case weighted(SIMD3<Double>, from: Int32)
    case row(Int32)
    /// A row that is not needed afterward: it becomes the factor, or is freed.
    case lastUse(ofRow: Int32)
  }

  /// The row of a pending factor, computed if necessary.
  mutating func row(of factor: Pending.Factor?) throws(UnsupportedOperation) -> Int32? {
    switch factor {
    case nil: nil
    case .row(let row): row
    case .level(let level): try self.factor(level)
    }
  }

  /// Fills a row with the factor of a level if one curve suffices; otherwise multiplies by all its parts except the last, and fills the row with the
  /// last.
  mutating func factor(_ gain: Pending.LevelFactor) throws(UnsupportedOperation) -> Int32 {
    let level = Level.weighted(gain.weights, from: color)
    do throws(UnsupportedOperation) {
      return try factor(gain.factor, of: level, upTo: gain.maximum, in: gain.scale)
    } catch {
      guard gain.parts.count > 1 else { throw error }
    }
    var maximum = gain.maximum
    for part in gain.parts.dropLast() {
      let row = try factor(part, of: level, upTo: maximum, in: gain.scale)
      append(.multiply(rows: color..<color + 3, gain: row))
      free(row)
      maximum *= part(maximum)
    }
    return try factor(gain.parts.last!, of: level, upTo: maximum, in: gain.scale)
  }

  /// The maximum number of curves in the sum of a factor.
  private static let maximumParts = 5

  /// Fills a row with a factor.
  ///
  /// If one curve cannot meet all breakpoints, the domain is divided at some of them; each part's curve is the function's increase over that part,
  /// and the parts are summed. If the function is 0 up to a breakpoint, like a factor below the source's black, the first part starts there.
  mutating func factor(
    _ curve: Curve, of level: Level, upTo limit: Double, in scale: Double
  ) throws(UnsupportedOperation) -> Int32 {
    let limit = (curve.domain.map { min($0.upperBound, limit) } ?? limit) / scale
    func made() throws(UnsupportedOperation) -> [DisplayTables.CurvePart] {
      try parts(of: curve, upTo: limit, in: scale)
    }
    let key = curve.key.map { Definition("factor", $0, [limit, scale], allowed, effort) }
    let found = if let key { try tables.factors.value(for: key, made) } else { try made() }
    let origin = found[0].start
    if case .lastUse(let row) = level, found.count == 1, origin == 0 {
      append(.curve(found[0].curve, rows: row..<row + 1))
      return row
    }
    let sum = try allocate()
    for (start, curve) in found {
      let row = try start == origin ? sum : allocate()
      switch level {
      case .weighted(let weights, let from): append(.weigh(weights, offset: -start, from: from, into: row))
      case .row(let level), .lastUse(let level): append(.copy(level, adding: -start, into: row))
      }
      append(.curve(curve, rows: row..<row + 1))
      if start > origin {
        append(.add(rows: sum..<sum + 1, term: row))
        free(row)
      }
    }
    if case .lastUse(let row) = level { free(row) }
    return sum
  }

  /// A factor as a sum of curves, for levels up to a limit; both in `scale`.
  private func parts(
    of curve: Curve, upTo limit: Double, in scale: Double
  ) throws(UnsupportedOperation) -> [DisplayTables.CurvePart] {
    let function: (Double) -> Double = { curve.function($0 * scale) }
    let tolerance = tolerance(curve, argument: scale, value: 1)
    var inner = Set(curve.breakpoints.map { $0 / scale }.filter { $0 > 0 && $0 < limit * 0.999999 }).sorted()
    var origin = 0.0
    while let next = inner.first,
      (1...16).allSatisfy({ Float(function(origin + (next - origin) * Double($0) / 16)) == 0 })
    {
      origin = inner.removeFirst()
    }
    var parts = 0
    while true {
      parts += 1
      let ends = [origin] + (1..<parts).map { inner[$0 * inner.count / parts] } + [limit]
      do throws(UnsupportedOperation) {
        for settles in [false, true] {
          let found = try sum(of: function, between: ends, breakpoints: inner, within: tolerance, settling: settles)
          if Self.isMet(by: found, function, upTo: limit, within: tolerance) { return found }
        }
        throw UnsupportedOperation(description: "no sum of curves over 0...\(limit) stays within the allowed error")
      } catch {
        if parts > min(inner.count, Self.maximumParts - 1) {
          throw diagnosis(error, curve, upTo: limit, argument: scale, value: 1)
        }
      }
    }
  }

  /// The increases of a function between these ends, each relative to the function's value at the start of its part; the part that starts at 0 is the
  /// function itself.
  ///
  /// - Parameter settles: Whether each part starts at the sum of the parts before it instead of at the function.
  private func sum(
    of function: @escaping (Double) -> Double, between ends: [Double], breakpoints: [Double],
    within tolerance: CurveTolerance, settling settles: Bool
  ) throws(UnsupportedOperation) -> [DisplayTables.CurvePart] {
    let parts = ends.count - 1
    let share = 1 / Double(min(parts, 3))
    var found: [DisplayTables.CurvePart] = []
    for (start, end) in zip(ends, ends.dropFirst()) {
      let breakpoints = breakpoints.filter { $0 > start && $0 < end }.map { $0 - start }
      let reached = settles && !found.isEmpty ? Self.sum(of: found, at: start) : nil
      let below = start == 0 ? 0 : function(start * (1 - 1e-12))
      let before = reached ?? below
      let step = start == 0 ? 0 : abs(function(start * (1 + 1e-12)) - below) + abs(before - below)
      let width = end - start
      // A step of the function may be spread over 1e-5 of the part. A quick check accepts 0.7 of the allowed error.
      let spread = effort == .quick ? 1.5 * step : step
      let allowed = CurveTolerance { level, value in
        tolerance.allowed(start + level, value + before) * share + (level < width * 1e-5 ? spread : 0)
      }
      // With more breakpoints than pieces, a thorough search rarely succeeds, and dividing the part takes a tenth of its time.
      let exceedsPieceLimit =
        effort == .quick && breakpoints.count > CompiledCurve.mostPieces && parts < Self.maximumParts
      // A part ends just below a step at its end.
      let curve = try CompiledCurve(
        upTo: width, within: allowed, breakpoints: breakpoints, exactAtZero: start > 0,
        effort: exceedsPieceLimit ? .hasty : effort
      ) { level in
        if level <= 0, reached != nil { return 0 }
        return function(start == 0 || level > 0 ? min(start + level, end * (1 - 1e-12)) : start * (1 - 1e-12)) - before
      }
      found.append((start, curve))
    }
    return found
  }

  private static func sum(of parts: [DisplayTables.CurvePart], at level: Double) -> Double {
    parts.reduce(0) { $0 + Double($1.curve(Float(level - $1.start))) }
  }

  /// Whether a sum of parts is close enough: the error of a part is added to all levels above it, where the allowed error may be smaller.
  ///
  /// The bound is twice the allowed error, a fifth of the error budget of the whole list, because up to four parts contribute a third of the allowed
  /// error each, plus rounding.
  private static func isMet(
    by parts: [DisplayTables.CurvePart], _ function: (Double) -> Double, upTo limit: Double,
    within tolerance: CurveTolerance
  ) -> Bool {
    guard parts.count > 1 else { return true }
    return zip(parts.map(\.start), parts.dropFirst().map(\.start) + [limit]).allSatisfy { start, next in
      [0.01, 0.1, 0.3, 0.6, 0.9].allSatisfy { place in
        let level = start + (next - start) * place
        let value = function(level)
        return abs(sum(of: parts, at: level) - value) <= 2 * tolerance.allowed(level, value)
      }
    }
  }

  // MARK: Both sides of 0

  /// Replaces rows by an increasing function of them, which may have a breakpoint at 0: f(x) = f(max(x, 0)) + (f(−max(−x, 0)) − f(0)).
  ///
  /// A single row must have two rows before it, because a step reads it as the third of three.
  mutating func replaceBothSides(
    _ replaced: Range<Int32>, over domain: ClosedRange<Double>, by curve: Curve
  ) throws(UnsupportedOperation) {
    let atZero = curve(0)
    // PQ ends at 1: beyond its end a curve keeps its last value.
    let end = domain.upperBound > 1 && curve(domain.upperBound) == curve(1) ? 1 : domain.upperBound
    let above = try compile(curve, upTo: end, argument: 1, value: 1)
    guard domain.lowerBound < 0 && curve(domain.lowerBound) != atZero else {
      return append(.curve(above, rows: replaced))
    }
    let depth = -domain.lowerBound
    let isOne = replaced.count == 1
    let first = try isOne ? allocate() : allocateTriple()
    if isOne {
      append(.weigh(SIMD3(0, 0, -1), from: replaced.lowerBound - 2, into: first, limits: 0...Float(depth)))
    } else {
      append(
        .matrix(
          Matrix3x3(diagonal: SIMD3(-1, -1, -1)), from: replaced.lowerBound, into: first, limits: 0...Float(depth)))
    }
    let tolerance = tolerance(curve, argument: 1, value: 1)
    let below = try CompiledCurve(
      upTo: depth, within: CurveTolerance { tolerance.allowed($0, $1 + atZero) },
      breakpoints: curve.breakpoints.map { -$0 }
    ) { curve(-$0) - atZero }
    append(.curve(below, rows: first..<first + Int32(replaced.count)))
    append(.curve(above, rows: replaced))
    for (index, row) in replaced.enumerated() { append(.add(rows: row..<row + 1, term: first + Int32(index))) }
    if isOne { free(first) } else { freeTriple(first) }
  }
}
