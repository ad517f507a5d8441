internal import CToneKernels
package import Colorimetry

/// A compiler from a list of operations to instructions for the vector kernels.
///
/// Matrices and factors of luminance are not emitted immediately but stay `Pending`, so that consecutive ones are combined: between two curves there
/// is one matrix and one factor. The linear operations before the first step are part of reading.
package struct ProgramCompiler {
  private(set) var steps: [SIMDInstruction] = []
  package let allowed: ErrorBudget
  /// The cached tables of gamut maps and curves.
  package let tables: DisplayTables
  /// The effort of the search for the other curves.
  let effort: CurveEffort
  /// The first of the three rows of the color, or of the background while that is compiled.
  package private(set) var color = StripRow.color.lowerBound
  /// The value of 1.0 in those rows when nothing is pending: light in cd/m², or 1 for codes and signals.
  private(set) var scale = 1.0
  /// The unit of the color's numbers in operations.
  var unit = ColorUnit.signal
  /// The ranges of the color's components, in cd/m² or as codes or signals.
  package internal(set) var bounds: [ClosedRange<Double>]
  /// The rows of a strip, apart from those of the color and of alpha, that are free for other numbers.
  var freeRows = Set(rowsForSteps)
  private var substitute: LatticeSubstitute?
  /// The unit of the color's rows after reading.
  private let unitRead: ColorUnit
  /// The unit of a lookup table's input and output.
  let unitOfTables: ColorUnit
  /// The unit of the color's rows, without pending operations.
  private var unitOfRows: ColorUnit
  /// The linear part of reading, after it has ended.
  var readTransform: SIMDProgram.ReadTransform?
  /// The operations that have been added but not emitted.
  var pending: Pending

  package init(
    allowed: ErrorBudget, codes: ClosedRange<CodeLevel>, reading unitRead: ColorUnit,
    lookingUp unitOfTables: ColorUnit = .signal, tables: DisplayTables, effort: CurveEffort
  ) {
    (self.unitRead, unitOfRows, self.unitOfTables) = (unitRead, unitRead, unitOfTables)
    (self.allowed, self.tables, self.effort) = (allowed, tables, effort)
    bounds = Array(repeating: codes.lowerBound.value...codes.upperBound.value, count: 3)
    pending = Pending(rowBounds: bounds)
  }

  /// The minimum and the maximum of all components.
  package var range: ClosedRange<Double> { bounds.map(\.lowerBound).min()!...bounds.map(\.upperBound).max()! }

  /// Returns the program compiled so far, after whose last step the color has this unit.
  package mutating func program(giving unit: ColorUnit) throws(UnsupportedOperation) -> SIMDProgram {
    endReading()
    try flush()
    if !steps.isEmpty { steps[steps.count - 1].unit = unit }
    var program = SIMDProgram(read: readTransform!, steps)
    program.substitute = substitute
    return program
  }

  /// Makes the pending operations the linear part of reading, unless it has ended.
  package mutating func endReading() {
    guard readTransform == nil else { return }
    readTransform = (pending.matrix, pending.offset)
    pending = Pending(rowBounds: bounds)
  }

  // MARK: Operations

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
    if let scale { self.scale = scale }
    if let unit { didStore(in: unit) }
    // Steps on the background's rows do not change the color.
    var step = step
    step.unit = color == StripRow.color.lowerBound ? unitOfRows : steps.last?.unit ?? unitRead
    steps.append(step)
    if let bounds { setBounds([bounds, bounds, bounds]) }
  }

  /// Records the unit of the color after a pending factor or the last step.
  mutating func relabel(as unit: ColorUnit) {
    self.unit = unit
    guard pending.factor == nil, !steps.isEmpty else { return }
    didStore(in: unit)
    steps[steps.count - 1].unit = unitOfRows
  }

  /// Records the unit of the color's rows, with nothing pending.
  private mutating func didStore(in unit: ColorUnit) {
    self.unit = unit
    unitOfRows = unit.normalized(to: scale)
  }

  /// Whether the color's rows cannot contain NaN or numbers below 0, except for rounding: the last step that changed them was a curve whose values
  /// are not negative.
  package var isWithoutNegatives: Bool {
    guard let last = steps.last(where: { $0.changed.overlaps(color..<color + 3) }), last.kind == LANES_CURVE,
      last.changed == color..<color + 3
    else { return false }
    return pending.rowBounds.allSatisfy { $0.lowerBound >= 0 }
  }

  /// Records the unit of the color's rows between the steps of one operation; returns the unit before.
  @discardableResult package mutating func require(_ unit: ColorUnit) -> ColorUnit {
    defer { unitOfRows = unit }
    return unitOfRows
  }

  /// Emits the pending operations, which give a lookup table's input.
  mutating func flushForTable() throws(UnsupportedOperation) {
    let count = steps.count
    rescale(to: 1)
    try flush()
    if steps.count > count { steps[steps.count - 1].unit = unitOfTables }
    (unitOfRows, unit) = (unitOfTables, .signal)
  }

  /// Records the ranges of the color's components, which are in its rows.
  mutating func setBounds(_ bounds: [ClosedRange<Double>]) { (self.bounds, pending.rowBounds) = (bounds, bounds) }

  /// Compiles operations on the background, whose numbers are `0...1` in separate rows, until they have the color's scale.
  ///
  /// - Precondition: Nothing is pending.
  /// - Returns: The ranges of its components, in the unit of ``bounds``.
  mutating func addBackground(_ operations: Operations) throws(UnsupportedOperation) -> [ClosedRange<Double>] {
    let foreground = (row: color, scale: scale, unit: unit, bounds: bounds)
    (color, scale) = (StripRow.background.lowerBound, 1)
    didStore(in: .signal)
    // Wide bounds for any picture; the operations limit them.
    setBounds(Array(repeating: -65_536...65_536, count: 3))
    try add(operations)
    rescale(to: foreground.scale)
    try flush()
    let found = bounds
    color = foreground.row
    didStore(in: foreground.unit)
    setBounds(foreground.bounds)
    return found
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
    bounds = matrix.bounds(of: bounds, adding: offset)
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
    } else {
      return false
    }
    return true
  }

  /// Changes the light that 1.0 represents, in cd/m².
  package mutating func rescale(to scale: Double) {
    let factor = self.scale / scale
    pending.matrix = pending.matrix * factor
    pending.offset *= factor
    pending.limits = pending.limits.map { $0.lowerBound * factor...$0.upperBound * factor }
    self.scale = scale
  }

  /// Limits the components, unless they are already within the limits.
  mutating func limit(to limits: ClosedRange<Double>) throws(UnsupportedOperation) {
    if range.lowerBound >= limits.lowerBound && range.upperBound <= limits.upperBound { return }
    if pending.limits != nil { try flush() }
    endReading()
    pending.limits = limits.lowerBound / scale...limits.upperBound / scale
    bounds = bounds.map { $0.clamped(to: limits) }
  }

  /// Emits all pending operations.
  package mutating func flush() throws(UnsupportedOperation) {
    defer { didStore(in: unit) }
    if readTransform == nil { return endReading() }
    let flushed = pending
    pending = Pending(rowBounds: bounds)
    let gain = try row(of: flushed.factor)
    let limits = flushed.limits.map { Float($0.lowerBound)...Float($0.upperBound) }
    if gain != nil || flushed.matrix != .identity || flushed.offset != .zero || limits != nil {
      if gain == nil, limits == nil, multiplyLattice(by: flushed.matrix, adding: flushed.offset) { return }
      didStore(in: unit)
      append(.matrix(flushed.matrix, offset: flushed.offset, from: color, into: color, gain: gain, limits: limits))
    }
    if let gain { free(gain) }
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
    guard let last = steps.last, let lattice = last.lattice, last.changed.lowerBound == color, lattice.added == .zero
    else { return false }
    steps[steps.count - 1] = .lattice(lattice.multiplied(by: matrix, adding: offset), from: last.from, into: color)
    steps[steps.count - 1].unit = last.unit
    return true
  }

  // MARK: Lattices

  /// Adds a step for operations, whose result lies in `bounds`.
  package mutating func append(_ substitute: LatticeSubstitute, bounds: ClosedRange<Double>) {
    self.substitute = substitute
    append(.lattice(substitute.lattice, from: color, into: color), bounds: bounds)
  }

  /// Ends the program with a lattice of this size for operations from a signal or coded components to codes.
  ///
  /// - Parameters:
  ///   - ceiling: The maximum signal, unless the first operation is a curve with a domain.
  ///   - added: A number near the codes.
  package mutating func end(
    with operations: Operations, size: Int, over unit: ColorUnit, upTo ceiling: SignalLevel, adding added: SIMD3<Double>
  ) throws(UnsupportedOperation) {
    let most = (operations.first as? Curve)?.domain?.upperBound ?? ceiling.value
    var (low, high) = (SIMD3<Double>.zero, SIMD3(repeating: most))
    if unit == .components {
      // Neutrals lie on a line through the middle of chroma; with an odd size, that line passes through vertices.
      let (luma, chroma) = (bounds[0], max(-bounds[1].lowerBound, bounds[1].upperBound))
      (low, high) = (SIMD3(luma.lowerBound, -chroma, -chroma), SIMD3(luma.upperBound, chroma, chroma))
    }
    try flush()
    relabel(as: unit)
    let lattice = Lattice(size: size, from: low, to: high, added: added) { operations($0) }
    append((lattice, nil), bounds: -.infinity ... .infinity)
  }
}

/// The operations that a compiler has added but not emitted: a factor, then a matrix, then an offset, then limits. They are emitted as one step.
struct Pending {
  /// The ranges of the color's rows before these operations, in cd/m² or as codes or signals.
  var rowBounds: [ClosedRange<Double>]
  /// The matrix from the rows to the color, each in its own unit.
  var matrix = Matrix3x3.identity
  /// The matrix without the units.
  var matrixWithoutUnits = Matrix3x3.identity
  var offset = SIMD3<Double>.zero
  var limits: ClosedRange<Double>?
  var factor: Factor?

  enum Factor {
    case row(Int32)
    /// The factor has yet to be computed.
    case level(LevelFactor)
  }

  /// A factor that depends on a weighted sum of the rows.
  struct LevelFactor {
    /// The weights that give the level from the rows, in units of `scale`.
    var weights: SIMD3<Double>
    /// The value of 1.0 of the level: light in cd/m², or 1.
    var scale: Double
    /// The curve from the level in cd/m² or signal to the factor.
    var factor: Curve
    /// The factors whose product it is; the level of each is that after the ones before it.
    var parts: [Curve]
    /// The maximum possible level.
    var maximum: Double
  }
}

extension Matrix3x3 {
  /// The ranges of the three components of a product, given the ranges of the three numbers.
  func bounds(of numbers: [ClosedRange<Double>], adding offset: SIMD3<Double> = .zero) -> [ClosedRange<Double>] {
    // The rows of a matrix from white to white add up to 1 except for rounding, which must not widen a range.
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
