internal import CToneKernels
package import Colorimetry

/// A compiler from a list of operations to instructions for the vector kernels.
///
/// Matrices and factors of luminance are not emitted immediately but stay `Pending`, so that consecutive ones are combined: between two curves there
/// is one matrix and one factor. The linear operations before the first step are part of reading.
package struct ProgramCompiler {
  private(set) var steps: [SIMDProgram.UnitStep] = []
  package let allowed: ErrorBudget
  /// The cached tables of gamut maps and curves.
  package let tables: DisplayTables
  /// The effort of the search for the other curves.
  let effort: CurveEffort
  let peak: Luminance
  /// The current target of the compilation: the color or its background.
  var current: ColorState
  /// The rows that are free for other numbers.
  package var registers = SIMDRegisters()
  var substitute: LatticeSubstitute?
  /// The unit of the color's rows after reading.
  private let unitRead: ColorUnit
  /// The unit of a lookup table's input and output.
  let unitOfTables: ColorUnit
  /// The unit of the color's rows, without pending operations.
  private var currentUnit: ColorUnit
  /// The linear part of reading, after it has ended.
  var readTransform: SIMDProgram.ReadTransform?
  /// The map from the color after reading to the numbers that reading gives.
  private var cellsRead = (scale: 1.0, offset: 0.0)
  /// The operations that have been added but not emitted.
  var pending: Pending

  package init(
    allowed: ErrorBudget, peak: Luminance, codes: ClosedRange<CodeLevel>, reading unitRead: ColorUnit,
    lookingUp unitOfTables: ColorUnit = .signal, tables: DisplayTables, effort: CurveEffort
  ) {
    (self.unitRead, currentUnit, self.unitOfTables) = (unitRead, unitRead, unitOfTables)
    (self.allowed, self.peak, self.tables, self.effort) = (allowed, peak, tables, effort)
    current = ColorState(in: StripRow.color, within: codes.lowerBound.value...codes.upperBound.value)
    pending = Pending(rowBounds: current.bounds)
  }

  /// The first of the three rows of the color.
  package var color: Int32 { current.row }
  /// The value of 1.0 in those rows when nothing is pending: light in cd/m², or 1 for codes and signals.
  var scale: Double { current.scale }
  /// The ranges of the color's components, in cd/m² or as codes or signals.
  package var bounds: [ClosedRange<Double>] { current.bounds }
  /// The minimum and the maximum of all components.
  package var range: ClosedRange<Double> { bounds.map(\.lowerBound).min()!...bounds.map(\.upperBound).max()! }

  /// Returns the program compiled so far, after whose last step the color has this unit.
  package mutating func program(giving unit: ColorUnit) throws(UnsupportedOperation) -> SIMDProgram {
    endReading()
    try flush()
    if !steps.isEmpty { steps[steps.count - 1].unit = unit }
    var program = SIMDProgram(read: readTransform!, reading: unitRead, steps)
    (program.substitute, program.cellsRead) = (substitute, cellsRead)
    return program
  }

  mutating func endReading() {
    guard readTransform == nil else { return }
    readTransform = (pending.matrix, pending.offset)
    pending = Pending(rowBounds: bounds)
  }

  // MARK: Operations

  /// Compiles operations that are part of reading: matrices, and the division by alpha.
  package mutating func add(reading operations: Operations) throws(UnsupportedOperation) {
    for operation in operations { try operation.emit(into: &self) }
    endReading()
  }

  /// Compiles operations in order. A curve followed by its inverse becomes a limit.
  package mutating func add(_ operations: Operations) throws(UnsupportedOperation) {
    var rest = operations[...]
    while let operation = rest.popFirst() {
      if let curve = operation as? Curve, let next = rest.first as? Curve, next.inverse != nil,
        next.inverse == curve.definition
      {
        rest.removeFirst()
        try limit(to: curve.domain!)
      } else {
        try operation.emit(into: &self)
      }
    }
  }

  // MARK: Steps

  /// Appends a step that leaves the color's rows in `unit`, relative to `scale`, and within `bounds`, or does not change them.
  package mutating func append(
    _ step: SIMDInstruction, unit: ColorUnit? = nil, scale: Double? = nil, bounds: ClosedRange<Double>? = nil
  ) {
    if let scale { current.scale = scale }
    if let unit { didStore(in: unit) }
    // Steps on the background's rows do not change the color.
    steps.append((step, color == StripRow.color.lowerBound ? currentUnit : steps.last?.unit ?? unitRead))
    if let bounds { setBounds([bounds, bounds, bounds]) }
  }

  /// Records the unit of the color after a pending factor or the last step.
  mutating func relabel(as unit: ColorUnit) {
    current.unit = unit
    guard pending.factor == nil, !steps.isEmpty else { return }
    didStore(in: unit)
    steps[steps.count - 1].unit = currentUnit
  }

  /// Records the unit of the color's rows, with nothing pending.
  private mutating func didStore(in unit: ColorUnit) {
    current.unit = unit
    currentUnit = unit.normalized(to: scale)
  }

  /// Whether the color's rows cannot contain NaN or numbers below 0, except for rounding: the last step that changed them was a curve whose values
  /// are not negative.
  package var isWithoutNegatives: Bool {
    guard let last = steps.last(where: { $0.step.changed.overlaps(color..<color + 3) })?.step,
      last.kind == LANES_CURVE, last.changed == color..<color + 3
    else { return false }
    return pending.rowBounds.allSatisfy { $0.lowerBound >= 0 }
  }

  /// Records the unit of the color's rows between the steps of one operation; returns the unit before.
  @discardableResult package mutating func require(_ unit: ColorUnit) -> ColorUnit {
    defer { currentUnit = unit }
    return currentUnit
  }

  /// Emits the pending operations, which give a lookup table's input.
  mutating func flushForTable() throws(UnsupportedOperation) {
    let count = steps.count
    rescale(to: 1)
    try flush()
    if steps.count > count { steps[steps.count - 1].unit = unitOfTables }
    (currentUnit, current.unit) = (unitOfTables, .signal)
  }

  /// Records the ranges of the color's components, which are in its rows.
  mutating func setBounds(_ bounds: [ClosedRange<Double>]) { (current.bounds, pending.rowBounds) = (bounds, bounds) }

  /// Compiles operations on the background, whose numbers are `0...1` in separate rows, until they have the color's scale.
  ///
  /// - Precondition: Nothing is pending.
  /// - Returns: The ranges of its components, in the unit of ``bounds``.
  mutating func addBackground(_ operations: Operations) throws(UnsupportedOperation) -> [ClosedRange<Double>] {
    let foreground = current
    // Wide bounds for any picture; the operations limit them.
    compile(ColorState(in: StripRow.background, within: -65_536...65_536))
    try add(operations)
    rescale(to: foreground.scale)
    try flush()
    let found = bounds
    compile(foreground)
    return found
  }

  /// Continues with another color, with nothing pending.
  private mutating func compile(_ other: ColorState) {
    current = other
    didStore(in: other.unit)
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

  /// Multiplies the color's numbers, and adds to them, if that needs no step of its own; returns whether it does not.
  ///
  /// The bounds of the color are not changed: a curve of these numbers follows.
  mutating func multipliesPending(by factor: Double, adding addend: Double) -> Bool {
    guard pending.limits == nil, pending.factor == nil else { return false }
    if pending.matrix != .identity {
      pending.matrix = pending.matrix * factor
      pending.offset = pending.offset * factor + SIMD3(repeating: addend)
    } else if let read = readTransform, steps.isEmpty, pending.offset == .zero, color == StripRow.color.lowerBound {
      readTransform = (read.matrix * factor, read.offset * factor + SIMD3(repeating: addend))
      cellsRead = (factor, addend)
    } else {
      return false
    }
    return true
  }

  /// Changes the light that 1.0 represents, in cd/m².
  package mutating func rescale(to scale: Double) {
    let factor = current.scale / scale
    pending.matrix = pending.matrix * factor
    pending.offset *= factor
    pending.limits = pending.limits.map { $0.lowerBound * factor...$0.upperBound * factor }
    current.scale = scale
  }

  /// Limits the components, unless they are already within the limits.
  mutating func limit(to limits: ClosedRange<Double>) throws(UnsupportedOperation) {
    if range.lowerBound >= limits.lowerBound && range.upperBound <= limits.upperBound { return }
    if pending.limits != nil { try flush() }
    endReading()
    pending.limits = limits.lowerBound / scale...limits.upperBound / scale
    current.bounds = bounds.map { $0.clamped(to: limits) }
  }

  /// Emits all pending operations.
  package mutating func flush() throws(UnsupportedOperation) {
    defer { didStore(in: current.unit) }
    if readTransform == nil { return endReading() }
    let flushed = pending
    pending = Pending(rowBounds: bounds)
    let gain = try row(of: flushed.factor)
    let limits = flushed.limits.map { Float($0.lowerBound)...Float($0.upperBound) }
    if gain != nil || flushed.matrix != .identity || flushed.offset != .zero || limits != nil {
      if gain == nil, limits == nil, multiplyLattice(by: flushed.matrix, adding: flushed.offset) { return }
      didStore(in: current.unit)
      append(.matrix(flushed.matrix, offset: flushed.offset, from: color, into: color, gain: gain, limits: limits))
    }
    if let gain { registers.free(gain) }
  }

  /// Emits the pending operations except a final factor.
  ///
  /// - Returns: The row of a pending factor, and a constant pending factor.
  package mutating func flushAllButScale() throws(UnsupportedOperation) -> (gain: Int32?, factor: Double) {
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

  /// Multiplies the values of a cube if it is the last step; returns whether it is.
  private mutating func multiplyLattice(by matrix: Matrix3x3, adding offset: SIMD3<Double>) -> Bool {
    guard let step = steps.last?.step, let lattice = step.lattice, step.changed.lowerBound == color,
      lattice.added == .zero
    else { return false }
    steps[steps.count - 1].step = .lattice(lattice.multiplied(by: matrix, adding: offset), from: step.from, into: color)
    return true
  }
}
