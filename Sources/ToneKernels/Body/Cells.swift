internal import CToneKernels

/// A curve of plain cells, with its numbers in registers.
typealias PlainCells = (
  scale: Lanes, offset: Lanes, lift: Lanes, low: Lanes, high: Lanes, shift: Int32, tables: CellTables
)

@inline(__always) func loadPlainCells(_ curve: lanes_curve, degree: Int) -> PlainCells {
  (
    splat(curve.scale), splat(curve.offset), splat(-curve.lift), splat(curve.low), splat(curve.high),
    23 - curve.mantissa_bits, loadCells(curve, degree)
  )
}

/// The cells of variables, and the arguments of their polynomials.
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
