internal import CLanes

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
