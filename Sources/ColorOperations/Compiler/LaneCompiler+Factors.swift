internal import Colorimetry

// Factors of the color, and the numbers that they depend on.
extension LaneCompiler {
  /// Multiplies the color by a function of one number of it.
  mutating func multiply(by gain: Gain) throws(UnsupportedOperation) {
    if let argument = gain.factor.workingUnits.argument { rescale(to: argument) }
    if gain.ownWeight != 0 {
      try multiplyEach(by: gain)
    } else if gain.adding == nil && gain.body.isEmpty {
      if gain.maximumFactor == nil, isOne(gain) {
        if let result = gain.result { current.unit = result }
        return
      }
      try multiplySimply(by: gain)
    } else {
      try multiplyMeasured(by: gain)
    }
    if let result = gain.result { become(result) }
    if let maximum = gain.maximumFactor {
      let scaled = bounds.map { min(0, $0.lowerBound * maximum)...max(0, $0.upperBound * maximum) }
      // A factor that has no step yet leaves the rows as they are.
      if gain.ownWeight != 0 || !gain.body.isEmpty { setBounds(scaled) } else { current.bounds = scaled }
      return
    }
    let (minimum, most) = (range.lowerBound, max(range.upperBound, gain.factor.workingUnits.argument ?? 0))
    var factors = [1, gain.factor(most)]
    if case .weighted(let weights) = gain.norm { factors.append(gain.factor(weights.min() * most)) }
    if case .brightness = gain.norm { factors.append(gain.factor(Norm.minimumBrightness * most)) }
    let maximum = gain.ceiling ?? most * factors.max()!
    let bound = minimum < 0 ? minimum * factors.max()!...maximum : minimum * min(1, factors.min()!)...maximum
    current.bounds = [bound, bound, bound]
  }

  /// Whether a factor is 1 for all colors that can occur, whose bounds are exact but for roundings.
  private func isOne(_ gain: Gain) -> Bool { gain.isOneUpTo.map { range.upperBound <= $0 * (1 + 1e-6) } ?? false }

  private mutating func multiplySimply(by gain: Gain) throws(UnsupportedOperation) {
    guard case .weighted(let weights) = gain.norm else {
      let (level, before) = try measureWithPending(gain.norm)
      let row = try factor(gain.factor, of: .lastUse(ofRow: level), upTo: range.upperBound, in: scale)
      if let before {
        append(.multiply(rows: row..<row + 1, gain: before))
        rows.give(before)
      }
      pending.factor = .row(row)
      return
    }
    if case .row = pending.factor { try flush() }
    if pending.limits != nil || pending.offset != .zero { try flush() }
    endReading()
    if case .level(var both) = pending.factor, both.isLevel(pending.matrix.transposed * weights) {
      // The level here is the earlier one, multiplied by the earlier factor.
      let (first, second) = (both.factor, gain.factor)
      both.factor.function = { level in
        let factor = first(level)
        return factor * second(level * factor)
      }
      both.factor.key = nil
      both.factor.breakpoints += second.breakpoints.map {
        Self.solve({ $0 * first($0) }, for: $0, upTo: both.maximum * 2)
      }
      both.parts.append(second)
      pending.factor = .level(both)
      return
    }
    if pending.factor != nil { try flush() }
    pending.factor = .level(
      Pending.LevelFactor(
        weights: pending.matrix.transposed * weights, scale: scale, factor: gain.factor, parts: [gain.factor],
        maximum: pending.maximum(weights)))
  }

  /// Measures a norm of the color as what is pending makes it. A matrix stays pending if it can, so that the one that undoes it later leaves no rounding.
  ///
  /// - Returns: The row of the norm, and that of a factor that was pending and is still to be applied.
  private mutating func measureWithPending(_ norm: Norm) throws(UnsupportedOperation) -> (level: Int32, factor: Int32?)
  {
    guard case .brightness = norm, pending.limits == nil, pending.offset == .zero else {
      try flush()
      return (try measure(norm), nil)
    }
    endReading()
    let factor = try row(of: pending.factor)
    pending.factor = nil
    let row = try rows.take()
    if pending.matrix == .identity {
      emit(.brightness(from: color, into: row))
    } else {
      let converted = try rows.takeThree()
      emit(.matrix(pending.matrix, from: color, into: converted))
      emit(.brightness(from: converted, into: row))
      rows.giveThree(converted)
    }
    // A factor of the color is one of its brightness.
    if let factor { append(.multiply(rows: row..<row + 1, gain: factor)) }
    return (row, factor)
  }

  /// Multiplies what the operations after the measurement leave, then adds.
  private mutating func multiplyMeasured(by gain: Gain) throws(UnsupportedOperation) {
    try flush()
    let level = try measure(gain.norm)
    let most = range.upperBound
    try add(gain.body)
    try flush()
    let factor = try factor(gain.factor, of: .row(level), upTo: most, in: scale)
    append(.multiply(rows: color..<color + 3, gain: factor))
    rows.give(factor)
    if let adding = gain.adding {
      append(.curve(try compile(adding, upTo: most, argument: scale, value: scale), rows: level..<level + 1))
      append(.add(rows: color..<color + 3, term: level))
    }
    rows.give(level)
  }

  /// Multiplies each component by the factor of a number of its own.
  private mutating func multiplyEach(by gain: Gain) throws(UnsupportedOperation) {
    try flush()
    let levels = try rows.takeThree()
    let each = levels..<levels + 3
    var common = SIMD3<Double>.zero
    var extremes = (maximum: 0.0, minimum: 0.0)
    switch gain.norm {
    case .weighted(let weights): common = weights
    case .maximum: extremes.maximum = 1
    case .minimum: extremes.minimum = 1
    case .brightness: throw UnsupportedOperation(description: "factors of brightness plus each component")
    case .mixed(let weights, let maximum, let minimum): (common, extremes) = (weights, (maximum, minimum))
    }
    let own = Matrix3x3(diagonal: SIMD3(repeating: gain.ownWeight))
    let (x, y, z) = own.rows
    emit(.matrix(Matrix3x3(x + common, y + common, z + common), from: color, into: levels))
    try addExtremes(to: each, maximum: extremes.maximum, minimum: extremes.minimum)
    let most = range.upperBound
    try add(gain.body)
    try flush()
    if let whole = try? compile(gain.factor, upTo: most, argument: scale, value: 1) {
      append(.curve(whole, rows: each))
      for (index, level) in each.enumerated() {
        let row = color + Int32(index)
        append(.multiply(rows: row..<row + 1, gain: level))
      }
    } else {
      for (index, level) in each.enumerated() {
        let row = color + Int32(index)
        let factor = try factor(gain.factor, of: .row(level), upTo: most, in: scale)
        append(.multiply(rows: row..<row + 1, gain: factor))
        rows.give(factor)
      }
    }
    rows.giveThree(levels)
  }

  /// Adds the maximum and the minimum component of the color to rows, times their weights.
  private mutating func addExtremes(
    to sums: Range<Int32>, maximum: Double, minimum: Double
  ) throws(UnsupportedOperation) {
    guard maximum != 0 || minimum != 0 else { return }
    let row = try rows.take()
    for (weight, step) in [
      (maximum, LaneStep.maximum(from: color, into: row)), (minimum, .minimum(from: color, into: row)),
    ]
    where weight != 0 {
      emit(step)
      if weight != 1 { emit(.piecewiseScale(rows: row..<row + 1, below: weight, above: weight)) }
      emit(.add(rows: sums, term: row))
    }
    rows.give(row)
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

  /// Measures a norm of the color in a row of its own.
  mutating func measure(_ norm: Norm, limits: ClosedRange<Double>? = nil) throws(UnsupportedOperation) -> Int32 {
    let row = try rows.take()
    switch norm {
    case .weighted(let weights):
      let limits = limits.map { Float($0.lowerBound)...Float($0.upperBound) }
      emit(.weigh(weights, from: color, into: row, limits: limits))
    case .maximum: emit(.maximum(from: color, into: row))
    case .minimum: emit(.minimum(from: color, into: row))
    case .brightness: emit(.brightness(from: color, into: row))
    case .mixed(let weights, let maximum, let minimum):
      emit(.weigh(weights, from: color, into: row))
      try addExtremes(to: row..<row + 1, maximum: maximum, minimum: minimum)
    }
    return row
  }
}
