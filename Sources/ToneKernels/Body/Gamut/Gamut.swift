internal import CLanes

/// Applies the perceptual gamut map, `GamutMaps.PerceptualGamutMap`, to a strip: three rows at `rows`, in place.
///
/// Colors that a quick test finds in the core do not change. If few colors are outside, they are copied out of the strip, moved
/// side by side, and put back; if most are outside, all are moved in place. The bits are the same, because the result of a color
/// depends only on that color.
@inline(never) func mapGamut(_ gamut: lanes_gamut, _ rows: Floats, _ strip: Floats, _ count: Int) {
  let outside = UnsafeMutableRawPointer(strip + Int(LANES_GAMUT_ROWS) * rowStep).assumingMemoryBound(to: UInt32.self)
  let found = glance(gamut, rows, count, outside)
  if found == 0 { return }
  let base = strip + (Int(LANES_GAMUT_ROWS) + 1) * rowStep
  let most = Int(LANES_OUTLIERS)
  if found &* 4 >= count &* 3 {
    var x = 0
    while x < count {
      let some = min(most, count - x)
      let colors = OutlierRows(color: rows + x, color_step: rowStep, base: base, step: most, count: some)
      moveOutliers(gamut, colors, only: outside + x / Lanes.count)
      x += some
    }
    return
  }
  let vectors = count / Lanes.count
  var next = 0
  while next < vectors {
    let first = next
    var some = 0
    // As many vectors at a time as fit: the rows of their outliers must fit into the strip.
    while next < vectors, some &+ outside[next].nonzeroBitCount <= most {
      some &+= outside[next].nonzeroBitCount
      next += 1
    }
    if some > 0 { mapSome(gamut, rows, base, outside, first, next, some) }
  }
}

/// Copies the outliers of some vectors out of the strip, moves them into the hull, and puts them back.
@inline(__always) func mapSome(
  _ gamut: lanes_gamut, _ to: Floats, _ base: Floats, _ outside: UnsafeMutablePointer<UInt32>, _ first: Int, _ end: Int,
  _ found: Int
) {
  // One vector more than needed: storing chosen lanes writes beyond them.
  let step = wholeVectors(found) + Lanes.count
  let rows = OutlierRows(color: base, color_step: step, base: base + 3 * step, step: step, count: found)
  var k = 0
  eachChosen(outside, first, end) { i, bits in
    let color = three(to + i)
    lanes_store_chosen(rows.color + k, color.0, bits)
    lanes_store_chosen(rows.color + step + k, color.1, bits)
    lanes_store_chosen(rows.color + 2 * step + k, color.2, bits)
    k += bits.nonzeroBitCount
  }
  // Beyond the last color any valid color will do.
  for row in 0..<3 { lanes_store(rows.color + row * step + k, splat(1)) }
  moveOutliers(gamut, rows, only: nil)
  k = 0
  eachChosen(outside, first, end) { i, bits in
    let color = three(to + i)
    lanes_store(to + i, lanes_load_chosen(color.0, rows.color + k, bits))
    lanes_store(to + rowStep + i, lanes_load_chosen(color.1, rows.color + step + k, bits))
    lanes_store(to + 2 * rowStep + i, lanes_load_chosen(color.2, rows.color + 2 * step + k, bits))
    k += bits.nonzeroBitCount
  }
}

/// Calls `body` for each vector with a chosen lane, with its first column and its bits.
@inline(__always) func eachChosen(
  _ chosen: UnsafeMutablePointer<UInt32>, _ first: Int, _ end: Int, _ body: (_ i: Int, _ bits: UInt32) -> Void
) {
  var vector = first
  while vector < end {
    if chosen[vector] != 0 { body(vector * Lanes.count, chosen[vector]) }
    vector += 1
  }
}

/// The distance from one row of a strip to the next.
@inline(__always) var rowStep: Int { Int(LANES_STRIP) }

/// Finds the colors that may lie outside the core: stores the lanes of each vector as bits, and returns the number of such colors.
///
/// `GamutMaps.CoreGlance`. Black, white and all neutrals of the display are in the core, roundings included.
@inline(__always) func glance(
  _ gamut: lanes_gamut, _ rows: Floats, _ count: Int, _ found: UnsafeMutablePointer<UInt32>
) -> Int {
  let parts = gamut.sure_floor
  let (redG, redB) = (splat(-parts.0), splat(-parts.1))
  let (greenR, greenB) = (splat(-parts.2), splat(-parts.3))
  let (blueR, blueG) = (splat(-parts.4), splat(-parts.5))
  let ceilings = (splat(gamut.sure_ceiling.0), splat(gamut.sure_ceiling.1), splat(gamut.sure_ceiling.2))
  let bends = (splat(gamut.sure_bend.0), splat(gamut.sure_bend.1), splat(gamut.sure_bend.2))
  let (sure, one, white, dimmest) = (splat(gamut.sure_depth), splat(1), splat(-gamut.white_slack), splat(gamut.dimmest))
  var all = 0
  eachVector(count) { i in
    let (r, g, b) = three(rows + i)
    let lack = lanes_min(r, lanes_min(g, b)) - one
    let high = lanes_max(r, lanes_max(g, b))
    let red = fma(redG, g, fma(redB, b, r))
    let green = fma(greenR, r, fma(greenB, b, g))
    let blue = fma(blueR, r, fma(blueG, g, b))
    let depth = lanes_min(red, lanes_min(green, blue))
    let ceiling = (fma(bends.0, lack, ceilings.0), fma(bends.1, lack, ceilings.1), fma(bends.2, lack, ceilings.2))
    let room = lanes_min(
      fma(ceiling.0, lack, one - r), lanes_min(fma(ceiling.1, lack, one - g), fma(ceiling.2, lack, one - b)))
    let isCore = lanes_at_least(depth, sure) & lanes_at_least(room, white) | lanes_at_least(dimmest, high)
    let bits = lanes_bits(~isCore)
    found[i / Lanes.count] = bits
    all &+= bits.nonzeroBitCount
  }
  return all
}
