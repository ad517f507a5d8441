package import Colorimetry

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
  var current: ColorState
  /// The rows that are free for other numbers.
  var rows = LaneRows()
  /// What the color's rows stand for once they are read.
  private let unitRead: ColorUnit
  /// What lookup tables take and give.
  let unitOfTables: ColorUnit
  /// What the color's rows hold, without what is pending.
  private var held: ColorUnit
  /// The linear part that is done while reading, once it has ended.
  var readTransform: (matrix: Matrix3x3, offset: SIMD3<Double>)?
  /// What has been added, and has no step yet.
  var pending: Pending

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
  /// The minimum and the maximum number that a component can be.
  var range: ClosedRange<Double> { bounds.map(\.lowerBound).min()!...bounds.map(\.upperBound).max()! }

  /// The program of everything compiled so far.
  ///
  /// - Parameter unit: What the last step makes of the color.
  package mutating func program(giving unit: ColorUnit) throws(UnsupportedOperation) -> LaneProgram {
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

  // MARK: Operations

  /// Compiles operations that are done while reading: matrices, and the division by alpha.
  package mutating func add(reading operations: Operations) throws(UnsupportedOperation) {
    for operation in operations { try operation.emit(into: &self) }
    endReading()
  }

  /// Compiles operations in order. A curve and the one that undoes it become a limit.
  package mutating func add(_ operations: Operations) throws(UnsupportedOperation) {
    var rest = operations[...]
    while let operation = rest.popFirst() {
      if let curve = operation as? Curve, let next = rest.first as? Curve, next.undoes == curve.name {
        rest.removeFirst()
        try limit(to: curve.domain!)
      } else {
        try operation.emit(into: &self)
      }
    }
  }

  // MARK: Steps

  /// Appends a step that leaves the color's rows in `unit`, counted in `scale`, and within `bounds`, or does not change them.
  mutating func append(
    _ step: LaneStep, unit: ColorUnit? = nil, scale: Double? = nil, bounds: ClosedRange<Double>? = nil
  ) {
    if let scale { current.scale = scale }
    if let unit { settle(in: unit) }
    emit(step)
    if let bounds { setBounds([bounds, bounds, bounds]) }
  }

  /// Records what the color became by a factor that is pending, or by the last step.
  mutating func become(_ unit: ColorUnit) {
    current.unit = unit
    guard pending.factor == nil, !steps.isEmpty else { return }
    settle(in: unit)
    steps[steps.count - 1].unit = held
  }

  mutating func emit(_ step: LaneStep) {
    // Steps on the background's rows leave the color as it is.
    steps.append((step, color == StripRow.color.lowerBound ? held : steps.last?.unit ?? unitRead))
  }

  /// Records that the color's rows hold the color, of which nothing is pending.
  private mutating func settle(in unit: ColorUnit) {
    current.unit = unit
    held = unit.counted(in: scale)
  }

  /// Records what the color's rows hold between the steps of one operation.
  ///
  /// - Returns: What they held until then.
  @discardableResult mutating func hold(_ unit: ColorUnit) -> ColorUnit {
    defer { held = unit }
    return held
  }

  /// Appends the steps of what is pending, which leave what lookup tables take.
  mutating func flushForTable() throws(UnsupportedOperation) {
    let count = steps.count
    rescale(to: 1)
    try flush()
    if steps.count > count { steps[steps.count - 1].unit = unitOfTables }
    (held, current.unit) = (unitOfTables, .signal)
  }

  /// Records the ranges of the color's components, which are in its rows.
  mutating func setBounds(_ bounds: [ClosedRange<Double>]) { (current.bounds, pending.rowBounds) = (bounds, bounds) }

  /// Compiles operations on the background, whose numbers are in `0...1` in rows of their own, until they count as the color's do.
  ///
  /// - Precondition: Nothing is pending.
  /// - Returns: The ranges of its components, as ``bounds``.
  mutating func addBackground(_ operations: Operations) throws(UnsupportedOperation) -> [ClosedRange<Double>] {
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
    settle(in: other.unit)
    setBounds(other.bounds)
  }

  // MARK: Matrices and limits

  mutating func multiply(_ matrix: Matrix3x3, adding offset: SIMD3<Double>) throws(UnsupportedOperation) {
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
  mutating func limit(to limits: ClosedRange<Double>) throws(UnsupportedOperation) {
    if range.lowerBound >= limits.lowerBound && range.upperBound <= limits.upperBound { return }
    if pending.limits != nil { try flush() }
    endReading()
    pending.limits = limits.lowerBound / scale...limits.upperBound / scale
    current.bounds = bounds.map { $0.clamped(to: limits) }
  }

  /// Appends the steps of what is pending; then nothing is.
  mutating func flush() throws(UnsupportedOperation) {
    defer { settle(in: current.unit) }
    if readTransform == nil { return endReading() }
    let flushed = pending
    pending = Pending(rowBounds: bounds)
    let gain = try row(of: flushed.factor)
    let limits = flushed.limits.map { Float($0.lowerBound)...Float($0.upperBound) }
    if gain != nil || flushed.matrix != .identity || flushed.offset != .zero || limits != nil {
      if gain == nil, limits == nil, multiplyLattice(by: flushed.matrix, adding: flushed.offset) { return }
      settle(in: current.unit)
      emit(
        .matrix(flushed.matrix, offset: flushed.offset, from: color, into: color, gain: gain, limits: limits))
    }
    if let gain { rows.give(gain) }
  }

  /// Appends the steps of what is pending but for a last factor.
  ///
  /// - Returns: The row of a factor that is pending, and a number that is one as well.
  mutating func flushAllButScale() throws(UnsupportedOperation) -> (gain: Int32?, factor: Double) {
    let factor = pending.matrix.rows.0.x
    guard readTransform != nil, pending.limits == nil, pending.offset == .zero,
      pending.matrix == Matrix3x3(diagonal: SIMD3(repeating: factor))
    else {
      try flush()
      return (nil, 1)
    }
    let gain = try row(of: pending.factor)
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
}
