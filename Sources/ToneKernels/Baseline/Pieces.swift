internal import CLanes

/// Evaluates the polynomials of a curve's pieces at the arguments, after `root` is applied to them.
///
/// Coefficients are loaded by rows, one for each cell. The cells of many numbers are computed first, then their values: otherwise
/// each number would wait for its cell to come back from memory.
@inline(__always) func applyPieces(
  _ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int, _ root: (Lanes) -> Lanes
) {
  let (scale, offset, low, high) = (splat(curve.scale), splat(curve.offset), splat(curve.low), splat(curve.high))
  let (shift, last) = (19 - curve.mantissa_bits, LaneIntegers(repeating: 15 << 4))
  withUnsafeTemporaryAllocation(of: lanes_cells.self, capacity: 1) {
    let cells = $0.baseAddress!
    lanes_spread(cells, curve.tables, curve.piece_of_cell, Int32(degree))
    var first = 0
    while first < count {
      let some = min(count - first, Int(LANES_CELLS))
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
        lanes_store(p + first + i, polynomial(degree, lanes_load(p + first + i) - row.c.0, c))
      }
      first += some
    }
  }
}
