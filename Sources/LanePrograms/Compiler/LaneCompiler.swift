package import ColorOperations
package import Colorimetry
package import CompiledCurves

/// Compiles a list of operations to steps for the lanes.
///
/// Matrices and factors of luminance are not emitted at once but kept `Pending`, so that consecutive ones are combined: between two curves
/// there is one matrix and one factor. The linear operations before the first step are done while reading.
package struct LaneCompiler {
  private(set) var steps: [LaneProgram.UnitStep] = []
  let allowed: ErrorBudget
  /// The gamut map's table and the curves that are kept.
  let tables: LaneTables
  /// How long the search for the other curves may take.
  let effort: CurveEffort
  /// The target's peak.
  let peak: Luminance
  /// What is compiled now: the color, or the background of it.
  private var current: ColorState
  /// The rows that are free for other numbers.
  var rows = LaneRows()
  /// What the color's rows stand for once they are read.
  private let unitRead: ColorUnit
  /// What lookup tables take and give.
  let unitOfTables: ColorUnit
  /// What the color's rows hold, without what is pending.
  private var held: ColorUnit
  /// The linear part that is done while reading, once it has ended.
  private var readTransform: (matrix: Matrix3x3, offset: SIMD3<Double>)?
  /// What has been added, and has no step yet.
  private var pending: Pending

  /// - Parameter peak: The target's peak.
  /// - Parameter codes: The range of the codes that are read.
  /// - Parameter unitRead: What becomes of them while reading.
  /// - Parameter unitOfTables: What lookup tables take and give.
  package init(
    allowed: ErrorBudget, peak: Luminance, codes: ClosedRange<CodeLevel>, reading unitRead: ColorUnit,
    lookingUp unitOfTables: ColorUnit = .signal, tables: LaneTables, effort: CurveEffort
  ) {
    (self.unitRead, held, self.unitOfTables) = (unitRead, unitRead, unitOfTables)
    (self.allowed, self.peak, self.tables, self.effort) = (allowed, peak, tables, effort)
    current = ColorState(in: StripRow.color, within: codes.lowerBound.value...codes.upperBound.value)
    pending = Pending(rowBounds: current.bounds)
  }

  /// The first of the three rows that hold the color.
  var color: Int32 { current.row }
  /// What 1.0 in those rows stands for once nothing is pending: light in cd/m², or 1 for codes and signals.
  var scale: Double { current.scale }
  /// The ranges of the color's components, in cd/m² or as codes or signals.
  package var bounds: [ClosedRange<Double>] { current.bounds }
  /// The least and the greatest number that a component can be.
  var range: ClosedRange<Double> { bounds.map(\.lowerBound).min()!...bounds.map(\.upperBound).max()! }

  /// The program of everything compiled so far.
  ///
  /// - Parameter unit: What the last step makes of the color.
  package mutating func program(giving unit: ColorUnit) throws(LaneGap) -> LaneProgram {
    endReading()
    try flush()
    if !steps.isEmpty { steps[steps.count - 1].unit = unit }
    return LaneProgram(readMatrix: readTransform!.matrix, readOffset: readTransform!.offset, reading: unitRead, steps)
  }

  /// Ends the linear part that is done while reading.
  mutating func endReading() {
    guard readTransform == nil else { return }
    readTransform = (pending.matrix, pending.offset)
    pending = Pending(rowBounds: bounds)
  }

  // MARK: Steps

  /// Appends a step that leaves the color's rows as `quantity` in `scale` and within `bounds`, or does not change them.
  mutating func append(
    _ step: LaneStep, quantity: ColorCurve.Quantity? = nil, scale: Double? = nil, bounds: ClosedRange<Double>? = nil
  ) {
    if let scale { current.scale = scale }
    if let quantity { settle(as: quantity) }
    emit(step)
    if let bounds { setBounds([bounds, bounds, bounds]) }
  }

  /// Records what the color became by a factor that is pending, or by the last step.
  mutating func become(_ quantity: ColorCurve.Quantity) {
    current.quantity = quantity
    guard pending.factor == nil, !steps.isEmpty else { return }
    settle(as: quantity)
    steps[steps.count - 1].unit = held
  }

  private mutating func emit(_ step: LaneStep) {
    // Steps on the background's rows leave the color as it is.
    steps.append((step, color == StripRow.color.lowerBound ? held : steps.last?.unit ?? unitRead))
  }

  /// Records that the color's rows hold the color, of which nothing is pending.
  private mutating func settle(as quantity: ColorCurve.Quantity) {
    current.quantity = quantity
    held = ColorUnit(quantity, scale: scale)
  }

  /// Records what the color's rows hold between the steps of one operation.
  ///
  /// - Returns: What they held until then.
  @discardableResult mutating func hold(_ unit: ColorUnit) -> ColorUnit {
    defer { held = unit }
    return held
  }

  /// Appends the steps of what is pending, which leave what lookup tables take.
  mutating func flushForTable() throws(LaneGap) {
    let count = steps.count
    rescale(to: 1)
    try flush()
    if steps.count > count { steps[steps.count - 1].unit = unitOfTables }
    (held, current.quantity) = (unitOfTables, .signal)
  }

  /// Records the ranges of the color's components, which are in its rows.
  mutating func setBounds(_ bounds: [ClosedRange<Double>]) { (current.bounds, pending.rowBounds) = (bounds, bounds) }

  /// Compiles operations on the background, whose numbers are in `0...1` in rows of their own, until they count as the color's do.
  ///
  /// - Precondition: Nothing is pending.
  /// - Returns: The ranges of its components, as ``bounds``.
  mutating func addBackground(_ operations: [ColorOperation]) throws(LaneGap) -> [ClosedRange<Double>] {
    let foreground = current
    // Numbers of any picture; the operations limit them.
    compile(ColorState(in: StripRow.background, within: -65_536...65_536))
    try add(operations)
    rescale(to: foreground.scale)
    try flush()
    let found = bounds
    compile(foreground)
    return found
  }

  /// Goes on with another color, of which nothing is pending.
  private mutating func compile(_ other: ColorState) {
    current = other
    settle(as: other.quantity)
    setBounds(other.bounds)
  }

  // MARK: Matrices and limits

  mutating func multiply(_ matrix: Matrix3x3, adding offset: SIMD3<Double>) throws(LaneGap) {
    if pending.limits != nil { try flush() }
    if matrix != .identity {
      pending.matrix = matrix * pending.matrix
      pending.matrixWithoutUnits = matrix * pending.matrixWithoutUnits
      pending.offset = matrix * pending.offset
    }
    pending.offset += offset / scale
    current.bounds = matrix.bounds(of: bounds, adding: offset)
  }

  /// Changes the light that 1.0 stands for, in cd/m².
  mutating func rescale(to scale: Double) {
    let factor = current.scale / scale
    pending.matrix = pending.matrix * factor
    pending.offset *= factor
    pending.limits = pending.limits.map { $0.lowerBound * factor...$0.upperBound * factor }
    current.scale = scale
  }

  /// Limits the components, unless they are within the limits anyway.
  mutating func limit(to limits: ClosedRange<Double>) throws(LaneGap) {
    if range.lowerBound >= limits.lowerBound && range.upperBound <= limits.upperBound { return }
    if pending.limits != nil { try flush() }
    endReading()
    pending.limits = limits.lowerBound / scale...limits.upperBound / scale
    current.bounds = bounds.map { $0.clamped(to: limits) }
  }

  /// Appends the steps of what is pending; then nothing is.
  mutating func flush() throws(LaneGap) {
    defer { settle(as: current.quantity) }
    if readTransform == nil { return endReading() }
    let flushed = pending
    pending = Pending(rowBounds: bounds)
    let gain: Int32? =
      switch flushed.factor {
      case nil: nil
      case .row(let row): row
      case .level(let gain): try factor(gain)
      }
    let limits = flushed.limits.map { Float($0.lowerBound)...Float($0.upperBound) }
    if gain != nil || flushed.matrix != .identity || flushed.offset != .zero || limits != nil {
      if gain == nil, limits == nil, multiplyLattice(by: flushed.matrix, adding: flushed.offset) { return }
      settle(as: current.quantity)
      emit(
        .matrix(flushed.matrix, offset: flushed.offset, from: color, into: color, gain: gain, limits: limits))
    }
    if let gain { rows.give(gain) }
  }

  /// Appends the steps of what is pending but for a last factor.
  ///
  /// - Returns: The row of a factor that is pending, and a number that is one as well.
  mutating func flushAllButScale() throws(LaneGap) -> (gain: Int32?, factor: Double) {
    let factor = pending.matrix.rows.0.x
    guard readTransform != nil, pending.limits == nil, pending.offset == .zero,
      pending.matrix == Matrix3x3(diagonal: SIMD3(repeating: factor))
    else {
      try flush()
      return (nil, 1)
    }
    let gain: Int32? =
      switch pending.factor {
      case nil: nil
      case .row(let row): row
      case .level(let level): try self.factor(level)
      }
    pending = Pending(rowBounds: bounds)
    return (gain, factor)
  }

  /// Multiplies the values of a cube that is the last step.
  ///
  /// - Returns: Whether it is.
  private mutating func multiplyLattice(by matrix: Matrix3x3, adding offset: SIMD3<Double>) -> Bool {
    guard case .lattice(let lattice, let from, color)? = steps.last?.step, lattice.added == .zero else { return false }
    steps[steps.count - 1].step = .lattice(lattice.multiplied(by: matrix, adding: offset), from: from, into: color)
    return true
  }

  // MARK: Factors

  /// Multiplies the color by a function of one number of it.
  mutating func multiply(by gain: Gain) throws(LaneGap) {
    if let argument = gain.factor.workingUnits.argument { rescale(to: argument) }
    if gain.ownWeight != 0 {
      try multiplyEach(by: gain)
    } else if gain.adding == nil && gain.body.isEmpty {
      if gain.greatestFactor == nil, isOne(gain) {
        if let result = gain.result { current.quantity = result }
        return
      }
      try multiplySimply(by: gain)
    } else {
      try multiplyMeasured(by: gain)
    }
    if let result = gain.result { become(result) }
    if let greatest = gain.greatestFactor {
      let scaled = bounds.map { min(0, $0.lowerBound * greatest)...max(0, $0.upperBound * greatest) }
      // A factor that has no step yet leaves the rows as they are.
      if gain.ownWeight != 0 || !gain.body.isEmpty { setBounds(scaled) } else { current.bounds = scaled }
      return
    }
    let (least, most) = (range.lowerBound, max(range.upperBound, gain.factor.workingUnits.argument ?? 0))
    var factors = [1, gain.factor(most)]
    if case .weighted(let weights) = gain.norm { factors.append(gain.factor(weights.min() * most)) }
    if case .brightness = gain.norm { factors.append(gain.factor(Norm.leastBrightness * most)) }
    let greatest = gain.ceiling ?? most * factors.max()!
    let bound = least < 0 ? least * factors.max()!...greatest : least * min(1, factors.min()!)...greatest
    current.bounds = [bound, bound, bound]
  }

  /// Whether a factor is 1 for all colors that can occur.
  private func isOne(_ gain: Gain) -> Bool {
    let most = range.upperBound
    return [1, 0.5, 0.25, 0.01, 0].allSatisfy { abs(gain.factor(most * $0) - 1) < 1e-6 }
  }

  private mutating func multiplySimply(by gain: Gain) throws(LaneGap) {
    guard case .weighted(let weights) = gain.norm else {
      let level = try measureAfterPending(gain.norm)
      pending.factor = .row(try factor(gain.factor, of: .row(level), upTo: range.upperBound, in: scale))
      return rows.give(level)
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
      both.factor.breakpoints += second.breakpoints.map {
        Self.solve({ $0 * first($0) }, for: $0, upTo: both.greatest * 2)
      }
      both.parts.append(second)
      pending.factor = .level(both)
      return
    }
    if pending.factor != nil { try flush() }
    pending.factor = .level(
      Pending.LevelFactor(
        weights: pending.matrix.transposed * weights, scale: scale, factor: gain.factor, parts: [gain.factor],
        greatest: pending.greatest(weights)))
  }

  /// Measures a norm of the color with what is pending. A matrix stays pending if it can, so that the one that undoes it later leaves no rounding.
  private mutating func measureAfterPending(_ norm: Norm) throws(LaneGap) -> Int32 {
    guard case .brightness = norm, readTransform != nil, pending.factor == nil, pending.limits == nil,
      pending.offset == .zero,
      pending.matrix != Matrix3x3(diagonal: SIMD3(repeating: pending.matrix.rows.0.x))
    else {
      try flush()
      return try measure(norm)
    }
    let converted = try rows.takeThree()
    let row = try rows.take()
    emit(.matrix(pending.matrix, from: color, into: converted))
    emit(.brightness(from: converted, into: row))
    rows.giveThree(converted)
    return row
  }

  /// Multiplies what the operations after the measurement leave, then adds.
  private mutating func multiplyMeasured(by gain: Gain) throws(LaneGap) {
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
  private mutating func multiplyEach(by gain: Gain) throws(LaneGap) {
    try flush()
    let levels = try rows.takeThree()
    let each = levels..<levels + 3
    var common = SIMD3<Double>.zero
    var extremes = (greatest: 0.0, least: 0.0)
    switch gain.norm {
    case .weighted(let weights): common = weights
    case .greatest: extremes.greatest = 1
    case .least: extremes.least = 1
    case .brightness: throw LaneGap(description: "factors of brightness plus each component")
    case .mixed(let weights, let greatest, let least): (common, extremes) = (weights, (greatest, least))
    }
    let own = Matrix3x3(diagonal: SIMD3(repeating: gain.ownWeight))
    let (x, y, z) = own.rows
    emit(.matrix(Matrix3x3(x + common, y + common, z + common), from: color, into: levels))
    try addExtremes(to: each, greatest: extremes.greatest, least: extremes.least)
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

  /// Adds the greatest and the least component of the color to rows, times their weights.
  private mutating func addExtremes(
    to sums: Range<Int32>, greatest: Double, least: Double
  ) throws(LaneGap) {
    guard greatest != 0 || least != 0 else { return }
    let row = try rows.take()
    for (weight, step) in [
      (greatest, LaneStep.greatest(from: color, into: row)), (least, .least(from: color, into: row)),
    ]
    where weight != 0 {
      emit(step)
      if weight != 1 { emit(.sided(rows: row..<row + 1, below: weight, above: weight)) }
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
  mutating func measure(_ norm: Norm, limits: ClosedRange<Double>? = nil) throws(LaneGap) -> Int32 {
    let row = try rows.take()
    switch norm {
    case .weighted(let weights):
      let limits = limits.map { Float($0.lowerBound)...Float($0.upperBound) }
      emit(.weigh(weights, from: color, into: row, limits: limits))
    case .greatest: emit(.greatest(from: color, into: row))
    case .least: emit(.least(from: color, into: row))
    case .brightness: emit(.brightness(from: color, into: row))
    case .mixed(let weights, let greatest, let least):
      emit(.weigh(weights, from: color, into: row))
      try addExtremes(to: row..<row + 1, greatest: greatest, least: least)
    }
    return row
  }
}
