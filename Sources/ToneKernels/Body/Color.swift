public import CToneKernels

/// Runs a color program over `count` columns of a strip, in place: see `lanes_op`.
public func runProgram(_ program: UnsafePointer<lanes_program>, _ strip: UnsafeMutablePointer<Float>, _ count: Int) {
  let program = program.pointee
  let count = roundedUp(count)
  var index: Int32 = 0
  while index < program.count {
    let op = program.ops + Int(index)
    let joined = runJoined(op, program.count - index, strip, count)
    if joined == 0 { run(op, strip, count) }
    index += max(joined, 1)
    let last = program.ops + Int(index - 1)
    if last.pointee.kind.rawValue == LANES_PERCEPTUAL.rawValue, index < program.count || program.stays == 0 {
      copyThree(from: rowPointer(strip, Int32(LANES_GAMUT_ROWS)), rowPointer(strip, last.pointee.to), count)
    }
  }
}

@inline(__always) func rowPointer(_ strip: Floats, _ index: Int32) -> Floats { strip + Int(index) * Int(LANES_STRIP) }

@inline(__always) func run(_ op: UnsafePointer<lanes_op>, _ strip: Floats, _ count: Int) {
  let to = rowPointer(strip, op.pointee.to)
  let from = rowPointer(strip, op.pointee.from)
  switch op.pointee.kind.rawValue {
  case LANES_CURVE.rawValue:
    if count == Int(LANES_STRIP) {
      applyCurve(op.pointee.curve, to, count * Int(op.pointee.rows))
    } else {
      var row = 0
      while row < op.pointee.rows {
        applyCurve(op.pointee.curve, to + row * Int(LANES_STRIP), count)
        row += 1
      }
    }
  case LANES_MATRIX.rawValue: applyMatrix(op.pointee, strip, count)
  case LANES_WEIGH.rawValue: weigh(op.pointee, from: from, to, count)
  case LANES_MAXIMUM.rawValue:
    eachVector(count) { i in
      let (a, b, c) = three(from + i)
      lanes_store(to + i, lanes_max(a, lanes_max(b, c)))
    }
  case LANES_MINIMUM.rawValue:
    eachVector(count) { i in
      let (a, b, c) = three(from + i)
      lanes_store(to + i, lanes_min(a, lanes_min(b, c)))
    }
  case LANES_ADD.rawValue:
    let term = rowPointer(strip, op.pointee.operand)
    eachRow(op.pointee.rows, count) { i, row in
      lanes_store(to + row + i, lanes_load(to + row + i) + lanes_load(term + i))
    }
  case LANES_ODD_CURVE.rawValue: applyOddCurve(op.pointee, to, strip, count)
  case LANES_DESATURATE.rawValue: desaturate(op.pointee, to, count)
  case LANES_MULTIPLY.rawValue:
    let gain = rowPointer(strip, op.pointee.operand)
    eachRow(op.pointee.rows, count) { i, row in
      lanes_store(to + row + i, lanes_load(to + row + i) * lanes_load(gain + i))
    }
  case LANES_COPY.rawValue:
    let addend = splat(op.pointee.addend)
    eachRow(op.pointee.rows, count) { i, row in lanes_store(to + row + i, lanes_load(from + row + i) + addend) }
  case LANES_RATIO.rawValue:
    let other = rowPointer(strip, op.pointee.operand)
    eachVector(count) { i in
      let (a, b) = (lanes_load(from + i), lanes_load(other + i))
      let ratio = lanes_min(a, b) / lanes_max(a, b)
      lanes_store(to + i, lanes_select(lanes_ge(splat(0), lanes_max(a, b)), splat(1), ratio))
    }
  case LANES_PERCEPTUAL.rawValue: mapGamut(op.pointee, to, strip, count)
  case LANES_BRIGHTNESS.rawValue: measureBrightness(op.pointee, from: from, to, count)
  case LANES_PIECEWISE_SCALE.rawValue:
    let (below, above) = (splat(op.pointee.below), splat(op.pointee.above))
    eachRow(op.pointee.rows, count) { i, row in
      let v = lanes_load(to + row + i)
      lanes_store(to + row + i, v * lanes_select(lanes_ge(splat(0), v), below, above))
    }
  case LANES_INTENSITY.rawValue: applyIntensity(op.pointee, to, strip, count)
  case LANES_LATTICE.rawValue:
    applyLattice(op.pointee.lattice, from: from, to, rowPointer(strip, Int32(LANES_GAMUT_ROWS)), count)
  case LANES_LOOKUP.rawValue: applyLookup(op.pointee.lookup, op.pointee.rows, to, count)
  default: fillWithNaN(strip, count)
  }
}

@inline(__always) private func copyThree(from: Floats, _ to: Floats, _ count: Int) {
  eachRow(3, count) { i, row in lanes_store(to + row + i, lanes_load(from + row + i)) }
}

/// Fills the color of a job unknown to the kernels with NaN, so that the error is obvious.
@inline(never) func fillWithNaN(_ strip: Floats, _ count: Int) {
  eachRow(3, roundedUp(count)) { i, row in lanes_store(strip + row + i, splat(.nan)) }
}

@inline(__always) func eachVector(_ count: Int, _ body: (_ i: Int) -> Void) {
  var i = 0
  while i < count {
    body(i)
    i += Lanes.count
  }
}

@inline(__always) func eachRow(_ rows: Int32, _ count: Int, _ body: (_ i: Int, _ row: Int) -> Void) {
  var row = 0
  while row < Int(rows) * Int(LANES_STRIP) {
    eachVector(count) { i in body(i, row) }
    row += Int(LANES_STRIP)
  }
}

/// The vectors of three rows at one column.
@inline(__always) func three(_ p: Floats) -> (Lanes, Lanes, Lanes) {
  (lanes_load(p), lanes_load(p + Int(LANES_STRIP)), lanes_load(p + 2 * Int(LANES_STRIP)))
}

@inline(__always) func applyMatrix(_ op: lanes_op, _ strip: Floats, _ count: Int) {
  let (from, to) = (rowPointer(strip, op.from), rowPointer(strip, op.to))
  let gain = rowPointer(strip, max(op.operand, 0))
  let m = matrixRows(op.matrix)
  let (low, high) = (splat(op.low), splat(op.high))
  @inline(__always) func each(gains: Bool, clamps: Bool) {
    eachVector(count) { i in
      var (a, b, c) = three(from + i)
      if gains {
        let g = lanes_load(gain + i)
        (a, b, c) = (a * g, b * g, c * g)
      }
      var (p, q, r) = (product(m.0, a, b, c), product(m.1, a, b, c), product(m.2, a, b, c))
      if clamps { (p, q, r) = (clamped(p, low, high), clamped(q, low, high), clamped(r, low, high)) }
      lanes_store(to + i, p)
      lanes_store(to + Int(LANES_STRIP) + i, q)
      lanes_store(to + 2 * Int(LANES_STRIP) + i, r)
    }
  }
  switch (op.operand >= 0, op.clamps != 0) {
  case (false, false): each(gains: false, clamps: false)
  case (false, true): each(gains: false, clamps: true)
  case (true, false): each(gains: true, clamps: false)
  case (true, true): each(gains: true, clamps: true)
  }
}

@inline(__always) func weigh(_ op: lanes_op, from: Floats, _ to: Floats, _ count: Int) {
  let m = matrixRows(op.matrix).0
  let clamps = op.clamps != 0
  let (low, high) = (splat(op.low), splat(op.high))
  eachVector(count) { i in
    let (a, b, c) = three(from + i)
    let sum = product(m, a, b, c)
    lanes_store(to + i, clamps ? clamped(sum, low, high) : sum)
  }
}

/// Measures `ColorOperations.Norm.brightness`.
@inline(__always) func measureBrightness(_ op: lanes_op, from: Floats, _ to: Floats, _ count: Int) {
  let rows = matrixRows(op.matrix)
  eachVector(count) { i in
    let (r, g, b) = three(from + i)
    lanes_store(to + i, brightness(rows.0, rows.1.y, r, g, b))
  }
}

/// The brightness of colors. Vectors without saturated colors skip the square root; the result is their luminance in either case.
@inline(__always) func brightness(_ weights: MatrixRow, _ green: Lanes, _ r: Lanes, _ g: Lanes, _ b: Lanes) -> Lanes {
  let luminance = product(weights, r, g, b)
  let minimum = lanes_min(r, lanes_min(g, b))
  let redOrBlue = lanes_max(r, b)
  let excess = fma(luminance, splat(-0.5), lanes_max(redOrBlue - minimum, (g - minimum) * green))
  let isPale = lanes_ge(splat(0), excess)
  if lanes_bits(~isPale) == 0 { return luminance }
  let strong = lanes_sqrt(fma(luminance, luminance, excess * excess))
  return lanes_select(isPale, luminance, lanes_min(strong, lanes_max(redOrBlue, g)))
}

/// Changes the intensity of ICtCp directly in cone responses: the matrix to ICtCp, the gains and the matrix back are multiplied
/// out and simplified.
@inline(__always) func applyIntensity(_ op: lanes_op, _ to: Floats, _ strip: Floats, _ count: Int) {
  let weights = matrixRows(op.matrix).0
  let found = rowPointer(strip, op.operand)
  eachVector(count) { i in
    let (l, m, s) = three(to + i)
    let (before, after) = (product(weights, l, m, s), lanes_load(found + i))
    let greater = lanes_max(before, after)
    let quotient = lanes_min(before, after) / greater
    let ratio = lanes_select(lanes_ge(splat(0), greater), splat(1), quotient)
    @inline(__always) func moved(_ x: Lanes) -> Lanes { fma(ratio, x - before, after) }
    lanes_store(to + i, moved(l))
    lanes_store(to + Int(LANES_STRIP) + i, moved(m))
    lanes_store(to + 2 * Int(LANES_STRIP) + i, moved(s))
  }
}

/// Applies the curve to the magnitude and keeps the sign; signs are stored in the gamut map's rows, which are free between its steps.
@inline(__always) func applyOddCurve(_ op: lanes_op, _ to: Floats, _ strip: Floats, _ count: Int) {
  let signs = rowPointer(strip, Int32(LANES_GAMUT_ROWS))
  var row = 0
  while row < Int(op.rows) {
    let p = to + row * Int(LANES_STRIP)
    eachVector(count) { i in
      let v = lanes_load(p + i)
      lanes_store(signs + i, v)
      lanes_store(p + i, lanes_abs(v))
    }
    applyCurve(op.curve, p, count)
    eachVector(count) { i in lanes_store(p + i, lanes_signed_as(lanes_abs(lanes_load(p + i)), lanes_load(signs + i))) }
    row += 1
  }
}

/// Applies `GamutMaps.GamutDesaturation`, step by step, with the peak as 1. Error against it: a few roundings of numbers up to 1.
@inline(__always) func desaturate(_ op: lanes_op, _ rows: Floats, _ count: Int) {
  let weights = matrixRows(op.matrix).0
  let (zero, one) = (splat(0), splat(1))
  eachVector(count) { i in
    let (r, g, b) = three(rows + i)
    let y = product(weights, r, g, b)
    let (low, high) = (lanes_min(r, lanes_min(g, b)), lanes_max(r, lanes_max(g, b)))
    let room = one - y
    let (over, under) = (room / lanes_max(high - y, room), y / lanes_max(y - low, y))
    let part = lanes_min(over, under)
    // A component that reaches 0 is set to 0, not to a rounding error of the luminance, which a display's curve would make visible.
    let reachesZero = lanes_ge(over, under)
    // A luminance at or above the peak gives white, at or below 0 black; rounding must not leave the cube.
    let kept = lanes_select(lanes_ge(y, one), zero, lanes_select(lanes_ge(zero, y), zero, part))
    let neutral = clamped(y, zero, one)
    let fits = lanes_ge(kept, one)
    @inline(__always) func moved(_ c: Lanes) -> Lanes {
      let inside = lanes_select(reachesZero & lanes_ge(low, c), zero, fma(kept, c - y, neutral))
      let moved = lanes_select(fits, c, inside)
      return clamped(lanes_select(lanes_ge(zero, kept), neutral, moved), zero, one)
    }
    let (p, q, s) = (moved(r), moved(g), moved(b))
    lanes_store(rows + i, p)
    lanes_store(rows + Int(LANES_STRIP) + i, q)
    lanes_store(rows + 2 * Int(LANES_STRIP) + i, s)
  }
}
