internal import CLanes

// The rows the outliers are worked on in. The color is in the first three, and so is the result.
@inline(__always) var directionRow: Int { 3 * rowStep }
@inline(__always) var leastRow: Int { 6 * rowStep }
@inline(__always) var greatestRow: Int { 7 * rowStep }
@inline(__always) var anchorRow: Int { 8 * rowStep }
@inline(__always) var insideRow: Int { 9 * rowStep }
@inline(__always) var outsideRow: Int { 10 * rowStep }
@inline(__always) var insideValueRow: Int { 11 * rowStep }
@inline(__always) var outsideValueRow: Int { 12 * rowStep }
@inline(__always) var placeRow: Int { 13 * rowStep }
@inline(__always) var lineRow: Int { 14 * rowStep }

/// Maps colors onto the hull: steps 3 to 11 of `GamutMaps.PerceptualGamutMap`, in its words.
///
/// Error: the place on the line is found to 2⁻²² of the way to the color.
@inline(__always) func mapOutliers(_ gamut: lanes_gamut, _ rows: Floats, _ count: Int) {
  drawLines(gamut, rows, count)
  let protected = gamut.makes_room != 0 ? gamut.protected_part : 1
  let end = splat(1 / protected)
  let atNeutral = neutralValue(gamut)
  eachVector(count) { i in lanes_store(rows + placeRow + i, end) }
  follow(gamut, rows, count)
  var anyOutside: UInt32 = 0
  eachVector(count) { i in
    let value = hullValue(gamut, rows + lineRow + i)
    let outside = lanes_at_least(value, splat(0x1p-126))
    anyOutside |= lanes_bits(outside)
    lanes_store(rows + outsideValueRow + i, value)
    lanes_store(rows + insideValueRow + i, atNeutral)
    // What does not cross the hull has its bracket closed from the start.
    lanes_store(rows + insideRow + i, lanes_select(outside, splat(0), end))
    lanes_store(rows + outsideRow + i, end)
  }
  if anyOutside != 0 {
    findCrossings(gamut, rows, count, end)
    finish(gamut, rows, count, end)
  } else {
    eachVector(count) { i in lanes_store(rows + placeRow + i, splat(-1)) }
  }
  settle(gamut, rows, count)
}

/// Each color's line: its anchor, and the way from there to the color, in PQ-coded cone responses.
@inline(__always) func drawLines(_ gamut: lanes_gamut, _ rows: Floats, _ count: Int) {
  let cones = matrixRows(gamut.cones)
  let perceived = matrixRows(gamut.perceived)
  let e = rows + directionRow
  eachVector(count) { i in
    let (r, g, b) = three(rows + i)
    store(cones, r, g, b, e + i)
  }
  applyCurve(gamut.inverse_eotf, e, count)
  applyCurve(gamut.inverse_eotf, e + rowStep, count)
  applyCurve(gamut.inverse_eotf, e + 2 * rowStep, count)
  eachVector(count) { i in
    let (l, m, s) = three(e + i)
    let intensity = product(perceived.0, l, m, s)
    let (ct, cp) = (product(perceived.1, l, m, s), product(perceived.2, l, m, s))
    let chroma = lanes_sqrt(fma(ct, ct, cp * cp))
    let above = lanes_max(intensity - cuspIntensity(gamut, ct, cp), splat(0))
    let anchor = intensity - above * chroma / (chroma + splat(gamut.focus))
    lanes_store(rows + anchorRow + i, anchor)
    lanes_store(e + i, l - anchor)
    lanes_store(e + rowStep + i, m - anchor)
    lanes_store(e + 2 * rowStep + i, s - anchor)
  }
}

/// The cusp's intensity at a hue: see `GamutMaps.HueCusps`.
@inline(__always) func cuspIntensity(_ gamut: lanes_gamut, _ ct: Lanes, _ cp: Lanes) -> Lanes {
  let sum = lanes_abs(ct) + lanes_abs(cp)
  let ratio = ct / lanes_max(sum, splat(0x1p-60))
  let angle = lanes_select(lanes_at_least(cp, splat(0)), splat(1) - ratio, splat(3) + ratio)
  let position = clamped(angle * splat(64), splat(0), splat(255.99998))
  let node = lanes_integers(position)
  let low = lanes_gather(gamut.cusps, node)
  let high = lanes_gather(gamut.cusps + 1, node)
  return fma(position - lanes_numbers(node), high - low, low)
}

/// The light of the display at each line's place, into the line's rows.
@inline(__always) func follow(_ gamut: lanes_gamut, _ rows: Floats, _ count: Int) {
  let line = rows + lineRow
  let components = matrixRows(gamut.components)
  eachVector(count) { i in
    let (place, anchor) = (lanes_load(rows + placeRow + i), lanes_load(rows + anchorRow + i))
    let (l, m, s) = three(rows + directionRow + i)
    lanes_store(line + i, fma(place, l, anchor))
    lanes_store(line + rowStep + i, fma(place, m, anchor))
    lanes_store(line + 2 * rowStep + i, fma(place, s, anchor))
  }
  applyCurve(gamut.eotf, line, count)
  applyCurve(gamut.eotf, line + rowStep, count)
  applyCurve(gamut.eotf, line + 2 * rowStep, count)
  eachVector(count) { i in
    let (l, m, s) = three(line + i)
    store(components, l, m, s, line + i)
  }
}

/// How far outside the hull the three components at a place of the rows are, as v / (1 + |v|): 0 on it.
@inline(__always) func hullValue(_ gamut: lanes_gamut, _ p: Floats) -> Lanes {
  let (r, g, b) = three(p)
  let rounded = gamut.makes_room != 0
  let (less, more) = (lanes_min(r, g), lanes_max(r, g))
  let low = lanes_min(less, b)
  let high = lanes_max(more, b)
  let middle = lanes_max(less, lanes_min(more, b))
  let blueness = lanes_max(b - more, splat(0))
  let fold = splat(gamut.overhang) * lanes_min(lanes_max(middle, splat(0)), splat(gamut.overhang_reach) * blueness)
  let floorReach = lanes_max(splat(rounded ? gamut.floor_corner : 1) * high, splat(0x1p-40))
  let ceilingReach = lanes_max(splat(rounded ? gamut.ceiling_corner : 1) * (splat(1) - low), splat(0x1p-40))
  let floor = splat(1) - (low + fold) / floorReach
  let ceiling = splat(1) - (splat(1) - high) / ceilingReach
  let either = lanes_max(floor, ceiling)
  let corner = lanes_at_least(lanes_min(floor, ceiling), splat(rounded ? 0 : 0x1p100))
  let reach = lanes_select(corner, lanes_sqrt(fma(floor, floor, ceiling * ceiling)), either)
  let excess = reach - splat(1)
  return excess / (splat(1) + lanes_abs(excess))
}

/// The value at every neutral above black.
@inline(__always) func neutralValue(_ gamut: lanes_gamut) -> Lanes {
  let rounded = gamut.makes_room != 0
  let floor = 1 - 1 / (rounded ? gamut.floor_corner : 1)
  let ceiling = 1 - 1 / (rounded ? gamut.ceiling_corner : 1)
  let excess = (floor > ceiling ? floor : ceiling) - 1
  return splat(excess / (1 - excess))
}

/// Where each line leaves the hull: the bracketed steps of `GamutMaps.PerceptualHull.crossing`, until each bracket is 2⁻²² wide.
@inline(__always) func findCrossings(_ gamut: lanes_gamut, _ rows: Floats, _ count: Int, _ end: Lanes) {
  let narrow = splat(0x1p-22)
  var allowance: Float = 2
  var open: UInt32 = 1
  while open != 0 && allowance > 0x1p-26 {
    eachVector(count) { i in
      let (inside, outside) = (lanes_load(rows + insideRow + i), lanes_load(rows + outsideRow + i))
      let width = outside - inside
      let half = splat(0.5) * (inside + outside)
      let interpolated = interpolation(rows, i)
      let ahead = lanes_at_least(half, interpolated)
      let truncation = lanes_min(splat(0.2) * width * width / end, lanes_abs(half - interpolated))
      let truncated = interpolated + lanes_select(ahead, truncation, splat(0) - truncation)
      let radius = lanes_max(splat(allowance) - splat(0.5) * width, splat(0))
      let projected = half - lanes_select(ahead, radius, splat(0) - radius)
      let near = lanes_at_least(radius, lanes_abs(truncated - half))
      lanes_store(rows + placeRow + i, lanes_select(near, truncated, projected))
    }
    follow(gamut, rows, count)
    open = 0
    eachVector(count) { i in
      let (inside, outside) = (lanes_load(rows + insideRow + i), lanes_load(rows + outsideRow + i))
      let value = hullValue(gamut, rows + lineRow + i)
      let place = lanes_load(rows + placeRow + i)
      // A bracket once closed stays as it is, whatever its neighbors still need.
      let isOpen = lanes_at_least(outside - inside, narrow)
      let isOutside = lanes_at_least(value, splat(0x1p-126))
      let (moveOut, moveIn) = (isOpen & isOutside, isOpen & ~isOutside)
      let (newInside, newOutside) = (lanes_select(moveIn, place, inside), lanes_select(moveOut, place, outside))
      lanes_store(rows + insideRow + i, newInside)
      lanes_store(rows + outsideRow + i, newOutside)
      lanes_store(rows + insideValueRow + i, lanes_select(moveIn, value, lanes_load(rows + insideValueRow + i)))
      lanes_store(rows + outsideValueRow + i, lanes_select(moveOut, value, lanes_load(rows + outsideValueRow + i)))
      open |= lanes_bits(lanes_at_least(newOutside - newInside, narrow))
    }
    allowance *= 0.5
  }
}

/// The zero of the straight line between a bracket's ends.
@inline(__always) func interpolation(_ rows: Floats, _ i: Int) -> Lanes {
  let (inside, outside) = (lanes_load(rows + insideRow + i), lanes_load(rows + outsideRow + i))
  let (below, above) = (lanes_load(rows + insideValueRow + i), lanes_load(rows + outsideValueRow + i))
  return (above * inside - below * outside) / (above - below)
}

/// Where on its line each color lands, and the light there; −1 where it stays as it is.
@inline(__always) func finish(_ gamut: lanes_gamut, _ rows: Floats, _ count: Int, _ end: Lanes) {
  let weights = gamut.weights
  let k = splat(gamut.protected_part)
  let rest = splat(1) - k
  let one = splat(1)
  eachVector(count) { i in
    let crosses = lanes_at_least(lanes_load(rows + outsideValueRow + i), splat(0x1p-126))
    let crossing = clamped(
      interpolation(rows, i), lanes_load(rows + insideRow + i), lanes_load(rows + outsideRow + i))
    var landing = crossing
    if gamut.makes_room != 0 {
      let (r, g, b) = three(rows + i)
      let low = lanes_min(r, lanes_min(g, b))
      let (least, greatest) = (lanes_max(lanes_load(rows + leastRow + i), splat(0)), lanes_load(rows + greatestRow + i))
      let saturation = lanes_select(
        lanes_at_least(splat(0), greatest), one,
        (greatest - least) / fma(splat(gamut.saturation_bend), least, greatest))
      let luminance = fma(splat(weights.0), r, fma(splat(weights.1), g, splat(weights.2) * b))
      let brightness = lanes_select(lanes_at_least(low, one), one, (luminance - low) / (one - low))
      let use = clamped(lanes_max(saturation, brightness), splat(0x1p-60), one)
      let ratio = one / crossing
      let x = (ratio - k) / rest
      let limit = (ratio / use - k) / rest
      let bend = lanes_max(one - one / limit, splat(0))
      landing = crossing * fma(rest, lanes_min(x / fma(bend, x, one), one), k)
    }
    lanes_store(rows + placeRow + i, lanes_select(crosses, landing, splat(-1)))
  }
  follow(gamut, rows, count)
}

/// The result: white, the light on the line, or the color itself, each within the cube.
@inline(__always) func settle(_ gamut: lanes_gamut, _ rows: Floats, _ count: Int) {
  eachVector(count) { i in
    let moves = lanes_at_least(lanes_load(rows + placeRow + i), splat(0))
    let isWhite = lanes_at_least(lanes_load(rows + anchorRow + i), splat(gamut.white))
    var component = 0
    while component < 3 {
      let p = rows + component * rowStep + i
      let chosen = lanes_select(moves, lanes_load(p + lineRow), lanes_load(p))
      lanes_store(p, clamped(lanes_select(isWhite, splat(1), chosen), splat(0), splat(1)))
      component += 1
    }
  }
}
