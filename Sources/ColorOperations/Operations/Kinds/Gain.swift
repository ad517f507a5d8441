package import Colorimetry

/// A gain for all components: the color after `body`, times `factor` of a norm of the color before it, plus `adding` of that norm.
package struct Gain: ColorOperation {
  package let norm: Norm
  let ownWeight: Double
  package let factor: Curve
  package let adding: Curve?
  package let body: Operations
  let isOneUpTo: Double?
  let ceiling: Double?
  package let gives: ColorUnit?
  let maximumFactor: Double?

  /// - Parameters:
  ///   - norm: The norm on which the factor depends, in the unit of the color, like all numbers here.
  ///   - ownWeight: The weight of each component in its own level, which is added to the norm; above 0, components have separate factors, and nothing
  ///     is added to the result.
  ///   - factor: The curve from the norm to the factor.
  ///   - adding: The curve from the norm to the addend; `nil` adds nothing.
  ///   - body: The operations between measuring the norm and applying the factor.
  ///   - isOneUpTo: The value up to which the factor is exactly 1, so that it is omitted where nothing exceeds that; `nil` if absent.
  ///   - ceiling: The maximum component of the result, if it is less than the bound of interval arithmetic.
  ///   - maximumFactor: The maximum factor, if it exceeds 1 and the factors at both ends of the norm's range; otherwise `nil`.
  ///   - unit: The output unit, if it differs from the input unit: an OOTF leads from a scene to a display.
  package init(
    of norm: Norm, plusOwn ownWeight: Double = 0, by factor: Curve, adding: Curve? = nil, after body: Operations = [],
    isOneUpTo: Double? = nil, upTo ceiling: Double? = nil, maximumFactor: Double? = nil, giving unit: ColorUnit? = nil
  ) {
    (self.norm, self.ownWeight, self.factor, self.adding, self.body) = (norm, ownWeight, factor, adding, body)
    (self.isOneUpTo, self.ceiling, self.maximumFactor, gives) = (isOneUpTo, ceiling, maximumFactor, unit)
    precondition(factor.to == .factor && (adding.map { [$0.from, $0.to] } ?? []).allSatisfy { $0 == factor.from })
    precondition(body.unit(after: factor.from) == factor.from, "a factor's color changes its unit")
  }

  package var takes: ColorUnit? { factor.from }

  package var line: String {
    let sum = adding.map { ", plus \($0)" } ?? ""
    let own = ownWeight == 0 ? "" : " plus each component times \(text(ownWeight))"
    return "\(body.lineBefore)factor \(factor) of \(norm)\(own)\(sum)"
  }

  package func callAsFunction(_ color: SIMD3<Double>, at pixel: Pixel) -> SIMD3<Double> {
    let level = norm(color)
    if ownWeight != 0 { return body(color) * factor(level + ownWeight * color, at: pixel) }
    return body(color) * factor(level) + (adding?(level) ?? 0)
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    try compiler.multiply(by: self)
  }
}

extension ProgramCompiler {
  fileprivate mutating func multiply(by gain: Gain) throws(UnsupportedOperation) {
    if let argument = gain.factor.workingUnits.argument { rescale(to: argument) }
    if gain.ownWeight != 0 {
      try multiplyEach(by: gain)
    } else if gain.adding == nil && gain.body.isEmpty {
      // The bounds of colors are exact except for rounding.
      if gain.maximumFactor == nil, let end = gain.isOneUpTo, range.upperBound <= end * (1 + 1e-6) {
        if let gives = gain.gives { unit = gives }
        return
      }
      try multiplySimply(by: gain)
    } else {
      try multiplyMeasured(by: gain)
    }
    if let unit = gain.gives { relabel(as: unit) }
    if let maximum = gain.maximumFactor {
      let scaled = bounds.map { min(0, $0.lowerBound * maximum)...max(0, $0.upperBound * maximum) }
      // A pending factor does not change the rows.
      if gain.ownWeight != 0 || !gain.body.isEmpty { setBounds(scaled) } else { bounds = scaled }
      return
    }
    let (minimum, most) = (range.lowerBound, max(range.upperBound, gain.factor.workingUnits.argument ?? 0))
    var factors = [1, gain.factor(most)]
    // The minimum of the norm, relative to the maximum component.
    let share: Double =
      switch gain.norm {
      case .weighted(let weights): weights.min()
      case .brightness: Norm.minimumBrightness
      case .maximum, .minimum, .mixed: 1
      }
    if share < 1 { factors.append(gain.factor(share * most)) }
    // A tone curve may fall, and then exceeds both ends in between.
    if gain.factor.isOfToneCurve, share > 0, most > 0 {
      let reached = gain.factor.places(upTo: most).map { gain.factor($0) * min(1, $0 / share / most) }.max()!
      if reached > factors.max()! * (1 + 1e-9) { factors.append(reached) }
    }
    let maximum = gain.ceiling ?? most * factors.max()!
    let bound = minimum < 0 ? minimum * factors.max()!...maximum : minimum * min(1, factors.min()!)...maximum
    bounds = [bound, bound, bound]
  }

  private mutating func multiplySimply(by gain: Gain) throws(UnsupportedOperation) {
    guard case .weighted(let weights) = gain.norm else {
      let (level, before) = try measureWithPending(gain.norm)
      let row = try factor(gain.factor, of: .lastUse(ofRow: level), upTo: range.upperBound, in: scale)
      if let before {
        append(.multiply(rows: row..<row + 1, gain: before))
        free(before)
      }
      pending.factor = .row(row)
      return
    }
    if case .row = pending.factor { try flush() }
    if pending.limits != nil || pending.offset != .zero { try flush() }
    endReading()
    let weightsOfRows = pending.matrix.transposed * weights
    if case .level(var both) = pending.factor,
      ((both.weights - weightsOfRows) * (both.weights - weightsOfRows)).sum() <= 1e-18
    {
      // The level here is the earlier one, multiplied by the earlier factor.
      let (first, second) = (both.factor, gain.factor)
      both.factor.function = { level in
        let factor = first(level)
        return factor * second(level * factor)
      }
      both.factor.definition = nil
      both.factor.breakpoints += second.breakpoints.map {
        Self.solve({ $0 * first($0) }, for: $0, upTo: both.maximum * 2)
      }
      both.parts.append(second)
      pending.factor = .level(both)
      return
    }
    if pending.factor != nil { try flush() }
    // From the ranges of the rows, because a matrix from white to white does not change luminance.
    let sum = Matrix3x3(pending.matrixWithoutUnits.transposed * weights, .zero, .zero)
    pending.factor = .level(
      Pending.LevelFactor(
        weights: pending.matrix.transposed * weights, scale: scale, factor: gain.factor, parts: [gain.factor],
        maximum: sum.bounds(of: pending.rowBounds)[0].upperBound))
  }

  /// Measures a norm of the color after the pending operations. A matrix stays pending if possible, so that a later inverse cancels it without
  /// rounding.
  ///
  /// - Returns: The row of the norm, and the row of a pending factor that is still to be applied.
  private mutating func measureWithPending(_ norm: Norm) throws(UnsupportedOperation) -> (level: Int32, factor: Int32?)
  {
    guard case .brightness = norm, pending.limits == nil, pending.offset == .zero else {
      try flush()
      return (try measure(norm), nil)
    }
    endReading()
    let factor = try row(of: pending.factor)
    pending.factor = nil
    let row = try allocate()
    if pending.matrix == .identity {
      append(.brightness(from: color, into: row))
    } else {
      let converted = try allocateTriple()
      append(.matrix(pending.matrix, from: color, into: converted))
      append(.brightness(from: converted, into: row))
      freeTriple(converted)
    }
    // A factor of the color is also a factor of its brightness.
    if let factor { append(.multiply(rows: row..<row + 1, gain: factor)) }
    return (row, factor)
  }

  /// Multiplies the result of the operations after the measurement, then adds.
  private mutating func multiplyMeasured(by gain: Gain) throws(UnsupportedOperation) {
    try flush()
    let level = try measure(gain.norm)
    let most = range.upperBound
    try add(gain.body)
    try flush()
    let factor = try factor(gain.factor, of: .row(level), upTo: most, in: scale)
    append(.multiply(rows: color..<color + 3, gain: factor))
    free(factor)
    if let adding = gain.adding {
      append(.curve(try compile(adding, upTo: most, argument: scale, value: scale), rows: level..<level + 1))
      append(.add(rows: color..<color + 3, term: level))
    }
    free(level)
  }

  private mutating func multiplyEach(by gain: Gain) throws(UnsupportedOperation) {
    try flush()
    let levels = try allocateTriple()
    let each = levels..<levels + 3
    var common = SIMD3<Double>.zero
    var extremes = (maximum: 0.0, minimum: 0.0)
    switch gain.norm {
    case .weighted(let weights): common = weights
    case .maximum: extremes.maximum = 1
    case .minimum: extremes.minimum = 1
    case .brightness: throw UnsupportedOperation(description: "it has factors of brightness plus each component")
    case .mixed(let weights, let maximum, let minimum): (common, extremes) = (weights, (maximum, minimum))
    }
    let own = Matrix3x3(diagonal: SIMD3(repeating: gain.ownWeight))
    let (x, y, z) = own.rows
    append(.matrix(Matrix3x3(x + common, y + common, z + common), from: color, into: levels))
    try addExtremes(to: each, maximum: extremes.maximum, minimum: extremes.minimum)
    let most = range.upperBound
    try add(gain.body)
    try flush()
    do throws(UnsupportedOperation) {
      append(.curve(try compile(gain.factor, upTo: most, argument: scale, value: 1), rows: each))
      for (row, level) in zip(color..., each) { append(.multiply(rows: row..<row + 1, gain: level)) }
    } catch {
      // A sum of curves may follow what one does not; otherwise it states the reason.
      for (row, level) in zip(color..., each) {
        let factor = try factor(gain.factor, of: .row(level), upTo: most, in: scale)
        append(.multiply(rows: row..<row + 1, gain: factor))
        free(factor)
      }
    }
    freeTriple(levels)
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
}
