internal import CLanes

/// Makes the crossings in `place` exact, from those looked up.
///
/// For nearly all colors two looks do: one at the place looked up, a second where the hull's slope there, also looked up, leads;
/// the straight line through both then ends within a light of 3e-6. The others, beside edges of the hull, are taken out and looked at
/// until it is so. What becomes of a color depends on it alone.
@inline(__always) func findCrossings(_ gamut: lanes_gamut, _ rows: OutlierRows, _ more: OutlierRows) {
  // What is inside the hull at the core's end is in the core.
  let end = splat(1 / (gamut.makes_room != 0 ? gamut.protected_part : 1))
  eachVector(rows.count) { i in
    lanes_store(rows.place + i, lanes_min(lanes_load(rows.place + i), end))
  }
  follow(gamut, rows)
  lookOnce(gamut, rows, end)
  follow(gamut, rows)
  let found = lookTwice(gamut, rows, end)
  if found > 0 { search(gamut, rows, more.shortened(found), found) }
}

/// After the first look: where to look next.
@inline(__always) func lookOnce(_ gamut: lanes_gamut, _ rows: OutlierRows, _ end: Lanes) {
  let zero = splat(0)
  eachVector(rows.count) { i in
    let place = lanes_load(rows.place + i)
    let (value, unit) = hullValue(gamut, rows.three(rows.line, i))
    let isCore = lanes_at_least(place, end) & ~lanes_at_least(value, zero)
    let step = clamped(value / (unit * lanes_load(rows.slope + i)), splat(-0.25), splat(0.25))
    lanes_store(rows.first + i, place)
    lanes_store(rows.firstValue + i, value)
    // A color of the core is not looked at again: it stays where it is, beyond the end.
    lanes_store(rows.place + i, lanes_select(isCore, splat(2) * end, place - place * step))
  }
}

/// After the second look: the crossing, or what is known of it; returns how many colors need more, and where they are.
@inline(__always) func lookTwice(
  _ gamut: lanes_gamut, _ rows: OutlierRows, _ end: Lanes
) -> Int {
  let zero = splat(0)
  let places = rows.places
  var found = 0
  eachVector(rows.count) { i in
    let (place, first) = (lanes_load(rows.place + i), lanes_load(rows.first + i))
    let firstValue = lanes_load(rows.firstValue + i)
    let (value, unit) = hullValue(gamut, rows.three(rows.line, i))
    let rise = value - firstValue
    let straight = place - value * (place - first) / lanes_select(lanes_at_least(zero, lanes_abs(rise)), unit, rise)
    // A line between looks that hardly differ leads anywhere; and where the hull has an edge between them, to somewhere beside.
    let isCloser = lanes_at_least(lanes_abs(rise), splat(2) * lanes_abs(value))
    // What is left after both steps, were the hull bent as it is where it is bent most.
    let rest = lanes_abs(straight - place) * lanes_abs(place - first)
    let isStraight = isSmooth(rows.three(rows.line, i)) & lanes_at_least(splat(0x1p-20) * (place * place), rest)
    let isNear = lanes_at_least(splat(0x1p-17) * unit, lanes_abs(value)) | isCloser & isStraight
    let isCore = lanes_at_least(place, splat(1.5) * end)
    let crossing = lanes_select(isCloser, straight, place)
    lanes_store(rows.second + i, place)
    lanes_store(rows.secondValue + i, value)
    lanes_store(rows.place + i, lanes_select(isNear, crossing, lanes_select(isCore, place, straight)))
    let open = lanes_bits(~(isNear | isCore))
    lanes_store_places(places + found, Int32(truncatingIfNeeded: i), open)
    found &+= open.nonzeroBitCount
  }
  return found
}

/// Whether no edge of the hull is near a color: no two components change places soon, and the fold at blue is far.
@inline(__always) func isSmooth(_ c: (Lanes, Lanes, Lanes)) -> LaneIntegers {
  let (less, more) = (lanes_min(c.0, c.1), lanes_max(c.0, c.1))
  let (low, high) = (lanes_min(less, c.2), lanes_max(more, c.2))
  let middle = lanes_max(less, lanes_min(more, c.2))
  let gap = splat(0x1p-5) * high
  let isFold = lanes_at_least(c.2, high) & lanes_at_least(splat(0.08) * high, middle)
  return lanes_at_least(middle - low, gap) & lanes_at_least(high - middle, gap) & ~isFold
}
