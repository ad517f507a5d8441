internal import CLanes

/// Replaces `count` numbers by their values on a curve. Error: that of the curve, which its compiler proved with the same
/// operations in the same order.
@inline(never) func applyCurve(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  switch (curve.segments, curve.degree) {
  case (32, 2): apply32(curve, 2, p, count)
  case (32, 3): apply32(curve, 3, p, count)
  case (32, 4): apply32(curve, 4, p, count)
  case (32, 5): apply32(curve, 5, p, count)
  case (32, 6): apply32(curve, 6, p, count)
  case (64, 2): apply64(curve, 2, p, count)
  case (64, 3): apply64(curve, 3, p, count)
  case (64, 4): apply64(curve, 4, p, count)
  case (64, 5): apply64(curve, 5, p, count)
  default: applyWide(curve, p, count)
  }
}

/// The segment of every lane and the variable within it.
@inline(__always) func located(_ x: Lanes, _ curve: lanes_curve) -> (slot: LaneIntegers, t: Lanes) {
  let u = clamped(fma(x, splat(curve.scale), splat(curve.offset)), splat(curve.low), splat(curve.high))
  let shift = 23 - curve.mantissa_bits
  let middle = 1 + 0.5 / Float(1 << curve.mantissa_bits)
  return (lanes_slot(u, shift), lanes_rest(u, shift) - splat(middle))
}

/// A polynomial, highest power first. With a constant degree nothing is left of the tests.
@inline(__always) func polynomial(_ degree: Int, _ x: Lanes, _ coefficient: (Int) -> Lanes) -> Lanes {
  var value = coefficient(degree)
  if degree > 5 { value = fma(value, x, coefficient(5)) }
  if degree > 4 { value = fma(value, x, coefficient(4)) }
  if degree > 3 { value = fma(value, x, coefficient(3)) }
  if degree > 2 { value = fma(value, x, coefficient(2)) }
  value = fma(value, x, coefficient(1))
  return fma(value, x, coefficient(0))
}

@inline(__always) func apply32(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let c = curve.coefficients!
  let t0 = table32(c)
  let t1 = table32(c + 32)
  let t2 = table32(c + 64)
  let t3 = table32(c + min(3, degree) * 32)
  let t4 = table32(c + min(4, degree) * 32)
  let t5 = table32(c + min(5, degree) * 32)
  let t6 = table32(c + min(6, degree) * 32)
  var i = 0
  while i < count {
    let (slot, x) = located(lanes_load(p + i), curve)
    let value = polynomial(degree, x) { power in
      switch power {
      case 0: pick(t0, slot)
      case 1: pick(t1, slot)
      case 2: pick(t2, slot)
      case 3: pick(t3, slot)
      case 4: pick(t4, slot)
      case 5: pick(t5, slot)
      default: pick(t6, slot)
      }
    }
    lanes_store(p + i, value)
    i += Lanes.count
  }
}

@inline(__always) func apply64(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let c = curve.coefficients!
  let t0 = table64(c)
  let t1 = table64(c + 64)
  let t2 = table64(c + 128)
  let t3 = table64(c + min(3, degree) * 64)
  let t4 = table64(c + min(4, degree) * 64)
  let t5 = table64(c + min(5, degree) * 64)
  var i = 0
  while i < count {
    let (slot, x) = located(lanes_load(p + i), curve)
    let value = polynomial(degree, x) { power in
      switch power {
      case 0: pick(t0, slot)
      case 1: pick(t1, slot)
      case 2: pick(t2, slot)
      case 3: pick(t3, slot)
      case 4: pick(t4, slot)
      default: pick(t5, slot)
      }
    }
    lanes_store(p + i, value)
    i += Lanes.count
  }
}

/// Tables too large for registers: every coefficient is fetched from memory.
@inline(__always) func applyWide(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  let n = Int(curve.segments)
  var i = 0
  while i < count {
    let (slot, x) = located(lanes_load(p + i), curve)
    let index = slot & LaneIntegers(repeating: curve.segments - 1)
    var power = Int(curve.degree)
    var value = lanes_gather(curve.coefficients + power * n, index)
    while power > 0 {
      power -= 1
      value = fma(value, x, lanes_gather(curve.coefficients + power * n, index))
    }
    lanes_store(p + i, value)
    i += Lanes.count
  }
}
