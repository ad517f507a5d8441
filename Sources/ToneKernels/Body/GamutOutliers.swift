internal import CLanes

/// Maps colors onto the hull: steps 3 to 11 of `GamutMaps.PerceptualGamutMap`, in its words.
///
/// The crossing is looked up and made exact by bracketed steps. Error against the truth, `PerceptualGamutMap`, over the source's
/// hull: 7e-5 of the peak in light from BT.2020, 6e-3 from P3 (at pure blue); `GamutTests.noise` holds it.
@inline(__always) func mapOutliers(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  drawLines(gamut, rows)
  nearCrossings(gamut, rows)
  land(gamut, rows)
  follow(gamut, rows)
  settle(gamut, rows)
}

/// Each color's line: its anchor, and the way from there to the color, in PQ-coded cone responses; and about where it crosses.
@inline(__always) func drawLines(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let cones = matrixRows(gamut.cones)
  let perceived = matrixRows(gamut.perceived)
  eachVector(rows.count) { i in rows.store(cones, rows.direction, i, rows.three(rows.color, i)) }
  applyCurve(gamut.inverse_eotf, rows.direction, 3 * rows.count)
  let (hues, anchors) = (splat(Float(LANES_ANCHORS)), splat(Float(LANES_ANCHORS - 1) / gamut.white))
  eachVector(rows.count) { i in
    let (l, m, s) = rows.three(rows.direction, i)
    let intensity = product(perceived.0, l, m, s)
    let (ct, cp) = (product(perceived.1, l, m, s), product(perceived.2, l, m, s))
    let chroma = lanes_sqrt(fma(ct, ct, cp * cp))
    let position = huePosition(ct, cp)
    let hue = lanes_integers(position)
    let part = position - lanes_numbers(hue)
    let cusp = mixed(lanes_gather(gamut.cusps, hue), lanes_gather(gamut.cusps + 1, hue), part)
    let above = lanes_max(intensity - cusp, splat(0))
    let anchor = intensity - above * chroma / (chroma + splat(gamut.focus))
    lanes_store(rows.anchor + i, anchor)
    rows.store(rows.direction, i, l - anchor, m - anchor, s - anchor)

    let height = clamped(anchor * anchors, splat(0), splat(Float(LANES_ANCHORS - 1) - 0x1p-18))
    let node = lanes_integers(height)
    let rise = height - lanes_numbers(node)
    let place = lanes_integers(fma(lanes_numbers(hue), hues, lanes_numbers(node)))
    let hull = UnsafePointer(gamut.hull!)
    let near = mixed(lanes_gather(hull, place), lanes_gather(hull + 1, place), rise)
    let next = hull + Int(LANES_ANCHORS)
    let far = mixed(lanes_gather(next, place), lanes_gather(next + 1, place), rise)
    lanes_store(rows.place + i, mixed(near, far, part) / lanes_max(chroma, splat(0x1p-40)))
  }
}

/// Between two numbers: `part` of the way from the first.
@inline(__always) func mixed(_ a: Lanes, _ b: Lanes, _ part: Lanes) -> Lanes { fma(part, b - a, a) }

/// Makes the crossings exact: a look at the one looked up and a little beyond, then between the nearest looks inside and outside, where
/// a straight line through them crosses; a side that stays behind twice counts half (the Illinois method). A crossing once found
/// stays as it is, whatever its neighbors still need.
@inline(__always) func nearCrossings(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let (zero, one) = (splat(0), splat(1))
  let end = splat(1 / (gamut.makes_room != 0 ? gamut.protected_part : 1))
  // Before the first look: the anchor is inside, far out is outside. The first look is not beyond the core's end: what is inside
  // there is in the core.
  eachVector(rows.count) { i in
    lanes_store(rows.place + i, lanes_min(lanes_load(rows.place + i), end))
    lanes_store(rows.inside + i, zero)
    lanes_store(rows.outside + i, splat(4) * lanes_load(rows.place + i))
    lanes_store(rows.side + i, splat(3))
  }
  var open: UInt32 = 1
  var step = 0
  while open != 0 && step < 16 {
    follow(gamut, rows)
    open = 0
    eachVector(rows.count) { i in
      let (place, side) = (lanes_load(rows.place + i), lanes_load(rows.side + i))
      let (value, unit) = hullValue(gamut, rows.three(rows.line, i))
      let isOutside = lanes_at_least(value, zero)
      let now = lanes_select(isOutside, one, zero)
      let kept = lanes_select(lanes_at_least(zero, lanes_abs(now - side)), splat(0.5), one)
      let inside = lanes_select(isOutside, lanes_load(rows.inside + i), place)
      let outside = lanes_select(isOutside, place, lanes_load(rows.outside + i))
      let oldBelow = step == 0 ? splat(0) - unit : lanes_load(rows.insideValue + i)
      let oldAbove = step == 0 ? unit : lanes_load(rows.outsideValue + i)
      let below = lanes_select(isOutside, kept * oldBelow, value)
      let above = lanes_select(isOutside, value, kept * oldAbove)
      lanes_store(rows.inside + i, inside)
      lanes_store(rows.insideValue + i, below)
      lanes_store(rows.outside + i, outside)
      lanes_store(rows.outsideValue + i, above)
      let crossing = clamped((above * inside - below * outside) / (above - below), inside, outside)
      let beyond = lanes_select(isOutside, splat(1 - 0x1p-5), splat(1 + 0x1p-5)) * place
      let next = step == 0 ? beyond : crossing

      let isClosed = lanes_at_least(side, splat(2)) & lanes_at_least(splat(2), side)
      lanes_store(rows.place + i, lanes_select(isClosed, place, next))
      let isFound =
        lanes_at_least(splat(0x1p-13) * unit, lanes_abs(value))
        | lanes_at_least(place * splat(0x1p-21), outside - inside)
      let isCore = lanes_at_least(place, end) & ~isOutside
      let closes = isClosed | (step == 0 ? isCore : isFound)
      if step == 0 { lanes_store(rows.place + i, lanes_select(isCore, splat(2) * end, next)) }
      lanes_store(rows.side + i, lanes_select(closes, splat(2), step == 0 ? splat(3) : now))
      open |= lanes_bits(~closes)
    }
    step += 1
  }
}

/// Where on its line each color lands: from the crossing in `place` to the landing; −1 where it stays as it is.
@inline(__always) func land(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let weights = gamut.weights
  let one = splat(1)
  let k = splat(gamut.protected_part)
  let rest = one - k
  eachVector(rows.count) { i in
    let crossing = lanes_load(rows.place + i)
    let ratio = one / crossing
    guard gamut.makes_room != 0 else {
      lanes_store(rows.place + i, lanes_select(lanes_at_least(one, ratio), splat(-1), crossing))
      return
    }
    let (r, g, b) = rows.three(rows.color, i)
    let low = lanes_min(r, lanes_min(g, b))
    let (least, greatest) = (lanes_max(lanes_load(rows.least + i), splat(0)), lanes_load(rows.greatest + i))
    let saturation = lanes_select(
      lanes_at_least(splat(0), greatest), one,
      (greatest - least) / fma(splat(gamut.saturation_bend), least, greatest))
    let luminance = fma(splat(weights.0), r, fma(splat(weights.1), g, splat(weights.2) * b))
    let brightness = lanes_select(lanes_at_least(low, one), one, (luminance - low) / (one - low))
    let use = clamped(lanes_max(saturation, brightness), splat(0x1p-60), one)
    let x = (ratio - k) / rest
    let limit = (ratio / use - k) / rest
    let bend = lanes_max(one - one / limit, splat(0))
    let landing = crossing * fma(rest, lanes_min(x / fma(bend, x, one), one), k)
    lanes_store(rows.place + i, lanes_select(lanes_at_least(k, ratio), splat(-1), landing))
  }
}

/// The result: white, the light on the line, or the color itself, each within the cube.
@inline(__always) func settle(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  eachVector(rows.count) { i in
    let moves = lanes_at_least(lanes_load(rows.place + i), splat(0))
    let isWhite = lanes_at_least(lanes_load(rows.anchor + i), splat(gamut.white))
    let (color, line) = (rows.three(rows.color, i), rows.three(rows.line, i))
    @inline(__always) func result(_ color: Lanes, _ line: Lanes) -> Lanes {
      clamped(lanes_select(isWhite, splat(1), lanes_select(moves, line, color)), splat(0), splat(1))
    }
    rows.store(rows.color, i, result(color.0, line.0), result(color.1, line.1), result(color.2, line.2))
  }
}
