internal import CLanes

/// A curve of plain cells, with its numbers in registers: load it before a loop and evaluate it in the loop, with the same degree, form and
/// roots as constants.
typealias PlainCells = (
  scale: Lanes, offset: Lanes, lift: Lanes, low: Lanes, high: Lanes, shift: Int32, tables: CellTables
)

@inline(__always) func loadPlainCells(_ curve: lanes_curve, degree: Int) -> PlainCells {
  (
    splat(curve.scale), splat(curve.offset), splat(-curve.lift), splat(curve.low), splat(curve.high),
    23 - curve.mantissa_bits, loadCells(curve, degree)
  )
}

/// The values of a curve at some arguments. Error: that of the curve, as its compiler proved it with the same operations in the same order.
///
/// - Parameter root: From the arguments, limited to the curve's domain, to its variable.
@inline(__always) func values(
  _ cells: PlainCells, _ x: Lanes, degree: Int, squares: Bool, _ root: (Lanes) -> Lanes
) -> Lanes {
  values(cells, ofVariable: root(clamped(x, cells.low, cells.high)), degree: degree, squares: squares)
}

/// The values of a curve at variables: roots of arguments in the domain.
@inline(__always) func values(_ cells: PlainCells, ofVariable s: Lanes, degree: Int, squares: Bool) -> Lanes {
  let (slot, rest) = place(s, in: cells)
  return values(cells, at: rest, coefficients(cells.tables, degree, slot), degree: degree, squares: squares)
}

/// The cells of variables, and what their polynomials are of.
@inline(__always) func place(_ s: Lanes, in cells: PlainCells) -> (slot: LaneIntegers, rest: Lanes) {
  let u = fma(s, cells.scale, cells.offset)
  return (lanes_slot(u, cells.shift), lanes_from_last(u, cells.shift))
}

/// The values of polynomials with these coefficients.
@inline(__always) func values(
  _ cells: PlainCells, at rest: Lanes, _ c: EachPower<Lanes>, degree: Int, squares: Bool
) -> Lanes {
  let value = polynomial(degree, rest, c)
  return squares ? fma(value, value, cells.lift) : value
}
