internal import CLanes

/// The coefficients of one segment's polynomial, lowest power first; those beyond the degree are not used.
typealias Coefficients = (Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes, Lanes)

/// Replaces `count` numbers by their values on a curve. Error: that of the curve, which its compiler proved with the same
/// operations in the same order.
@inline(never) func applyCurve(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  switch curve.powers != 0 ? 0 : curve.segments {
  case 0: curvesOfPowers(curve, p, count)
  case 32: curve.degree < 6 ? curvesOf32(curve, p, count) : steepCurvesOf32(curve, p, count)
  case 64: curvesOf64(curve, p, count)
  default: wideCurves(curve, p, count)
  }
}

// The degree is a constant in each loop, so that nothing is left of the tests for it, and nothing looked up in vain. A function for
// each kind of table: all in one are more than the compiler inlines, and then the degree is no constant.

@inline(never) private func curvesOfPowers(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  switch curve.degree {
  case 2: applyPower(curve, 2, p, count)
  case 3: applyPower(curve, 3, p, count)
  case 4: applyPower(curve, 4, p, count)
  default: applyPower(curve, 5, p, count)
  }
}

@inline(never) private func curvesOf32(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  switch curve.degree {
  case 2: apply32(curve, 2, p, count)
  case 3: apply32(curve, 3, p, count)
  case 4: apply32(curve, 4, p, count)
  default: apply32(curve, 5, p, count)
  }
}

@inline(never) private func steepCurvesOf32(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  if curve.degree == 6 { apply32(curve, 6, p, count) } else { apply32(curve, 7, p, count) }
}

@inline(never) private func curvesOf64(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  switch curve.degree {
  case 2: apply64(curve, 2, p, count)
  case 3: apply64(curve, 3, p, count)
  case 4: apply64(curve, 4, p, count)
  default: apply64(curve, 5, p, count)
  }
}

@inline(never) private func wideCurves(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  switch curve.degree {
  case 2: applyWide(curve, 2, p, count)
  case 3: applyWide(curve, 3, p, count)
  case 4: applyWide(curve, 4, p, count)
  case 5: applyWide(curve, 5, p, count)
  default: applyWide(curve, 6, p, count)
  }
}

@inline(__always) func apply32(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let tables = tables32(curve, degree)
  eachSegmented(curve, p, count) { place, t in polynomial(degree, t, pick(tables, place)) }
}

@inline(__always) func apply64(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let tables = tables64(curve, degree)
  eachSegmented(curve, p, count) { place, t in polynomial(degree, t, pick(tables, place)) }
}

@inline(__always) func applyWide(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let tables = wideTables(curve, degree)
  eachSegmented(curve, p, count) { place, t in polynomial(degree, t, pick(tables, place)) }
}

/// A power function: the factor of the octave times a polynomial of the mantissa.
@inline(__always) func applyPower(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let factors = table32(curve.coefficients)
  @inline(__always) func at(_ power: Int) -> Lanes { splat((curve.coefficients + 32 + min(power, degree)).pointee) }
  let c = (at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7))
  eachVector(count) { i in
    let u = located(lanes_load(p + i), curve)
    lanes_store(p + i, pick(factors, lanes_slot(u, 23)) * polynomial(degree, lanes_rest(u, 23), c))
  }
}

/// Replaces numbers by a function of where their segment is found and of the variable within it.
@inline(__always) func eachSegmented(
  _ curve: lanes_curve, _ p: Floats, _ count: Int, _ value: (_ place: Place, _ t: Lanes) -> Lanes
) {
  let shift = 23 - curve.mantissa_bits
  let middle = splat(1 + 0.5 / Float(1 << curve.mantissa_bits))
  eachPlaced(
    p, count,
    { x in
      let u = located(x, curve)
      return (placed(u, shift, curve.segments), lanes_rest(u, shift) - middle)
    }, value)
}

/// Replaces numbers by a function of the two that `locate` finds.
@inline(__always) func eachPlaced(
  _ p: Floats, _ count: Int, _ locate: (Lanes) -> (place: LaneIntegers, t: Lanes),
  _ value: (LaneIntegers, Lanes) -> Lanes
) {
  eachVector(count) { i in
    let (place, t) = locate(lanes_load(p + i))
    lanes_store(p + i, value(place, t))
  }
}

/// The place that the bits of `u` tell: the number of a segment, or of the byte where its row begins.
///
/// Numbers are not limited to those that there are: what looks them up in registers minds only their last bits.
@inline(__always) func placed(_ u: Lanes, _ shift: Int32, _ segments: Int32) -> LaneIntegers {
  if placeStep == 1 { return lanes_slot(u, shift) }
  let bits = Int32(truncatingIfNeeded: placeStep.trailingZeroBitCount)
  return lanes_slot(u, shift - bits) & LaneIntegers(repeating: (segments - 1) << bits)
}

/// The number whose bits choose the segment.
@inline(__always) func located(_ x: Lanes, _ curve: lanes_curve) -> Lanes {
  clamped(fma(x, splat(curve.scale), splat(curve.offset)), splat(curve.low), splat(curve.high))
}

/// A polynomial, highest power first.
@inline(__always) func polynomial(_ degree: Int, _ x: Lanes, _ c: Coefficients) -> Lanes {
  var value = degree == 2 ? c.2 : degree == 3 ? c.3 : degree == 4 ? c.4 : degree == 5 ? c.5 : degree == 6 ? c.6 : c.7
  if degree > 6 { value = fma(value, x, c.6) }
  if degree > 5 { value = fma(value, x, c.5) }
  if degree > 4 { value = fma(value, x, c.4) }
  if degree > 3 { value = fma(value, x, c.3) }
  if degree > 2 { value = fma(value, x, c.2) }
  value = fma(value, x, c.1)
  return fma(value, x, c.0)
}
