internal import CLanes

/// The coefficients of one segment's polynomial, lowest power first; those beyond the degree are not used.
typealias Coefficients = (Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes)

/// Replaces `count` numbers by their values on a curve. Error: that of the curve, which its compiler proved with the same
/// operations in the same order.
@inline(never) func applyCurve(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  let segments = curve.powers != 0 ? 0 : curve.segments
  // The degree is a constant in each, so that nothing is left of the tests for it, and nothing looked up in vain.
  switch (segments, curve.degree) {
  case (0, 2): applyPower(curve, 2, p, count)
  case (0, 3): applyPower(curve, 3, p, count)
  case (0, 4): applyPower(curve, 4, p, count)
  case (0, _): applyPower(curve, 5, p, count)
  case (32, 2): apply32(curve, 2, p, count)
  case (32, 3): apply32(curve, 3, p, count)
  case (32, 4): apply32(curve, 4, p, count)
  case (32, 5): apply32(curve, 5, p, count)
  case (32, _): apply32(curve, 6, p, count)
  case (64, 2): apply64(curve, 2, p, count)
  case (64, 3): apply64(curve, 3, p, count)
  case (64, 4): apply64(curve, 4, p, count)
  case (64, 5): apply64(curve, 5, p, count)
  case (_, 2): applyWide(curve, 2, p, count)
  case (_, 3): applyWide(curve, 3, p, count)
  case (_, 4): applyWide(curve, 4, p, count)
  case (_, 5): applyWide(curve, 5, p, count)
  default: applyWide(curve, 6, p, count)
  }
}

@inline(__always) func apply32(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let tables = tables32(curve, degree)
  eachSegmented(curve, p, count) { slot, t in polynomial(degree, t, pick(tables, slot)) }
}

@inline(__always) func apply64(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let tables = tables64(curve, degree)
  eachSegmented(curve, p, count) { slot, t in polynomial(degree, t, pick(tables, slot)) }
}

@inline(__always) func applyWide(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let tables = wideTables(curve, degree)
  eachSegmented(curve, p, count) { slot, t in polynomial(degree, t, pick(tables, slot)) }
}

/// A power function: the factor of the octave times a polynomial of the mantissa.
@inline(__always) func applyPower(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let factors = table32(curve.coefficients)
  @inline(__always) func at(_ power: Int) -> Lanes { splat((curve.coefficients + 32 + min(power, degree)).pointee) }
  let c = (at(0), at(1), at(2), at(3), at(4), at(5), at(6))
  eachVector(count) { i in
    let u = located(lanes_load(p + i), curve)
    lanes_store(p + i, pick(factors, lanes_slot(u, 23)) * polynomial(degree, lanes_rest(u, 23), c))
  }
}

/// Calls with the segment of every lane and the variable within it.
@inline(__always) func eachSegmented(
  _ curve: lanes_curve, _ p: Floats, _ count: Int, _ value: (_ slot: LaneIntegers, _ t: Lanes) -> Lanes
) {
  let shift = 23 - curve.mantissa_bits
  let middle = splat(1 + 0.5 / Float(1 << curve.mantissa_bits))
  eachVector(count) { i in
    let u = located(lanes_load(p + i), curve)
    lanes_store(p + i, value(lanes_slot(u, shift), lanes_rest(u, shift) - middle))
  }
}

/// The number whose bits choose the segment.
@inline(__always) func located(_ x: Lanes, _ curve: lanes_curve) -> Lanes {
  clamped(fma(x, splat(curve.scale), splat(curve.offset)), splat(curve.low), splat(curve.high))
}

/// A polynomial, highest power first.
@inline(__always) func polynomial(_ degree: Int, _ x: Lanes, _ c: Coefficients) -> Lanes {
  var value = degree == 2 ? c.2 : degree == 3 ? c.3 : degree == 4 ? c.4 : degree == 5 ? c.5 : c.6
  if degree > 5 { value = fma(value, x, c.5) }
  if degree > 4 { value = fma(value, x, c.4) }
  if degree > 3 { value = fma(value, x, c.3) }
  if degree > 2 { value = fma(value, x, c.2) }
  value = fma(value, x, c.1)
  return fma(value, x, c.0)
}
