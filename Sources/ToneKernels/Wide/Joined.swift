internal import CToneKernels

/// Runs the first two of these steps in two loops if they are a norm and a curve of it: the first ends with the curve's limits and roots. The bits are
/// those of the steps one by one.
///
/// - Returns: The number of steps run: 2 or 0.
@inline(__always) func runJoined(
  _ ops: UnsafePointer<lanes_op>, _ remaining: Int32, _ strip: Floats, _ count: Int
) -> Int32 {
  guard remaining > 1, isNorm(ops), isFactor(ops + 1, of: ops) else { return 0 }
  measure(ops, forCurve: ops[1].curve, strip, count)
  evaluate(ops[1].curve, rowPointer(strip, ops[1].to), count)
  return 2
}

@inline(__always) private func isNorm(_ op: UnsafePointer<lanes_op>) -> Bool {
  op.pointee.kind.rawValue == LANES_BRIGHTNESS.rawValue
    || op.pointee.kind.rawValue == LANES_WEIGH.rawValue && op.pointee.clamps == 0
}

/// Whether a step is a curve of the row that the step before it fills, in pieces or cells of degree 3 to 7, not squared.
@inline(__always) private func isFactor(_ op: UnsafePointer<lanes_op>, of norm: UnsafePointer<lanes_op>) -> Bool {
  op.pointee.kind.rawValue == LANES_CURVE.rawValue && op.pointee.rows == 1 && op.pointee.to == norm.pointee.to
    && (op.pointee.curve.form.rawValue == LANES_PIECES.rawValue
      || op.pointee.curve.form.rawValue == LANES_CELLS.rawValue)
    && (3...7).contains(op.pointee.curve.degree)
}

/// Fills a row with a norm of three, as the variable of a curve: limited, and after its roots.
@inline(never) func measure(
  _ op: UnsafePointer<lanes_op>, forCurve curve: lanes_curve, _ strip: Floats, _ count: Int
) {
  let (from, level) = (rowPointer(strip, op.pointee.from), rowPointer(strip, op.pointee.to))
  let (rows, low, high) = (matrixRows(op.pointee.matrix), splat(curve.low), splat(curve.high))
  @inline(__always) func each(_ root: (Lanes) -> Lanes) {
    if op.pointee.kind.rawValue == LANES_BRIGHTNESS.rawValue {
      eachVector(count) { i in
        let (r, g, b) = three(from + i)
        lanes_store(level + i, root(clamped(brightness(rows.0, rows.1.y, r, g, b), low, high)))
      }
    } else {
      eachVector(count) { i in
        let (r, g, b) = three(from + i)
        lanes_store(level + i, root(clamped(product(rows.0, r, g, b), low, high)))
      }
    }
  }
  switch curve.roots {
  case 0: each { $0 }
  case 1: each { lanes_sqrt($0) }
  default: each { lanes_sqrt(lanes_sqrt($0)) }
  }
}

/// Replaces a row of a curve's variable by its values.
@inline(never) func evaluate(_ curve: lanes_curve, _ row: Floats, _ count: Int) {
  @inline(__always) func each(_ degree: Int) {
    if curve.form.rawValue == LANES_CELLS.rawValue {
      let cells = loadPlainCells(curve, degree: degree)
      eachVector(count) { i in
        lanes_store(row + i, cellValue(cells, lanes_load(row + i), degree: degree, squares: false))
      }
    } else {
      let pieces = loadPieces(curve, degree: degree)
      eachVector(count) { i in lanes_store(row + i, pieceValue(pieces, lanes_load(row + i), degree: degree)) }
    }
  }
  switch curve.degree {
  case 3: each(3)
  case 4: each(4)
  case 5: each(5)
  case 6: each(6)
  default: each(7)
  }
}
