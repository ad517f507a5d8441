internal import CToneKernels

/// Evaluates the polynomials of a curve's pieces at the arguments, after `root` is applied to them.
///
/// Coefficients are loaded by rows, one for each cell. The cells of many numbers are computed first, then their values: otherwise each number would
/// wait for its cell to be loaded back from memory.
@inline(__always) func applyPieces(
  _ curve: lanes_curve, _ degree: Int, squares: Bool = false, _ p: Floats, _ count: Int, _ root: (Lanes) -> Lanes
) {
  let lift = splat(-curve.lift)
  let (scale, offset, low, high) = (splat(curve.scale), splat(curve.offset), splat(curve.low), splat(curve.high))
  let (shift, last) = (19 - curve.mantissa_bits, LaneIntegers(repeating: 15 << 4))
  withUnsafeTemporaryAllocation(of: lanes_cells.self, capacity: 1) {
    let cells = $0.baseAddress!
    lanes_spread(cells, curve.tables, curve.piece_of_cell, Int32(degree))
    var first = 0
    while first < count {
      let some = min(count - first, Int(LANES_BATCH))
      eachVector(some) { i in
        let s = root(clamped(lanes_load(p + first + i), low, high))
        // A row takes 3 · 16 bytes.
        let third = lanes_slot(fma(s, scale, offset), shift) & last
        lanes_store_cells(cells, i, third &+ third &+ third)
        lanes_store(p + first + i, s)
      }
      eachVector(some) { i in
        var row = lanes_row()
        lanes_pick_rows(cells, i, Int32(degree), &row)
        let c = (row.c.1, row.c.2, row.c.3, row.c.4, row.c.5, row.c.6, row.c.7, row.c.8)
        let value = polynomial(degree, lanes_load(p + first + i) - row.c.0, c)
        lanes_store(p + first + i, squares ? fma(value, value, lift) : value)
      }
      first += some
    }
  }
}

/// The coefficients of eight cells, by cell, in memory.
typealias CellTables = UnsafePointer<Float>

@inline(__always) func loadCells(_ curve: lanes_curve, _ degree: Int) -> CellTables { curve.tables + 8 * (degree + 1) }

/// The coefficients of the rows at these offsets.
@inline(__always) private func coefficients(
  _ c: CellTables, _ degree: Int, at: UnsafePointer<UInt32>
) -> EachPower<Lanes> {
  var row = lanes_row()
  lanes_pick_eights(c, at, Int32(degree), &row)
  return (row.c.0, row.c.1, row.c.2, row.c.3, row.c.4, row.c.5, row.c.6, row.c.7)
}

/// Evaluates the polynomials of a curve's plain cells at the arguments, after `root` is applied to them: the cells of many numbers first, as
/// for pieces.
@inline(__always) func applyCells(
  _ curve: lanes_curve, _ degree: Int, squares: Bool, isDirect: Bool = false, _ p: Floats, _ count: Int,
  _ root: (Lanes) -> Lanes
) {
  let cells = loadPlainCells(curve, degree: degree)
  withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Int(LANES_BATCH)) {
    let at = $0.baseAddress!
    var first = 0
    while first < count {
      let some = min(count - first, Int(LANES_BATCH))
      eachVector(some) { i in
        let (cell, rest) = place(
          root(clamped(lanes_load(p + first + i), cells.low, cells.high)), in: cells,
          isDirect: isDirect)
        lanes_store_eights(at + i, cell)
        lanes_store(p + first + i, rest)
      }
      eachVector(some) { i in
        let c = coefficients(cells.tables, degree, at: at + i)
        lanes_store(
          p + first + i, values(cells, at: lanes_load(p + first + i), c, degree: degree, squares: squares))
      }
      first += some
    }
  }
}

/// Steps are not joined: each number would wait for its cell to be loaded back from memory.
@inline(__always) func runJoined(
  _ ops: UnsafePointer<lanes_op>, _ remaining: Int32, _ strip: Floats, _ count: Int
) -> Int32 { 0 }
