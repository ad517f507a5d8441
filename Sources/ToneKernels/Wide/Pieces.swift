internal import CToneKernels

/// Evaluates the polynomials of a curve's pieces at the arguments, after `root` is applied to them.
@inline(__always) func applyPieces(
  _ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int, _ root: (Lanes) -> Lanes
) {
  let pieces = lanes_load_pieces(curve.piece_of_cell)
  let centers = lanes_load_cells(curve.tables, pieces)
  let c = eachPower { lanes_load_cells(curve.tables + 8 * (1 + min($0, degree)), pieces) }
  let (scale, offset, low, high) = (splat(curve.scale), splat(curve.offset), splat(curve.low), splat(curve.high))
  let shift = 23 - curve.mantissa_bits
  eachVector(count) { i in
    let s = root(clamped(lanes_load(p + i), low, high))
    let k = lanes_piece(pieces, lanes_slot(fma(s, scale, offset), shift))
    let coefficients = (
      lanes_pick(c.0, k), lanes_pick(c.1, k), lanes_pick(c.2, k), lanes_pick(c.3, k), lanes_pick(c.4, k),
      lanes_pick(c.5, k), lanes_pick(c.6, k), lanes_pick(c.7, k)
    )
    lanes_store(p + i, polynomial(degree, s - lanes_pick(centers, k), coefficients))
  }
}

/// The coefficients of eight cells, in registers.
typealias CellTables = EachPower<lanes_table>

@inline(__always) func loadCells(_ curve: lanes_curve, _ degree: Int) -> CellTables {
  eachPower { lanes_load_table(curve.tables + 8 * min($0, degree)) }
}

/// Evaluates the polynomials of a curve's plain cells at the arguments, after `root` is applied to them.
@inline(__always) func applyCells(
  _ curve: lanes_curve, _ degree: Int, squares: Bool, _ p: Floats, _ count: Int, _ root: (Lanes) -> Lanes
) {
  let cells = loadPlainCells(curve, degree: degree)
  eachVector(count) { i in
    let (k, rest) = place(root(clamped(lanes_load(p + i), cells.low, cells.high)), in: cells)
    let t = cells.tables
    let coefficients = (
      lanes_pick(t.0, k), lanes_pick(t.1, k), lanes_pick(t.2, k), lanes_pick(t.3, k), lanes_pick(t.4, k),
      lanes_pick(t.5, k), lanes_pick(t.6, k), lanes_pick(t.7, k)
    )
    lanes_store(p + i, values(cells, at: rest, coefficients, degree: degree, squares: squares))
  }
}
