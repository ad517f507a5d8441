internal import CLanes

/// A curve of plain cells, with its numbers in registers: make it before a loop and call it in the loop, with the same degree, form and roots as
/// constants.
struct PlainCells {
  private let scale, offset, lift, low, high: Lanes
  private let shift: Int32
  let tables: CellTables

  @inline(__always) init(_ curve: lanes_curve, degree: Int) {
    (scale, offset, lift) = (splat(curve.scale), splat(curve.offset), splat(-curve.lift))
    (low, high) = (splat(curve.low), splat(curve.high))
    shift = 23 - curve.mantissa_bits
    tables = loadCells(curve, degree)
  }

  /// The values at some arguments. Error: that of the curve, as its compiler proved it with the same operations in the same order.
  ///
  /// - Parameter root: From the arguments, limited to the curve's domain, to its variable.
  @inline(__always) func callAsFunction(
    _ x: Lanes, degree: Int, squares: Bool, _ root: (Lanes) -> Lanes
  ) -> Lanes {
    value(ofVariable: limited(x, root), degree: degree, squares: squares)
  }

  /// The values at variables: roots of arguments in the domain.
  @inline(__always) func value(ofVariable s: Lanes, degree: Int, squares: Bool) -> Lanes {
    let (slot, rest) = place(s)
    return value(rest, coefficients(tables, degree, slot), degree: degree, squares: squares)
  }

  /// The variables of some arguments.
  @inline(__always) func limited(_ x: Lanes, _ root: (Lanes) -> Lanes) -> Lanes { root(clamped(x, low, high)) }

  /// The cells of variables, and what their polynomials are of.
  @inline(__always) func place(_ s: Lanes) -> (slot: LaneIntegers, rest: Lanes) {
    let u = fma(s, scale, offset)
    return (lanes_slot(u, shift), lanes_from_last(u, shift))
  }

  /// The values of polynomials with these coefficients.
  @inline(__always) func value(_ rest: Lanes, _ c: EachPower<Lanes>, degree: Int, squares: Bool) -> Lanes {
    let value = polynomial(degree, rest, c)
    return squares ? fma(value, value, lift) : value
  }
}
