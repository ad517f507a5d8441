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
    var open = lanes_bits(~(isNear | isCore))
    while open != 0 {
      places[found] = Int32(truncatingIfNeeded: i &+ open.trailingZeroBitCount)
      found &+= 1
      open &= open &- 1
    }
  }
  return found
}

/// Looks at the colors at `places` again and again, in rows of their own, until their crossings are exact.
///
/// While a color was not seen outside, each look is farther out, up to where the core ends: what is inside there is core. Then each
/// look is where the straight line through the last two crosses, if that is between the farthest inside and the nearest outside;
/// otherwise, and every third time, it is midway. A crossing once found stays as it is, whatever its neighbors still need.
@inline(__always) func search(
  _ gamut: lanes_gamut, _ rows: OutlierRows, _ more: OutlierRows, _ found: Int
) {
  let places = rows.places
  let (zero, half) = (splat(0), splat(0.5))
  let end = splat(1 / (gamut.makes_room != 0 ? gamut.protected_part : 1))
  // The last again and again until the vectors are full.
  var k = found
  while k < more.count {
    places[k] = places[found - 1]
    k += 1
  }
  collect(rows.direction, to: more.direction, 3, rows, more)
  collect(rows.anchor, to: more.anchor, 2, rows, more)
  collect(rows.first, to: more.first, 5, rows, more)
  eachVector(more.count) { i in
    let (first, second) = (lanes_load(more.first + i), lanes_load(more.second + i))
    let isFirstOutside = lanes_at_least(lanes_load(more.firstValue + i), zero)
    let isSecondOutside = lanes_at_least(lanes_load(more.secondValue + i), zero)
    let inside = lanes_max(lanes_select(isFirstOutside, zero, first), lanes_select(isSecondOutside, zero, second))
    let unseen = splat(2) * end
    let outside = lanes_min(lanes_select(isFirstOutside, first, unseen), lanes_select(isSecondOutside, second, unseen))
    let place = lanes_load(more.place + i)
    let isBetween = lanes_at_least(place, inside) & lanes_at_least(outside, place)
    let next = lanes_select(
      lanes_at_least(outside, unseen), farther(inside, place, end),
      lanes_select(isBetween, place, half * (inside + outside)))
    lanes_store(more.inside + i, inside)
    lanes_store(more.outside + i, outside)
    lanes_store(more.place + i, next)
    lanes_store(more.open + i, splat(1))
  }
  var step = 1
  while step < 40 {
    follow(gamut, more)
    var open: UInt32 = 0
    eachVector(more.count) { i in
      let (place, last) = (lanes_load(more.place + i), lanes_load(more.second + i))
      let lastValue = lanes_load(more.secondValue + i)
      let (value, unit) = hullValue(gamut, more.three(more.line, i))
      let isOutside = lanes_at_least(value, zero)
      let isCore = lanes_at_least(place, end) & ~isOutside
      let inside = lanes_select(isOutside, lanes_load(more.inside + i), place)
      let outside = lanes_select(isOutside, place, lanes_load(more.outside + i))
      let rise = value - lastValue
      let isLevel = lanes_at_least(zero, lanes_abs(rise))
      let straight = place - value * (place - last) / lanes_select(isLevel, unit, rise)
      let middle = half * (inside + outside)
      let isBetween = lanes_at_least(straight, inside) & lanes_at_least(outside, straight)
      // What two looks far apart tell of a place between them is little.
      let isClose =
        lanes_at_least(splat(0x1p-8) * place, lanes_abs(place - last))
        & lanes_at_least(lanes_abs(rise), splat(2) * lanes_abs(value)) & isBetween
      let isLittle =
        lanes_at_least(splat(0x1p-17) * place, lanes_abs(straight - place))
        & lanes_at_least(splat(0x1p-14) * unit, lanes_abs(value))
      let isNear = lanes_at_least(splat(0x1p-17) * unit, lanes_abs(value)) | isClose & isLittle
      let inward = step % 3 == 0 ? middle : lanes_select(isBetween, straight, middle)
      let isUnseen = lanes_at_least(outside, splat(2) * end)
      let onward = lanes_select(isUnseen, farther(inside, straight, end), inward)
      let next = lanes_select(isNear, lanes_select(isClose, straight, place), onward)
      let isNarrow = lanes_at_least(place * splat(0x1p-19), outside - inside)
      let isOpen = lanes_at_least(lanes_load(more.open + i), splat(1))
      let isDone = isNear | isNarrow | isCore
      lanes_store(more.second + i, place)
      lanes_store(more.secondValue + i, value)
      lanes_store(more.inside + i, inside)
      lanes_store(more.outside + i, outside)
      lanes_store(more.place + i, lanes_select(isOpen, lanes_select(isCore, splat(2) * end, next), place))
      lanes_store(more.open + i, lanes_select(isDone, zero, lanes_load(more.open + i)))
      open |= lanes_bits(isOpen & ~isDone)
    }
    if open == 0 { break }
    step += 1
  }
  k = 0
  while k < found {
    rows.place[Int(places[k])] = more.place[k]
    k += 1
  }
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

/// A place farther out than the farthest inside, twice as far as where the hull seems to be and a little more, up to the end.
@inline(__always) func farther(_ inside: Lanes, _ hull: Lanes, _ end: Lanes) -> Lanes {
  lanes_min(fma(splat(0x1p-6), inside, inside + splat(2) * lanes_abs(hull - inside)), end)
}

/// Copies the numbers at `places` of some rows that follow each other.
@inline(__always) func collect(
  _ from: Floats, to: Floats, _ count: Int, _ rows: OutlierRows, _ more: OutlierRows
) {
  let places = UnsafeMutableRawPointer(rows.places).assumingMemoryBound(to: Float.self)
  eachVector(more.count) { i in
    let place = lanes_slot(lanes_load(places + i), 0)
    var row = 0
    while row < count {
      lanes_store(to + row * more.count + i, lanes_gather(from + row * rows.count, place))
      row += 1
    }
  }
}
