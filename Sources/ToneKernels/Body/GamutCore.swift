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
  let room = roundedUp(found)
  let rows = OutlierRows(base: strip + (Int(LANES_GAMUT_ROWS) + 1) * rowStep, count: room)
  var k = 0
  while k < room {
    let place = Int(places[min(k, found - 1)])
    (rows.color[k], rows.color[k + room], rows.color[k + 2 * room]) = (
      to[place], to[place + rowStep], to[place + 2 * rowStep]
    )
    // Only how colorful the source is counts: its least and its greatest component.
    let (r, g, b) = (from[place], from[place + rowStep], from[place + 2 * rowStep])
    rows.least[k] = r < g ? (r < b ? r : b) : (g < b ? g : b)
    rows.greatest[k] = r > g ? (r > b ? r : b) : (g > b ? g : b)
    k += 1
  }
  mapOutliers(gamut, rows)
  k = 0
  while k < found {
    let place = Int(places[k])
    (to[place], to[place + rowStep], to[place + 2 * rowStep]) = (
      rows.color[k], rows.color[k + room], rows.color[k + 2 * room]
    )
    k += 1
  }
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
    let inside =
      makesRoom
      ? lanes_at_least(low, floor * high) & lanes_at_least(ceiling * (splat(1) - low), high - low)
      : lanes_at_least(low, splat(0)) & lanes_at_least(splat(1), high)
    var outside = lanes_bits(~inside)
    while outside != 0 {
      places[found] = Int32(truncatingIfNeeded: i &+ outside.trailingZeroBitCount)
      found &+= 1
      outside &= outside &- 1
    }
  }
  return found
}
