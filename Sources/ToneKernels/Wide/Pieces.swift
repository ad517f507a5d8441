internal import CLanes

/// Evaluates the polynomials of a curve's pieces at the arguments, after `root` is applied to them.
@inline(__always) func applyPieces(
  _ curve: lanes_curve, _ degree: Int, _ p: Floats, _ count: Int, _ root: (Lanes) -> Lanes
) {
  let places = lanes_load_places(curve.places)
  let centers = lanes_load_cells(curve.tables, places)
  let c = eachPower { lanes_load_cells(curve.tables + 8 * (1 + min($0, degree)), places) }
  let (scale, offset, low, high) = (splat(curve.scale), splat(curve.offset), splat(curve.low), splat(curve.high))
  let shift = 23 - curve.mantissa_bits
  eachVector(count) { i in
    let s = root(clamped(lanes_load(p + i), low, high))
    let k = lanes_place(places, lanes_slot(fma(s, scale, offset), shift))
    let coefficients = (
      lanes_pick(c.0, k), lanes_pick(c.1, k), lanes_pick(c.2, k), lanes_pick(c.3, k), lanes_pick(c.4, k),
      lanes_pick(c.5, k), lanes_pick(c.6, k), lanes_pick(c.7, k)
    )
    lanes_store(p + i, polynomial(degree, s - lanes_pick(centers, k), coefficients))
  }
}
