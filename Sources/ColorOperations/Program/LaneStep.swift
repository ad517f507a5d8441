internal import CToneKernels
package import Colorimetry
package import LookupTables

/// One step of a color program for the lanes, as a value: see `lanes_op` for the operation of each.
///
/// `StripRow` says which rows of a strip are the color and its alpha; `LaneRows` allots the others.
package enum LaneStep: Sendable {
  /// Replaces rows by curve(row).
  case curve(CompiledCurve, rows: Range<Int32>)
  /// Multiplies three rows by a matrix; first multiplies them by the row `gain`, finally limits them to `limits`.
  case matrix(
    Matrix3x3, offset: SIMD3<Double> = .zero, from: Int32 = 0, into: Int32 = 0, gain: Int32? = nil,
    limits: ClosedRange<Float>? = nil)
  /// Brings three rows starting at `rows`, light that the row `gain` and a factor make relative to the display's peak, into its gamut; with `limits`,
  /// numbers below 0 and NaN count as 0, else there must be none but for roundings.
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
  /// Moves three rows, light relative to the display's peak, toward the neutral of their luminance until they fit.
  case desaturate(weights: SIMD3<Double>, rows: Int32)
  /// Gives three rows, L′M′S′ with an intensity of these weights, the intensity in the row `becoming`; chroma scales with it.
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
  case lattice(Lattice, from: Int32 = 0, into: Int32 = 0)
  /// Replaces rows by a function that is given by its values.
  case lookup(LookupCurve, rows: Range<Int32>)

  /// This step in the kernels' form, with its tables copied to `memory`.
  func op(in memory: LaneMemory) -> lanes_op {
    var op = unsafe lanes_op()
    unsafe op.operand = -1
    switch self {
    case .curve(let curve, let rows):
      unsafe op.kind = LANES_CURVE
      unsafe op.to = rows.lowerBound
      unsafe op.rows = Int32(rows.count)
      unsafe op.curve = memory.curve(curve)
    case .perceptual(let gamut, let rows, let gain, let factor, let limits):
      unsafe op.kind = LANES_PERCEPTUAL
      unsafe (op.to, op.operand, op.factor) = (rows, gain ?? -1, Float(factor))
      unsafe (op.gamut, op.clamps) = (gamut.numbers, limits ? 1 : 0)
    case .matrix(let matrix, let offset, let from, let into, let gain, let limits):
      unsafe op.kind = LANES_MATRIX
      unsafe (op.from, op.to) = (from, into)
      unsafe op.matrix = laneNumbers(matrix, offset: offset)
      unsafe op.operand = gain ?? -1
      if let limits {
        unsafe op.clamps = 1
        unsafe (op.low, op.high) = (limits.lowerBound, limits.upperBound)
      }
    case .weigh(let weights, let offset, let from, let into, let limits):
      unsafe op.kind = LANES_WEIGH
      unsafe op.matrix = laneNumbers(Matrix3x3(weights, .zero, .zero), offset: SIMD3(offset, 0, 0))
      unsafe (op.from, op.to) = (from, into)
      if let limits {
        unsafe op.clamps = 1
        unsafe (op.low, op.high) = (limits.lowerBound, limits.upperBound)
      }
    case .maximum(let from, let into):
      unsafe op.kind = LANES_MAXIMUM
      unsafe (op.from, op.to) = (from, into)
    case .brightness(let from, let into):
      unsafe op.kind = LANES_BRIGHTNESS
      unsafe (op.from, op.to) = (from, into)
      unsafe op.matrix = laneNumbers(
        Matrix3x3(LumaCoefficients.bt2020.vector, Norm.colorWeights, .zero), offset: .zero)
    case .minimum(let from, let into):
      unsafe op.kind = LANES_MINIMUM
      unsafe (op.from, op.to) = (from, into)
    case .add(let rows, let term):
      unsafe op.kind = LANES_ADD
      unsafe (op.to, op.rows, op.operand) = (rows.lowerBound, Int32(rows.count), term)
    case .oddCurve(let curve, let rows):
      unsafe op.kind = LANES_ODD_CURVE
      unsafe (op.to, op.rows) = (rows.lowerBound, Int32(rows.count))
      unsafe op.curve = memory.curve(curve)
    case .desaturate(let weights, let rows):
      unsafe op.kind = LANES_DESATURATE
      unsafe op.matrix = laneNumbers(Matrix3x3(weights, .zero, .zero), offset: .zero)
      unsafe op.to = rows
    case .intensity(let weights, let rows, let intensity):
      unsafe op.kind = LANES_INTENSITY
      unsafe op.matrix = laneNumbers(Matrix3x3(weights, .zero, .zero), offset: .zero)
      unsafe (op.to, op.operand) = (rows, intensity)
    case .multiply(let rows, let gain):
      unsafe op.kind = LANES_MULTIPLY
      unsafe op.to = rows.lowerBound
      unsafe op.rows = Int32(rows.count)
      unsafe op.operand = gain
    case .copy(let from, let offset, let into):
      unsafe op.kind = LANES_COPY
      unsafe (op.from, op.to, op.rows, op.addend) = (from, into, 1, Float(offset))
    case .ratio(let a, let b, let into):
      unsafe op.kind = LANES_RATIO
      unsafe (op.from, op.operand, op.to) = (a, b, into)
    case .piecewiseScale(let rows, let below, let above):
      unsafe op.kind = LANES_PIECEWISE_SCALE
      unsafe (op.to, op.rows) = (rows.lowerBound, Int32(rows.count))
      unsafe (op.below, op.above) = (Float(below), Float(above))
    case .lattice(let lattice, let from, let into):
      unsafe op.kind = LANES_LATTICE
      unsafe (op.from, op.to) = (from, into)
      unsafe op.lattice = UnsafePointer(memory.lattice(lattice))
    case .lookup(let curve, let rows):
      unsafe op.kind = LANES_LOOKUP
      unsafe (op.to, op.rows) = (rows.lowerBound, Int32(rows.count))
      unsafe op.lookup = UnsafePointer(memory.lookup(curve))
    }
    return unsafe op
  }
}

extension LaneStep {
  /// Whether this step changes one of these rows.
  func changes(_ rows: Range<Int32>) -> Bool {
    switch self {
    case .curve(_, let own), .oddCurve(_, let own), .add(let own, _), .multiply(let own, _),
      .piecewiseScale(let own, _, _),
      .lookup(_, let own):
      own.overlaps(rows)
    case .matrix(_, _, _, let row, _, _), .perceptual(_, let row, _, _, _), .desaturate(_, let row),
      .intensity(_, let row, _), .lattice(_, _, let row):
      (row..<row + 3).overlaps(rows)
    case .weigh(_, _, _, let row, _), .maximum(_, let row), .brightness(_, let row), .minimum(_, let row),
      .copy(_, _, let row), .ratio(_, _, let row):
      rows.contains(row)
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
