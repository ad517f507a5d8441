package import CToneKernels
package import Colorimetry
package import LookupTables

/// One step of a color program for the lanes, as a value: see `lanes_op` for the operation of each.
///
/// `StripRow` defines the rows of the color and its alpha in a strip; `LaneRows` allocates the others.
package enum LaneStep: Sendable {
  /// Replaces rows by curve(row).
  case curve(CompiledCurve, rows: Range<Int32>)
  /// Multiplies three rows by a matrix; first multiplies them by the row `gain`, finally limits them to `limits`.
  case matrix(
    Matrix3x3, offset: SIMD3<Double> = .zero, from: Int32 = 0, into: Int32 = 0, gain: Int32? = nil,
    limits: ClosedRange<Float>? = nil)
  /// Brings three rows from `rows` on into the display's gamut; the row `gain` and a factor scale their light relative to the display's peak. With
  /// `limits`, numbers below 0 and NaN count as 0; otherwise there must be none except by rounding.
  case perceptual(LaneGamut, rows: Int32, gain: Int32?, factor: Double, limits: Bool)
  /// Sets a row to a weighted sum of three rows plus an offset, finally limited to `limits`.
  case weigh(SIMD3<Double>, offset: Double = 0, from: Int32 = 0, into: Int32, limits: ClosedRange<Float>? = nil)
  /// Sets a row to the maximum of three rows.
  case maximum(from: Int32 = 0, into: Int32)
  /// Sets a row to the brightness of three rows, BT.2020 light.
  case brightness(from: Int32 = 0, into: Int32)
  /// Sets a row to the minimum of three rows.
  case minimum(from: Int32 = 0, into: Int32)
  /// Adds the row `term` to rows.
  case add(rows: Range<Int32>, term: Int32)
  /// Replaces rows by curve(|row|) with the row's sign.
  case oddCurve(CompiledCurve, rows: Range<Int32>)
  /// Moves three rows, light relative to the display's peak, toward the neutral of their luminance until they are in the cube.
  case desaturate(weights: SIMD3<Double>, rows: Int32)
  /// Sets the intensity of three rows, L′M′S′ with these weights of intensity, to that in the row `becoming`; chroma is scaled accordingly.
  case intensity(SIMD3<Double>, rows: Int32, becoming: Int32)
  /// Multiplies rows by the row `gain`.
  case multiply(rows: Range<Int32>, gain: Int32)
  /// Sets a row to another plus a number.
  case copy(Int32, adding: Double = 0, into: Int32)
  /// Sets a row to min(a / b, b / a).
  case ratio(Int32, Int32, into: Int32)
  /// Multiplies rows by one number where they are 0 or less, by another elsewhere.
  case piecewiseScale(rows: Range<Int32>, below: Double, above: Double)
  /// Replaces three rows by a lattice's value at three rows.
  case lattice(Lattice, from: Int32, into: Int32)
  /// Replaces rows by a function given by its values.
  case lookup(LookupCurve, rows: Range<Int32>)

  /// Returns this step in the kernels' form, with its tables copied to `memory`.
  package func op(in memory: LaneMemory) -> lanes_op {
    func sum(_ weights: SIMD3<Double>, _ second: SIMD3<Double> = .zero, adding offset: Double = 0) -> LaneMatrix {
      laneNumbers(Matrix3x3(weights, second, .zero), offset: SIMD3(offset, 0, 0))
    }
    return switch self {
    case .curve(let curve, let rows): unsafe lanes_op(LANES_CURVE, on: rows, curve: memory.curve(curve))
    case .oddCurve(let curve, let rows): unsafe lanes_op(LANES_ODD_CURVE, on: rows, curve: memory.curve(curve))
    case .lookup(let curve, let rows): unsafe lanes_op(LANES_LOOKUP, on: rows, lookup: memory.lookup(curve))
    case .add(let rows, let term): unsafe lanes_op(LANES_ADD, on: rows, operand: term)
    case .multiply(let rows, let gain): unsafe lanes_op(LANES_MULTIPLY, on: rows, operand: gain)
    case .piecewiseScale(let rows, let below, let above):
      unsafe lanes_op(LANES_PIECEWISE_SCALE, on: rows, below: Float(below), above: Float(above))
    case .copy(let from, let offset, let into):
      unsafe lanes_op(LANES_COPY, from: from, on: into..<into + 1, addend: Float(offset))
    case .matrix(let matrix, let offset, let from, let into, let gain, let limits):
      unsafe lanes_op(
        LANES_MATRIX, from: from, to: into, operand: gain, limits: limits, matrix: laneNumbers(matrix, offset: offset))
    case .weigh(let weights, let offset, let from, let into, let limits):
      unsafe lanes_op(LANES_WEIGH, from: from, to: into, limits: limits, matrix: sum(weights, adding: offset))
    case .maximum(let from, let into): unsafe lanes_op(LANES_MAXIMUM, from: from, to: into)
    case .minimum(let from, let into): unsafe lanes_op(LANES_MINIMUM, from: from, to: into)
    case .brightness(let from, let into):
      unsafe lanes_op(
        LANES_BRIGHTNESS, from: from, to: into, matrix: sum(LumaCoefficients.bt2020.vector, Norm.colorWeights))
    case .ratio(let a, let b, let into): unsafe lanes_op(LANES_RATIO, from: a, to: into, operand: b)
    case .desaturate(let weights, let rows): unsafe lanes_op(LANES_DESATURATE, to: rows, matrix: sum(weights))
    case .intensity(let weights, let rows, let intensity):
      unsafe lanes_op(LANES_INTENSITY, to: rows, operand: intensity, matrix: sum(weights))
    case .perceptual(let gamut, let rows, let gain, let factor, let limits):
      unsafe lanes_op(
        LANES_PERCEPTUAL, to: rows, operand: gain, clamps: limits, factor: Float(factor), gamut: gamut.numbers)
    case .lattice(let lattice, let from, let into):
      unsafe lanes_op(LANES_LATTICE, from: from, to: into, lattice: memory.lattice(lattice))
    }
  }
}

extension lanes_op {
  /// Creates a step on some rows; `to` alone implies the number of rows of its kind.
  fileprivate init(
    _ kind: lanes_kind, from: Int32 = 0, to: Int32 = 0, on rows: Range<Int32>? = nil, operand: Int32? = nil,
    clamps: Bool = false, limits: ClosedRange<Float>? = nil, addend: Float = 0, factor: Float = 0, below: Float = 0,
    above: Float = 0, matrix: LaneMatrix = laneNumbers(Matrix3x3(.zero, .zero, .zero), offset: .zero),
    curve: lanes_curve = unsafe lanes_curve(), gamut: UnsafePointer<lanes_gamut>? = nil,
    lattice: UnsafePointer<lanes_lattice>? = nil, lookup: UnsafePointer<lanes_lookup>? = nil
  ) {
    unsafe self.init(
      kind: kind, from: from, to: rows?.lowerBound ?? to, rows: Int32(rows?.count ?? 0), operand: operand ?? -1,
      clamps: clamps || limits != nil ? 1 : 0, low: limits?.lowerBound ?? 0, high: limits?.upperBound ?? 0,
      addend: addend, factor: factor, below: below, above: above, matrix: matrix, curve: curve, gamut: gamut,
      lattice: lattice, lookup: lookup)
  }
}

extension LaneStep {
  /// The rows that this step changes.
  package var changed: Range<Int32> {
    switch self {
    case .curve(_, let rows), .oddCurve(_, let rows), .add(let rows, _), .multiply(let rows, _),
      .piecewiseScale(let rows, _, _), .lookup(_, let rows):
      rows
    case .matrix(_, _, _, let row, _, _), .perceptual(_, let row, _, _, _), .desaturate(_, let row),
      .intensity(_, let row, _), .lattice(_, _, let row):
      row..<row + 3
    case .weigh(_, _, _, let row, _), .maximum(_, let row), .brightness(_, let row), .minimum(_, let row),
      .copy(_, _, let row), .ratio(_, _, let row):
      row..<row + 1
    }
  }
}

/// A matrix and an offset in the kernels' form.
package typealias LaneMatrix = (
  Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float
)

/// A matrix and the offset added after it, row by row, in the kernels' form.
package func laneNumbers(_ m: Matrix3x3, offset: SIMD3<Double>) -> LaneMatrix {
  let (a, b, c) = m.rows
  return (
    Float(a.x), Float(a.y), Float(a.z), Float(offset.x), Float(b.x), Float(b.y), Float(b.z), Float(offset.y),
    Float(c.x), Float(c.y), Float(c.z), Float(offset.z)
  )
}
