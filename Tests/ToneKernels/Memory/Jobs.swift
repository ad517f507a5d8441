import CToneKernels
import Colorimetry
import ColorOperations
import RealModule

/// A curve's tables in memory that the kernels can read, with guard pages around them.
final class CurveTable {
  let curve: CompiledCurve
  private let tables: GuardedMemory
  /// The tables' memory.
  var memory: GuardedMemory { tables }
  private let pieceOfCell: GuardedMemory?

  init(_ curve: CompiledCurve, at side: GuardedMemory.Side = .end) {
    self.curve = curve
    tables = curve.tables.withUnsafeBufferPointer { GuardedMemory($0, at: side, alignment: 64) }
    if case .polynomials(let form) = curve.form, let pieces = form.pieces {
      pieceOfCell = GuardedMemory(pieces.ofCell, at: side)
    } else {
      pieceOfCell = nil
    }
  }

  var lanes: lanes_curve {
    var out = lanes_curve()
    out.tables = UnsafePointer(tables.floats)
    (out.degree, out.low, out.high) = (Int32(curve.degree), curve.low, curve.limit)
    guard case .polynomials(let form) = curve.form else {
      out.form = LANES_POWER
      return out
    }
    out.form = form.lift == nil ? LANES_CELLS : LANES_SQUARES
    (out.roots, out.scale, out.offset, out.lift) = (Int32(form.roots), form.scale, form.offset, form.lift ?? 0)
    if let pieces = form.pieces {
      out.form = form.lift == nil ? LANES_PIECES : LANES_PIECES_SQUARED
      out.piece_of_cell = UnsafePointer(pieceOfCell!.pointer.assumingMemoryBound(to: UInt8.self))
      out.mantissa_bits = Int32(pieces.mantissaBits)
    }
    return out
  }
}

/// Three rows and an offset column, as the jobs hold them.
typealias Twelve = (Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float, Float)

func twelve(_ m: Matrix3x3, adding offset: SIMD3<Double> = .zero) -> Twelve {
  let (a, b, c) = m.rows
  return (
    Float(a.x), Float(a.y), Float(a.z), Float(offset.x), Float(b.x), Float(b.y), Float(b.z), Float(offset.y),
    Float(c.x), Float(c.y), Float(c.z), Float(offset.z)
  )
}

extension lanes_op {
  static func empty(_ kind: lanes_kind, from: Int = 0, to: Int = 0, rows: Int = 3, gain: Int = -1) -> lanes_op {
    var op = lanes_op()
    op.kind = kind
    op.from = Int32(from)
    op.to = Int32(to)
    op.rows = Int32(rows)
    op.operand = Int32(gain)
    return op
  }
  static func curve(_ table: CurveTable, to: Int = 0, rows: Int = 3) -> lanes_op {
    var op = empty(LANES_CURVE, to: to, rows: rows)
    op.curve = table.lanes
    return op
  }
  static func matrix(
    _ m: Matrix3x3, adding offset: SIMD3<Double> = .zero, gain: Int = -1, clamp: ClosedRange<Float>? = nil,
    kind: lanes_kind = LANES_MATRIX, from: Int = 0, to: Int = 0
  ) -> lanes_op {
    var op = empty(kind, from: from, to: to, gain: gain)
    op.matrix = twelve(m, adding: offset)
    if let clamp { (op.clamps, op.low, op.high) = (1, clamp.lowerBound, clamp.upperBound) }
    return op
  }
}
