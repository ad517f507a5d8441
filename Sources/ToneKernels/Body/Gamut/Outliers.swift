internal import CLanes

/// Maps colors onto the hull: steps 3 to 11 of `GamutMaps.PerceptualGamutMap`, in its words.
///
/// The crossing is looked up, and made exact by looks at the hull. Error against the truth, `PerceptualGamutMap`, over the source's
/// hull: 7e-5 of the peak in light from BT.2020, 6e-3 from P3 (at pure blue); `GamutTests.noise` holds it.
@inline(__always) func mapOutliers(_ gamut: lanes_gamut, _ rows: OutlierRows, _ more: OutlierRows) {
  drawLines(gamut, rows)
  findCrossings(gamut, rows, more)
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
  // In three short loops: one would be a chain so long that few vectors are under way at once.
  eachVector(rows.count) { i in
    let (l, m, s) = rows.three(rows.direction, i)
    let (ct, cp) = (product(perceived.1, l, m, s), product(perceived.2, l, m, s))
    lanes_store(rows.anchor + i, product(perceived.0, l, m, s))
    lanes_store(rows.chroma + i, lanes_sqrt(fma(ct, ct, cp * cp)))
    lanes_store(rows.position + i, huePosition(ct, cp))
  }
  eachVector(rows.count) { i in
    let (hue, part) = parted(lanes_load(rows.position + i))
    let (intensity, chroma) = (lanes_load(rows.anchor + i), lanes_load(rows.chroma + i))
    let cusp = mixed(neighbors(gamut.cusps, hue), part)
    let above = lanes_max(intensity - cusp, splat(0))
    let anchor = intensity - above * chroma / (chroma + splat(gamut.focus))
    let (l, m, s) = rows.three(rows.direction, i)
    lanes_store(rows.anchor + i, anchor)
    rows.store(rows.direction, i, l - anchor, m - anchor, s - anchor)
  }
  let (hues, anchors) = (splat(Float(LANES_ANCHORS)), splat(Float(LANES_ANCHORS - 1) / gamut.white))
  let hull = UnsafePointer(gamut.hull!)
  eachVector(rows.count) { i in
    let (hue, part) = parted(lanes_load(rows.position + i))
    let height = lanes_load(rows.anchor + i) * anchors
    let (node, rise) = parted(clamped(height, splat(0), splat(Float(LANES_ANCHORS - 1) - 0x1p-18)))
    let place = lanes_integers(fma(lanes_numbers(hue), hues, lanes_numbers(node)))
    let near = mixed(neighbors(hull, place), rise)
    let far = mixed(neighbors(hull + Int(LANES_ANCHORS), place), rise)
    lanes_store(rows.place + i, mixed(near, far, part) / lanes_max(lanes_load(rows.chroma + i), splat(0x1p-40)))
    lanes_store(rows.slope + i, lanes_gather(hull + hullNodes, place))
  }
}

/// A place in a table: the number before it, and what is left.
@inline(__always) func parted(_ place: Lanes) -> (LaneIntegers, Lanes) {
  let number = lanes_integers(place)
  return (number, place - lanes_numbers(number))
}

/// Between two numbers: `part` of the way from the first.
@inline(__always) func mixed(_ two: (Lanes, Lanes), _ part: Lanes) -> Lanes { mixed(two.0, two.1, part) }
@inline(__always) func mixed(_ a: Lanes, _ b: Lanes, _ part: Lanes) -> Lanes { fma(part, b - a, a) }

/// Where on its line each color lands: from the crossing in `place` to the landing; −1 where it stays as it is.
///
/// Steps 8 to 10 with the fractions of step 10 multiplied out, so that it divides once: with q = n / w,
/// x / (1 + b·x) is X·D / ((1 − k)·h·D + B·X), where X = 1 − k·h, D = w − k·h·n and B = max(0, w − h·n).
@inline(__always) func land(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let weights = gamut.weights
  let (zero, one) = (splat(0), splat(1))
  let k = splat(gamut.protected_part)
  let rest = one - k
  eachVector(rows.count) { i in
    let crossing = lanes_load(rows.place + i)
    guard gamut.makes_room != 0 else {
      lanes_store(rows.place + i, lanes_select(lanes_at_least(crossing, one), splat(-1), crossing))
      return
    }
    let (r, g, b) = rows.three(rows.color, i)
    let low = lanes_min(r, lanes_min(g, b))
    let (least, greatest) = (lanes_max(lanes_load(rows.least + i), zero), lanes_load(rows.greatest + i))
    let luminance = fma(splat(weights.0), r, fma(splat(weights.1), g, splat(weights.2) * b))
    // Two uses, of saturation and of brightness: the larger counts, and where one has no meaning it is 1.
    let (colorful, span) = (greatest - least, fma(splat(gamut.saturation_bend), least, greatest))
    let (bright, room) = (luminance - low, one - low)
    let isFull = lanes_at_least(zero, greatest) | lanes_at_least(low, one)
    let isColorful = lanes_at_least(colorful * room, bright * span)
    let whole = lanes_select(isFull, one, lanes_select(isColorful, span, room))
    let part = lanes_select(isFull, one, clamped(lanes_select(isColorful, colorful, bright), zero, whole))
    let used = crossing * part
    let x = one - k * crossing
    let limit = whole - k * used
    let bend = lanes_max(whole - used, zero)
    // A color from outside that uses all of it lands on the hull, not almost on it.
    let isOnHull = lanes_at_least(part, whole) & lanes_at_least(one, crossing)
    let y = lanes_select(isOnHull, one, x * limit / fma(rest * crossing, limit, bend * x))
    lanes_store(rows.onHull + i, lanes_select(isOnHull, one, zero))
    let landing = crossing * fma(rest, lanes_min(y, one), k)
    lanes_store(rows.place + i, lanes_select(lanes_at_least(k * crossing, one), splat(-1), landing))
  }
}

/// The result: white, the light on the line, or the color itself, each within the cube.
@inline(__always) func settle(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  eachVector(rows.count) { i in
    let moves = lanes_at_least(lanes_load(rows.place + i), splat(0))
    let isWhite = lanes_at_least(lanes_load(rows.anchor + i), splat(gamut.white))
    let color = rows.three(rows.color, i)
    var line = rows.three(rows.line, i)
    let isOnHull = lanes_at_least(lanes_load(rows.onHull + i), splat(1))
    // Few are.
    if gamut.makes_room != 0, lanes_bits(isOnHull) != 0 { line = onHull(gamut, line, isOnHull) }
    @inline(__always) func result(_ color: Lanes, _ line: Lanes) -> Lanes {
      lanes_select(isWhite, splat(1), lanes_select(moves, line, color))
    }
    let found = (result(color.0, line.0), result(color.1, line.1), result(color.2, line.2))
    let high = clamped(lanes_max(found.0, lanes_max(found.1, found.2)), splat(0), splat(1))
    let floor = splat(gamut.makes_room != 0 ? gamut.floor_margin : 0) * high
    @inline(__always) func limited(_ c: Lanes) -> Lanes { clamped(c, floor, splat(1)) }
    rows.store(rows.color, i, limited(found.0), limited(found.1), limited(found.2))
  }
}

/// Puts colors that `Float` has only almost on the hull onto it: by their smallest component, where that is what the hull limits.
///
/// It is nearly 0 there, and a display's signal so steep that an error of a millionth would be half a code.
@inline(__always) func onHull(
  _ gamut: lanes_gamut, _ c: (Lanes, Lanes, Lanes), _ isOnHull: LaneIntegers
) -> (Lanes, Lanes, Lanes) {
  let (zero, one) = (splat(0), splat(1))
  let (low, high, fold) = extremes(gamut, c)
  let ceilingReach = lanes_max(splat(gamut.ceiling_corner) * (one - low), splat(0x1p-30))
  let ceiling = lanes_max(ceilingReach - (one - high), zero) / ceilingReach
  let floor = lanes_sqrt(lanes_max(one - ceiling * ceiling, zero))
  let reach = splat(gamut.floor_corner) * high
  let margin = splat(gamut.floor_margin) * high
  let exact = fma(reach, one - floor, margin) - fold
  // Farther off than rounding puts a color, something else than the floor limits it.
  let isNear = lanes_at_least(splat(3e-5) * high, lanes_abs(exact - low))
  let isFloor = isOnHull & isNear & lanes_at_least(splat(0.5) * reach, low + fold - margin)
  @inline(__always) func placed(_ x: Lanes) -> Lanes { lanes_select(isFloor & lanes_at_least(low, x), exact, x) }
  return (placed(c.0), placed(c.1), placed(c.2))
}
