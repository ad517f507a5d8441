internal import CToneKernels

/// A curve of pieces, with its numbers in registers.
typealias LoadedPieces = (
  scale: Lanes, offset: Lanes, lift: Lanes, low: Lanes, high: Lanes, shift: Int32, pieces: lanes_pieces,
  centers: lanes_table, tables: EachPower<lanes_table>
)

@inline(__always) func loadPieces(_ curve: lanes_curve, degree: Int) -> LoadedPieces {
  let pieces = lanes_load_pieces(curve.piece_of_cell)
  return (
    splat(curve.scale), splat(curve.offset), splat(-curve.lift), splat(curve.low), splat(curve.high),
    23 - curve.mantissa_bits, pieces,
    lanes_load_cells(curve.tables, pieces),
    eachPower { lanes_load_cells(curve.tables + 8 * (1 + min($0, degree)), pieces) }
  )
}

/// The value of a curve of pieces for its variable.
@inline(__always) func pieceValue(_ curve: LoadedPieces, _ s: Lanes, degree: Int) -> Lanes {
  let k = lanes_piece(curve.pieces, lanes_slot(fma(s, curve.scale, curve.offset), curve.shift))
  return polynomial(degree, s - lanes_pick(curve.centers, k), picked(curve.tables, k))
}

/// Evaluates the polynomials of a curve's pieces at the arguments, after `root` is applied to them.
@inline(__always) func applyPieces(
  _ curve: lanes_curve, _ degree: Int, squares: Bool = false, _ p: Floats, _ count: Int, _ root: (Lanes) -> Lanes
) {
  let pieces = loadPieces(curve, degree: degree)
  eachVector(count) { i in
    let value = pieceValue(pieces, root(clamped(lanes_load(p + i), pieces.low, pieces.high)), degree: degree)
    lanes_store(p + i, squares ? fma(value, value, pieces.lift) : value)
  }
}

/// A number of each table.
@inline(__always) func picked(_ t: EachPower<lanes_table>, _ k: LaneIntegers) -> EachPower<Lanes> {
  (
    lanes_pick(t.0, k), lanes_pick(t.1, k), lanes_pick(t.2, k), lanes_pick(t.3, k), lanes_pick(t.4, k),
    lanes_pick(t.5, k), lanes_pick(t.6, k), lanes_pick(t.7, k)
  )
}

/// The coefficients of eight cells, in registers.
typealias CellTables = EachPower<lanes_table>

@inline(__always) func loadCells(_ curve: lanes_curve, _ degree: Int) -> CellTables {
  eachPower { lanes_load_table(curve.tables + 8 * min($0, degree)) }
}

/// Evaluates the polynomials of a curve's plain cells at the arguments, after `root` is applied to them.
@inline(__always) func applyCells(
  _ curve: lanes_curve, _ degree: Int, squares: Bool, isDirect: Bool = false, _ p: Floats, _ count: Int,
  _ root: (Lanes) -> Lanes
) {
  let cells = loadPlainCells(curve, degree: degree)
  eachVector(count) { i in
    let s = root(clamped(lanes_load(p + i), cells.low, cells.high))
    lanes_store(p + i, cellValue(cells, s, degree: degree, squares: squares, isDirect: isDirect))
  }
}

/// The value of a curve of plain cells for its variable.
@inline(__always) func cellValue(_ cells: PlainCells, _ s: Lanes, degree: Int, squares: Bool, isDirect: Bool = false)
  -> Lanes
{
  let (k, rest) = place(s, in: cells, isDirect: isDirect)
  return values(cells, at: rest, picked(cells.tables, k), degree: degree, squares: squares)
}
