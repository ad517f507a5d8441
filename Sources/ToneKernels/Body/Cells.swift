internal import CToneKernels

/// A curve of plain cells, with its numbers in registers.
typealias PlainCells = (scale: Lanes, offset: Lanes, lift: Lanes, low: Lanes, high: Lanes, tables: CellTables)

@inline(__always) func loadPlainCells(_ curve: lanes_curve, degree: Int) -> PlainCells {
  (
    splat(curve.scale), splat(curve.offset), splat(-curve.lift), splat(curve.low), splat(curve.high),
    loadCells(curve, degree)
  )
}

/// The cells of variables, in the last bits, and the arguments of their polynomials.
///
/// - Parameter isDirect: Whether the variables are already numbers of cells; a constant.
@inline(__always) func place(_ s: Lanes, in cells: PlainCells, isDirect: Bool) -> (cell: LaneIntegers, rest: Lanes) {
  let u = isDirect ? s : fma(s, cells.scale, cells.offset)
  let sum = u + splat(wholeNumbers)
  return (lanes_bits_of(sum), u - (sum - splat(wholeNumbers)))
}

/// The values of polynomials with these coefficients.
@inline(__always) func values(
  _ cells: PlainCells, at rest: Lanes, _ c: EachPower<Lanes>, degree: Int, squares: Bool
) -> Lanes {
  let value = polynomial(degree, rest, c)
  return squares ? fma(value, value, cells.lift) : value
}
