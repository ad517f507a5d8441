internal import ColorOperations
internal import LookupTables

/// Compiles a list of operations to steps for the lanes.
///
/// Matrices and factors of luminance are not emitted at once but kept pending, so that consecutive ones are combined: between two curves
/// there is one matrix and one factor. The linear operations before the first step are done while reading.
struct LaneCompiler {
  private(set) var steps: [LaneStep] = []
  let allowed: ErrorBudget
  /// The gamut map's table and the curves that are kept.
  let tables: DisplayTables
  /// How long the search for the other curves may take.
  let effort: CurveEffort
  /// The target's peak, in cd/m².
  let peak: Double
  /// The first of the three rows that hold the color.
  let color: Int32 = 0
  /// The rows that are free for other numbers.
  var rows = LaneRows()
  /// What 1.0 in the rows of the color stands for once nothing is pending: light in cd/m², or 1 for codes and signals.
  private(set) var unit = 1.0
  /// The ranges of the color's components, in cd/m² or as codes or signals.
  private(set) var bounds: [ClosedRange<Double>]
  /// The ranges of what the color's rows hold while something is pending, and the matrices among that.
  private var rowBounds: [ClosedRange<Double>]
  private var pendingColor = Matrix3x3.identity
  private var reading: (matrix: Matrix3x3, offset: SIMD3<Double>)?

  private var pending = Matrix3x3.identity
  private var pendingOffset = SIMD3<Double>.zero
  /// The limits applied after the pending matrix.
  private var pendingLimits: ClosedRange<Double>?
  private var pendingGain: PendingGain?
  /// The row of factors, if it is already computed.
  private var gainRow: Int32?

  /// A factor that depends on a weighted sum of the rows.
  private struct PendingGain {
    /// The weights that give the level from the rows, in `unit`.
    var weights: SIMD3<Double>
    var unit: Double
    /// From the level in cd/m² or signal to the factor.
    var factor: ColorCurve
    /// The greatest possible level.
    var greatest: Double
  }

  /// - Parameter peak: The target's peak, in cd/m².
  /// - Parameter codes: The range of the codes that are read.
  init(
    allowed: ErrorBudget, peak: Double, codes: ClosedRange<Double>, tables: DisplayTables, effort: CurveEffort
  ) {
    (self.allowed, self.peak, self.tables, self.effort) = (allowed, peak, tables, effort)
    bounds = [codes, codes, codes]
    rowBounds = bounds
  }

  /// The least and the greatest number that a component can be.
  var range: ClosedRange<Double> { bounds.map(\.lowerBound).min()!...bounds.map(\.upperBound).max()! }

  /// The program of everything compiled so far.
  mutating func program() throws(LaneGap) -> LaneProgram {
    endReading()
    try flush()
    return LaneProgram(reading: reading!.matrix, readingOffset: reading!.offset, steps: steps)
  }

  /// Ends the linear part that is done while reading.
  mutating func endReading() {
    guard reading == nil else { return }
    reading = (pending, pendingOffset)
    (pending, pendingColor, pendingOffset) = (.identity, .identity, .zero)
    rowBounds = bounds
  }

  // MARK: Steps

  /// Appends a step that leaves the color's rows in `unit` and within `bounds`.
  mutating func append(_ step: LaneStep, unit: Double? = nil, bounds: ClosedRange<Double>? = nil) {
    steps.append(step)
    if let unit { self.unit = unit }
    if let bounds { (self.bounds, rowBounds) = ([bounds, bounds, bounds], [bounds, bounds, bounds]) }
  }

  /// Records the ranges of the color's components.
  mutating func setBounds(_ bounds: [ClosedRange<Double>]) { (self.bounds, rowBounds) = (bounds, bounds) }

  // MARK: Matrices and limits

  mutating func multiply(_ matrix: Matrix3x3, adding offset: SIMD3<Double>) throws(LaneGap) {
    if pendingLimits != nil { try flush() }
    if matrix != .identity {
      pending = matrix * pending
      pendingColor = matrix * pendingColor
      pendingOffset = matrix * pendingOffset
    }
    pendingOffset += offset / unit
    bounds = matrix.bounds(of: bounds, adding: offset)
  }

  /// Changes the light that 1.0 stands for, in cd/m².
  mutating func count(in unit: Double) {
    let factor = self.unit / unit
    pending = pending * factor
    pendingOffset *= factor
    if let limits = pendingLimits { pendingLimits = limits.lowerBound * factor...limits.upperBound * factor }
    self.unit = unit
  }

  /// Limits the components, unless they are within the limits anyway.
  mutating func limit(to limits: ClosedRange<Double>) throws(LaneGap) {
    if range.lowerBound >= limits.lowerBound && range.upperBound <= limits.upperBound { return }
    if pendingLimits != nil { try flush() }
    endReading()
    pendingLimits = limits.lowerBound / unit...limits.upperBound / unit
    bounds = bounds.map { $0.clamped(to: limits) }
  }

  /// Appends the pending steps.
  mutating func flush() throws(LaneGap) {
    if reading == nil { return endReading() }
    try layGain()
    let limits = pendingLimits.map { Float($0.lowerBound)...Float($0.upperBound) }
    if gainRow != nil || pending != .identity || pendingOffset != .zero || limits != nil {
      steps.append(.matrix(pending, offset: pendingOffset, from: color, into: color, gain: gainRow, limits: limits))
    }
    if let gainRow { rows.give(gainRow) }
    (pending, pendingColor, pendingOffset, pendingLimits, pendingGain, gainRow) = (
      .identity, .identity, .zero, nil, nil, nil
    )
    rowBounds = bounds
  }

  // MARK: Factors

  /// Multiplies the color by a function of one number of it.
  mutating func multiply(by gain: Gain) throws(LaneGap) {
    if let argument = gain.factor.nominal.argument { count(in: argument) }
    if gain.adding == nil && gain.body.isEmpty {
      if isOne(gain) { return }
      try multiplySimply(by: gain)
    } else {
      try multiplyMeasured(by: gain)
    }
    let (least, most) = (range.lowerBound, max(range.upperBound, gain.factor.nominal.argument ?? 0))
    var factors = [1, gain.factor(most)]
    if case .weighted(let weights) = gain.norm { factors.append(gain.factor(weights.min() * most)) }
    let greatest = gain.greatest ?? most * factors.max()!
    let bound = least < 0 ? least * factors.max()!...greatest : least * min(1, factors.min()!)...greatest
    bounds = [bound, bound, bound]
  }

  /// Whether a factor is 1 for all colors that can occur.
  private func isOne(_ gain: Gain) -> Bool {
    let most = range.upperBound
    return [1, 0.5, 0.25, 0.01, 0].allSatisfy { abs(gain.factor(most * $0) - 1) < 1e-6 }
  }

  private mutating func multiplySimply(by gain: Gain) throws(LaneGap) {
    guard case .weighted(let weights) = gain.norm else {
      try flush()
      let level = try measure(gain.norm)
      gainRow = try factor(gain.factor, of: .row(level), upTo: range.upperBound, in: unit)
      return rows.give(level)
    }
    if gainRow != nil || pendingLimits != nil || pendingOffset != .zero { try flush() }
    endReading()
    let ofRows = pending.transposed * weights
    if let earlier = pendingGain, ((earlier.weights - ofRows) * (earlier.weights - ofRows)).sum() > 1e-18 {
      try flush()
    }
    guard let earlier = pendingGain else {
      pendingGain = PendingGain(
        weights: pending.transposed * weights, unit: unit, factor: gain.factor, greatest: level(weights))
      return
    }
    // The level here is the earlier one, multiplied by the earlier factor.
    let (first, second) = (earlier.factor, gain.factor)
    pendingGain?.factor.function = { level in
      let factor = first(level)
      return factor * second(level * factor)
    }
    pendingGain?.factor.corners += second.corners.map {
      Self.solve({ $0 * first($0) }, for: $0, upTo: earlier.greatest * 2)
    }
  }

  /// The greatest weighted sum of the components, judged by what the rows hold: a matrix from white to white changes no luminance.
  private func level(_ weights: SIMD3<Double>) -> Double {
    Matrix3x3(pendingColor.transposed * weights, .zero, .zero).bounds(of: rowBounds)[0].upperBound
  }

  /// Multiplies what the operations after the measurement leave, then adds.
  private mutating func multiplyMeasured(by gain: Gain) throws(LaneGap) {
    try flush()
    let level = try measure(gain.norm)
    let most = range.upperBound
    try add(gain.body)
    try flush()
    let factor = try factor(gain.factor, of: .row(level), upTo: most, in: unit)
    append(.multiply(rows: color..<color + 3, gain: factor))
    rows.give(factor)
    if let adding = gain.adding {
      append(.curve(try compile(adding, upTo: most, argument: unit, value: unit), rows: level..<level + 1))
      append(.add(rows: color..<color + 3, term: level))
    }
    rows.give(level)
  }

  /// The argument in `0...limit` at which an increasing function has this value.
  private static func solve(_ function: (Double) -> Double, for value: Double, upTo limit: Double) -> Double {
    var (low, high) = (0.0, limit)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if function(middle) < value { low = middle } else { high = middle }
    }
    return high
  }

  /// Appends the steps that compute the pending factor in a row.
  private mutating func layGain() throws(LaneGap) {
    guard let gain = pendingGain else { return }
    gainRow = try factor(gain.factor, of: .weighted(gain.weights, from: color), upTo: gain.greatest, in: gain.unit)
    pendingGain = nil
  }

  /// Measures a norm of the color in a row of its own.
  mutating func measure(_ norm: Norm, limits: ClosedRange<Double>? = nil) throws(LaneGap) -> Int32 {
    let row = try rows.take()
    switch norm {
    case .weighted(let weights):
      let limits = limits.map { Float($0.lowerBound)...Float($0.upperBound) }
      steps.append(.weigh(weights, from: color, into: row, limits: limits))
    case .greatest: steps.append(.greatest(from: color, into: row))
    case .least: steps.append(.least(from: color, into: row))
    }
    return row
  }
}

extension Matrix3x3 {
  /// The ranges of the three components of a product, from the ranges of the three numbers.
  func bounds(of numbers: [ClosedRange<Double>], adding offset: SIMD3<Double> = .zero) -> [ClosedRange<Double>] {
    // The rows of a matrix from white to white add up to 1 but for rounding, which must not widen a range.
    func settled(_ bound: Double) -> Double {
      for range in numbers where abs(bound - range.upperBound) < 1e-12 * abs(range.upperBound) {
        return range.upperBound
      }
      return bound
    }
    return [rows.0, rows.1, rows.2].enumerated().map { index, row in
      var (low, high) = (0.0, 0.0)
      for column in 0..<3 where row[column] != 0 {
        let ends = (row[column] * numbers[column].lowerBound, row[column] * numbers[column].upperBound)
        (low, high) = (low + min(ends.0, ends.1), high + max(ends.0, ends.1))
      }
      return settled(low) + offset[index]...settled(high) + offset[index]
    }
  }
}
