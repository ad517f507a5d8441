internal import CLanes

/// The perceptual gamut map, `GamutMaps.PerceptualGamutMap`, over a strip.
///
/// A color of which a glance tells that it is in the core stays as it is. The others are taken out of the strip, worked on side
/// by side, and put back; so the bits do not depend on how many there are, and a strip without any costs only the glance.
@inline(never) func mapGamut(_ gamut: lanes_gamut, from: Floats, _ to: Floats, _ strip: Floats, _ count: Int) {
  let outside = UnsafeMutableRawPointer(strip + Int(LANES_GAMUT_ROWS) * rowStep).assumingMemoryBound(to: UInt32.self)
  glance(gamut, to, count, outside)
  let vectors = count / Lanes.count
  var next = 0
  while next < vectors {
    let first = next
    var found = 0
    // So few at a time that none waits long for the slowest beside it, and that the rows of all of them fit twice.
    while next < vectors, found + outside[next].nonzeroBitCount <= LANES_OUTLIERS {
      found += outside[next].nonzeroBitCount
      next += 1
    }
    if found > 0 { mapSome(gamut, from: from, to, strip, outside, first, next, found) }
  }
}

/// Takes the colors outside, of some vectors, out of the strip, maps them, and puts them back.
@inline(__always) func mapSome(
  _ gamut: lanes_gamut, from: Floats, _ to: Floats, _ strip: Floats, _ outside: UnsafeMutablePointer<UInt32>,
  _ first: Int, _ end: Int, _ found: Int
) {
  let room = wholeVectors(found)
  let base = strip + (Int(LANES_GAMUT_ROWS) + 1) * rowStep
  let rows = OutlierRows(base: base, count: room)
  // Beyond the last color anything that is a color does.
  rows.store(rows.color, room - Lanes.count, splat(1), splat(1), splat(1))
  lanes_store(rows.least + room - Lanes.count, splat(1))
  lanes_store(rows.greatest + room - Lanes.count, splat(1))
  var k = 0
  eachChosen(outside, first, end) { i, bits in
    let color = three(to + i)
    lanes_store_chosen(rows.color + k, color.0, bits)
    lanes_store_chosen(rows.color + room + k, color.1, bits)
    lanes_store_chosen(rows.color + 2 * room + k, color.2, bits)
    // Only how colorful the source is counts: its least and its greatest component.
    var source = three(from + i)
    if gamut.mixes != 0 {
      let m = matrixRows(gamut.source)
      let (a, b, c) = source
      source = (product(m.0, a, b, c), product(m.1, a, b, c), product(m.2, a, b, c))
    }
    lanes_store_chosen(rows.least + k, lanes_min(source.0, lanes_min(source.1, source.2)), bits)
    lanes_store_chosen(rows.greatest + k, lanes_max(source.0, lanes_max(source.1, source.2)), bits)
    k += bits.nonzeroBitCount
  }
  mapOutliers(gamut, rows, OutlierRows(base: base + Int(LANES_OUTLIER_ROWS) * room, count: room))
  k = 0
  eachChosen(outside, first, end) { i, bits in
    let color = three(to + i)
    lanes_store(to + i, lanes_load_chosen(color.0, rows.color + k, bits))
    lanes_store(to + rowStep + i, lanes_load_chosen(color.1, rows.color + room + k, bits))
    lanes_store(to + 2 * rowStep + i, lanes_load_chosen(color.2, rows.color + 2 * room + k, bits))
    k += bits.nonzeroBitCount
  }
}

/// Calls for the vectors of which a lane is chosen, with their first column and their bits.
@inline(__always) func eachChosen(
  _ chosen: UnsafeMutablePointer<UInt32>, _ first: Int, _ end: Int, _ body: (_ i: Int, _ bits: UInt32) -> Void
) {
  var vector = first
  while vector < end {
    if chosen[vector] != 0 { body(vector * Lanes.count, chosen[vector]) }
    vector += 1
  }
}

/// From one row of a strip to the next.
@inline(__always) var rowStep: Int { Int(LANES_STRIP) }

/// Tells of every color whether it may lie outside the core: a vector's lanes as bits.
@inline(__always) func glance(
  _ gamut: lanes_gamut, _ rows: Floats, _ count: Int, _ found: UnsafeMutablePointer<UInt32>
) {
  let (floor, ceiling) = (splat(gamut.sure_floor), splat(gamut.sure_ceiling))
  let makesRoom = gamut.makes_room != 0
  eachVector(count) { i in
    let (r, g, b) = three(rows + i)
    let low = lanes_min(r, lanes_min(g, b))
    let high = lanes_max(r, lanes_max(g, b))
    var outside: UInt32
    if makesRoom {
      let isUnder = lanes_at_least(ceiling * (splat(1) - low), high - low)
      let isDoubtful = isUnder & ~lanes_at_least(low, floor * high)
      outside = lanes_bits(~isUnder)
      // A second look, for which a vector of real pictures seldom asks.
      if lanes_bits(isDoubtful) != 0 { outside |= lanes_bits(isDoubtful & ~isOverFloor(gamut, r, g, b, low, high)) }
    } else {
      outside = lanes_bits(~(lanes_at_least(low, splat(0)) & lanes_at_least(splat(1), high)))
    }
    found[i / Lanes.count] = outside
  }
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
