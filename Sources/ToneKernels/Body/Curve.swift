internal import CToneKernels

/// Replaces `count` numbers by their values on a curve. Error: that of the curve, as measured by its compiler with the same operations in the same
/// order.
@inline(never) func applyCurve(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  switch (curve.form.rawValue, curve.roots) {
  case (LANES_POWER.rawValue, _): powers(curve, p, count)
  case (LANES_CELLS.rawValue, 0): cells(curve, p, count)
  case (LANES_CELLS.rawValue, 1): cellsOfRoots(curve, p, count)
  case (LANES_CELLS.rawValue, _): cellsOfFourthRoots(curve, p, count)
  case (LANES_SQUARES.rawValue, _) where curve.scale == 1 && curve.offset == 0: directSquares(curve, p, count)
  case (LANES_SQUARES.rawValue, _): squares(curve, p, count)
  case (LANES_PIECES_SQUARED.rawValue, _): squaresOfPieces(curve, p, count)
  case (_, 0): pieces(curve, p, count)
  case (_, 1): piecesOfRoots(curve, p, count)
  default: piecesOfFourthRoots(curve, p, count)
  }
}

// The degree is a constant in each loop, so the tests for it disappear and no unused coefficient is looked up. Each kind of curve has its own
// function, because the compiler does not inline all of them together, and the degree would then not be a constant.

@inline(never) private func powers(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyPower(curve, $0, p, count) }
}

@inline(never) private func pieces(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyPieces(curve, $0, p, count) { $0 } }
}

@inline(never) private func squaresOfPieces(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyPieces(curve, $0, squares: true, p, count) { $0 } }
}

@inline(never) private func piecesOfRoots(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyPieces(curve, $0, p, count) { lanes_sqrt($0) } }
}

@inline(never) private func piecesOfFourthRoots(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyPieces(curve, $0, p, count) { lanes_sqrt(lanes_sqrt($0)) } }
}

@inline(never) private func cells(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyCells(curve, $0, squares: false, p, count) { $0 } }
}

@inline(never) private func cellsOfRoots(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyCells(curve, $0, squares: false, p, count) { lanes_sqrt($0) } }
}

@inline(never) private func cellsOfFourthRoots(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyCells(curve, $0, squares: false, p, count) { lanes_sqrt(lanes_sqrt($0)) } }
}

@inline(never) private func squares(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyCells(curve, $0, squares: true, p, count) { $0 } }
}

@inline(never) private func directSquares(_ curve: lanes_curve, _ p: Floats, _ count: Int) {
  eachDegree(curve) { applyCells(curve, $0, squares: true, isDirect: true, p, count) { $0 } }
}

/// Calls `body` with the curve's degree as a constant.
@inline(__always) private func eachDegree(_ curve: lanes_curve, _ body: (_ degree: Int) -> Void) {
  switch curve.degree {
  case 2: body(2)
  case 3: body(3)
  case 4: body(4)
  case 5: body(5)
  case 6: body(6)
  default: body(7)
  }
}

/// A power function, with its numbers in registers.
private typealias Power = (
  low: Lanes, high: Lanes, octaves: lanes_table, groups: lanes_table, coefficients: EachPower<Lanes>
)

@inline(__always) private func loadPower(_ curve: lanes_curve, degree: Int) -> Power {
  (
    splat(curve.low), splat(curve.high), lanes_load_table(curve.tables), lanes_load_table(curve.tables + 8),
    eachPower { splat((curve.tables + 16 + min($0, degree)).pointee) }
  )
}

/// The octave's factors times a polynomial of the mantissa.
@inline(__always) private func powerValue(_ power: Power, _ argument: Lanes, degree: Int) -> Lanes {
  let x = clamped(argument, power.low, power.high)
  return lanes_octave_factor(power.octaves, power.groups, x) * polynomial(degree, lanes_rest(x, 23), power.coefficients)
}

@inline(__always) private func applyPower(_ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int) {
  let power = loadPower(curve, degree: degree)
  eachVector(count) { i in lanes_store(p + i, powerValue(power, lanes_load(p + i), degree: degree)) }
}

/// One value for each power up to the highest degree; values beyond a curve's degree are not used.
typealias EachPower<Value> = (Value, Value, Value, Value, Value, Value, Value, Value)

@inline(__always) func eachPower<Value>(_ of: (_ power: Int) -> Value) -> EachPower<Value> {
  (of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7))
}

/// Evaluates a polynomial, highest power first.
@inline(__always) func polynomial(_ degree: Int, _ x: Lanes, _ c: EachPower<Lanes>) -> Lanes {
  var value = degree == 2 ? c.2 : degree == 3 ? c.3 : degree == 4 ? c.4 : degree == 5 ? c.5 : degree == 6 ? c.6 : c.7
  if degree > 6 { value = fma(value, x, c.6) }
  if degree > 5 { value = fma(value, x, c.5) }
  if degree > 4 { value = fma(value, x, c.4) }
  if degree > 3 { value = fma(value, x, c.3) }
  if degree > 2 { value = fma(value, x, c.2) }
  value = fma(value, x, c.1)
  return fma(value, x, c.0)
}
