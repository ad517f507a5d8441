internal import CLanes

/// The perceptual gamut map, `GamutMaps.PerceptualGamutMap`, over a strip.
///
/// A color of which a glance tells that it is in the core stays as it is. The others are taken out of the strip, worked on side
/// by side, and put back; so the bits do not depend on how many there are, and a strip without any costs only the glance.
@inline(never) func mapGamut(_ gamut: lanes_gamut, from: Floats, _ to: Floats, _ strip: Floats, _ count: Int) {
  let places = UnsafeMutableRawPointer(strip + Int(LANES_GAMUT_ROWS) * Int(LANES_STRIP))
    .assumingMemoryBound(to: Int32.self)
  let found = collectOutliers(gamut, to, count, places)
  // So few at a time that none waits long for the slowest beside it.
  var first = 0
  while first < found {
    mapSome(gamut, from: from, to, strip, places + first, min(found - first, 128))
    first += 128
  }
}

/// Takes colors out of the strip, maps them, and puts them back.
@inline(__always) func mapSome(
  _ gamut: lanes_gamut, from: Floats, _ to: Floats, _ strip: Floats, _ places: UnsafeMutablePointer<Int32>, _ found: Int
) {
  let room = wholeVectors(found)
  let base = strip + (Int(LANES_GAMUT_ROWS) + 1) * rowStep
  let rows = OutlierRows(base: base, count: room)
  var k = found
  while k < room {
    places[k] = places[found - 1]
    k += 1
  }
  let integers = UnsafeMutableRawPointer(places).assumingMemoryBound(to: Float.self)
  eachVector(room) { i in
    let place = lanes_slot(lanes_load(integers + i), 0)
    let color = gathered(to, place)
    rows.store(rows.color, i, color.0, color.1, color.2)
    // Only how colorful the source is counts: its least and its greatest component.
    let (r, g, b) = gathered(from, place)
    lanes_store(rows.least + i, lanes_min(r, lanes_min(g, b)))
    lanes_store(rows.greatest + i, lanes_max(r, lanes_max(g, b)))
  }
  mapOutliers(gamut, rows, OutlierRows(base: base + Int(LANES_OUTLIER_ROWS) * room, count: room))
  k = 0
  while k < found {
    let place = Int(places[k])
    (to[place], to[place + rowStep], to[place + 2 * rowStep]) = (
      rows.color[k], rows.color[k + room], rows.color[k + 2 * room]
    )
    k += 1
  }
}

/// The three rows' numbers at some places.
@inline(__always) func gathered(_ rows: Floats, _ places: LaneIntegers) -> (Lanes, Lanes, Lanes) {
  (lanes_gather(rows, places), lanes_gather(rows + rowStep, places), lanes_gather(rows + 2 * rowStep, places))
}

/// From one row of a strip to the next.
@inline(__always) var rowStep: Int { Int(LANES_STRIP) }

/// Writes the columns of all colors that may lie outside the core; returns how many there are.
@inline(__always) func collectOutliers(
  _ gamut: lanes_gamut, _ rows: Floats, _ count: Int, _ places: UnsafeMutablePointer<Int32>
) -> Int {
  let (floor, ceiling) = (splat(gamut.sure_floor), splat(gamut.sure_ceiling))
  let makesRoom = gamut.makes_room != 0
  var found = 0
  eachVector(count) { i in
    let (r, g, b) = three(rows + i)
    let low = lanes_min(r, lanes_min(g, b))
    let high = lanes_max(r, lanes_max(g, b))
    var outside: UInt32
    if makesRoom {
      let isUnder = lanes_at_least(ceiling * (splat(1) - low), high - low)
      outside = lanes_bits(~(isUnder & lanes_at_least(low, floor * high)))
      // A second look, for which a vector of real pictures seldom asks.
      if outside != 0 { outside &= lanes_bits(~(isUnder & isOverFloor(gamut, r, g, b, low, high))) }
    } else {
      outside = lanes_bits(~(lanes_at_least(low, splat(0)) & lanes_at_least(splat(1), high)))
    }
    while outside != 0 {
      places[found] = Int32(truncatingIfNeeded: i &+ outside.trailingZeroBitCount)
      found &+= 1
      outside &= outside &- 1
    }
  }
  return found
}

/// Whether the smallest component is large enough for the core, by the table of the floor.
@inline(__always) func isOverFloor(
  _ gamut: lanes_gamut, _ r: Lanes, _ g: Lanes, _ b: Lanes, _ low: Lanes, _ high: Lanes
) -> LaneIntegers {
  let middle = lanes_max(lanes_min(r, g), lanes_min(lanes_max(r, g), b))
  let (middles, octaves) = (Float(LANES_CORE_MIDDLES), Float(LANES_CORE_OCTAVES))
  @inline(__always) func bit(_ a: Lanes, _ b: Lanes, _ value: Float) -> Lanes {
    lanes_select(lanes_at_least(a, b), splat(value), splat(0))
  }
  let order = bit(r, g, 4) + bit(g, b, 2) + bit(r, b, 1)
  let part = clamped(middle * splat(middles) / high, splat(0), splat(middles - 1))
  let octave = clamped(lanes_numbers(lanes_slot(high, 23)) - splat(127 - octaves), splat(0), splat(octaves - 1))
  let place = fma(fma(order, splat(middles), lanes_numbers(lanes_integers(part))), splat(octaves), octave)
  let floor = lanes_gather(UnsafePointer(gamut.core!), lanes_integers(place))
  return lanes_at_least(low, floor * high) & lanes_at_least(high, splat(darkestCore))
}

/// Darker colors, as a part of the peak, are not in the table of the floor.
@inline(__always) var darkestCore: Float { 0x1p-16 }
