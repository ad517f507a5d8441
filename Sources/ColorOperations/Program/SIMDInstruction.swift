package import CToneKernels
package import Colorimetry
package import LookupTables

/// One instruction of a color program, as a value: see `lanes_op` for the operation of each.
///
/// Each kind has one maker, which states its rows and its text. `StripRow` defines the rows of the color and its alpha in a strip; `ProgramCompiler`
/// allocates the others.
@safe package struct SIMDInstruction: Sendable {
  /// The operation of this step, in words.
  package let text: String
  package let changed: Range<Int32>
  /// The tables that it reads.
  package let curve: CompiledCurve?, gamut: SIMDGamut?, lattice: Lattice?, lookup: LookupCurve?
  /// The unit of the color's rows after this step, as the compiler of a program records it; other steps have that of codes.
  package internal(set) var unit = ColorUnit.codes
  /// The numbers of the step, without its tables.
  private nonisolated(unsafe) let numbers: lanes_op

  package var kind: lanes_kind { unsafe numbers.kind }
  /// The first row that it reads, unless it changes the rows that it reads.
  var from: Int32 { unsafe numbers.from }

  private init(
    _ kind: lanes_kind, _ text: String, _ changed: Range<Int32>, from: Int32 = 0, operand: Int32? = nil,
    clamps: Bool = false, limits: ClosedRange<Float>? = nil, addend: Double = 0,
    factor: Double = 0, below: Double = 0, above: Double = 0,
    matrix: SIMDMatrix = simdNumbers(Matrix3x3(.zero, .zero, .zero), offset: .zero), curve: CompiledCurve? = nil,
    gamut: SIMDGamut? = nil, lattice: Lattice? = nil, lookup: LookupCurve? = nil
  ) {
    (self.text, self.changed) = (text, changed)
    (self.curve, self.gamut, self.lattice, self.lookup) = (curve, gamut, lattice, lookup)
    unsafe numbers = lanes_op(
      kind: kind, from: from, to: changed.lowerBound, rows: Int32(changed.count), operand: operand ?? -1,
      clamps: clamps || limits != nil ? 1 : 0, low: limits?.lowerBound ?? 0, high: limits?.upperBound ?? 0,
      addend: Float(addend), factor: Float(factor), below: Float(below), above: Float(above), matrix: matrix,
      curve: lanes_curve(), gamut: nil, lattice: nil, lookup: nil)
  }

  /// Returns this step in the kernels' form, with its tables copied to `memory`.
  package func op(in memory: SIMDMemory) -> lanes_op {
    var op = unsafe numbers
    if let curve { unsafe op.curve = memory.curve(curve) }
    if let gamut { unsafe op.gamut = gamut.numbers }
    if let lattice { unsafe op.lattice = memory.lattice(lattice) }
    if let lookup { unsafe op.lookup = memory.lookup(lookup) }
    return unsafe op
  }
}

extension SIMDInstruction {
  package static func curve(_ curve: CompiledCurve, rows: Range<Int32>, isOdd: Bool = false) -> SIMDInstruction {
    SIMDInstruction(
      isOdd ? LANES_ODD_CURVE : LANES_CURVE, "curve of \(words(rows))\(isOdd ? ", mirrored below 0" : "")", rows,
      curve: curve)
  }

  package static func lookup(_ curve: LookupCurve, rows: Range<Int32>) -> SIMDInstruction {
    SIMDInstruction(LANES_LOOKUP, "\(curve) of \(words(rows))", rows, lookup: curve)
  }

  /// Multiplies three rows by a matrix; first multiplies them by the row `gain`, finally limits them to `limits`.
  package static func matrix(
    _ matrix: Matrix3x3, offset: SIMD3<Double> = .zero, from: Int32 = 0, into: Int32 = 0, gain: Int32? = nil,
    limits: ClosedRange<Float>? = nil
  ) -> SIMDInstruction {
    SIMDInstruction(
      LANES_MATRIX, "\(gain == nil ? "matrix" : "factor and matrix")\(limits == nil ? "" : ", limited")",
      into..<into + 3, from: from, operand: gain, limits: limits, matrix: simdNumbers(matrix, offset: offset))
  }

  /// Brings three rows from `rows` on into the display's gamut; the row `gain` and a factor scale their light relative to the display's peak. With
  /// `limits`, numbers below 0 and NaN count as 0; otherwise there must be none except by rounding.
  package static func perceptual(
    _ gamut: SIMDGamut, rows: Int32, gain: Int32?, factor: Double, limits: Bool
  ) -> SIMDInstruction {
    SIMDInstruction(
      LANES_PERCEPTUAL, "\(gain == nil ? "" : "factor and ")perceptual gamut map", rows..<rows + 3, operand: gain,
      clamps: limits, factor: factor, gamut: gamut)
  }

  package static func lattice(_ lattice: Lattice, from: Int32, into: Int32) -> SIMDInstruction {
    SIMDInstruction(LANES_LATTICE, "\(lattice)", into..<into + 3, from: from, lattice: lattice)
  }

  /// Sets a row to a weighted sum of three rows plus an offset, finally limited to `limits`.
  package static func weigh(
    _ weights: SIMD3<Double>, offset: Double = 0, from: Int32 = 0, into: Int32, limits: ClosedRange<Float>? = nil
  ) -> SIMDInstruction {
    SIMDInstruction(
      LANES_WEIGH, "weighted sum", into..<into + 1, from: from, limits: limits, matrix: sum(weights, adding: offset))
  }

  package static func maximum(from: Int32 = 0, into: Int32) -> SIMDInstruction {
    SIMDInstruction(LANES_MAXIMUM, "maximum component", into..<into + 1, from: from)
  }

  package static func minimum(from: Int32 = 0, into: Int32) -> SIMDInstruction {
    SIMDInstruction(LANES_MINIMUM, "minimum component", into..<into + 1, from: from)
  }

  package static func brightness(from: Int32 = 0, into: Int32) -> SIMDInstruction {
    SIMDInstruction(
      LANES_BRIGHTNESS, "brightness", into..<into + 1, from: from,
      matrix: sum(LumaCoefficients.bt2020.vector, Norm.colorWeights))
  }

  package static func add(rows: Range<Int32>, term: Int32) -> SIMDInstruction {
    SIMDInstruction(LANES_ADD, "sum of rows", rows, operand: term)
  }

  package static func multiply(rows: Range<Int32>, gain: Int32) -> SIMDInstruction {
    SIMDInstruction(LANES_MULTIPLY, "factor", rows, operand: gain)
  }

  package static func piecewiseScale(rows: Range<Int32>, below: Double, above: Double) -> SIMDInstruction {
    SIMDInstruction(LANES_PIECEWISE_SCALE, "factors below and above 0", rows, below: below, above: above)
  }

  package static func copy(_ row: Int32, adding addend: Double = 0, into: Int32) -> SIMDInstruction {
    SIMDInstruction(LANES_COPY, "copy", into..<into + 1, from: row, addend: addend)
  }

  package static func ratio(_ a: Int32, _ b: Int32, into: Int32) -> SIMDInstruction {
    SIMDInstruction(LANES_RATIO, "ratio of rows", into..<into + 1, from: a, operand: b)
  }

  package static func desaturate(weights: SIMD3<Double>, rows: Int32) -> SIMDInstruction {
    SIMDInstruction(LANES_DESATURATE, "desaturation", rows..<rows + 3, matrix: sum(weights))
  }

  /// Sets the intensity of three rows, L′M′S′ with these weights of intensity, to that in the row `becoming`; chroma is scaled accordingly.
  package static func intensity(_ weights: SIMD3<Double>, rows: Int32, becoming intensity: Int32) -> SIMDInstruction {
    SIMDInstruction(LANES_INTENSITY, "intensity of ICtCp", rows..<rows + 3, operand: intensity, matrix: sum(weights))
  }

  private static func sum(
    _ weights: SIMD3<Double>, _ second: SIMD3<Double> = .zero, adding offset: Double = 0
  ) -> SIMDMatrix {
    simdNumbers(Matrix3x3(weights, second, .zero), offset: SIMD3(offset, 0, 0))
  }

  /// The number of rows, in words, and whether they are other rows than the color's.
  private static func words(_ rows: Range<Int32>) -> String {
    let isOther = !StripRow.color.contains(rows.lowerBound) && !StripRow.background.contains(rows.lowerBound)
    return "\(rows.count) \(isOther ? "other " : "")row\(rows.count == 1 ? "" : "s")"
  }
}

/// A matrix and an offset in the kernels' form.
package typealias SIMDMatrix = (Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float)

/// A matrix and the offset added after it, row by row, in the kernels' form.
package func simdNumbers(_ m: Matrix3x3, offset: SIMD3<Double>) -> SIMDMatrix {
  let (a, b, c) = m.rows
  return (
    Float(a.x), Float(a.y), Float(a.z), Float(offset.x), Float(b.x), Float(b.y), Float(b.z), Float(offset.y),
    Float(c.x), Float(c.y), Float(c.z), Float(offset.z)
  )
}
