internal import CLanes

/// Fills the tables of a gamut map: of the core's floor, and of where lines cross the hull: for every hue and anchor the chroma there,
/// to 2⁻²² of half the range of chroma, and the slope of the hull's value.
///
/// - Parameters:
///   - job: A `lanes_gamut`, all but its tables filled.
///   - strip: Room to work in, a strip.
public func prepareGamut(_ job: UnsafeRawPointer, _ strip: UnsafeMutableRawPointer) {
  let gamut = job.assumingMemoryBound(to: lanes_gamut.self).pointee
  let rows = OutlierRows(base: strip.assumingMemoryBound(to: Float.self), count: roundedUp(Int(LANES_ANCHORS)))
  var hue = 0
  while hue < LANES_HUES {
    let crossings = gamut.hull! + hue * Int(LANES_ANCHORS)
    drawLines(gamut, rows, hue: hue)
    halve(gamut, rows)
    var anchor = 0
    while anchor < LANES_ANCHORS {
      crossings[anchor] = widestChroma * 0.5 * (rows.inside[anchor] + rows.outside[anchor])
      crossings[hullNodes + anchor] = rows.slope[anchor]
      anchor += 1
    }
    hue += 1
  }
  let floor = OutlierRows(base: strip.assumingMemoryBound(to: Float.self), count: roundedUp(cornerCount))
  if gamut.makes_room != 0 { prepareFloor(gamut, floor) }
}

/// From the table of crossings to that of slopes.
@inline(__always) var hullNodes: Int { Int(LANES_HUES * LANES_ANCHORS) }

/// No color of a display has more chroma.
@inline(__always) var widestChroma: Float { 0.5 }

/// The lines of one hue, from each anchor on: at place 1 they have the widest chroma.
@inline(__always) func drawLines(_ gamut: lanes_gamut, _ rows: OutlierRows, hue: Int) {
  let turn = Float(hue) / 64
  let ct = turn < 2 ? 1 - turn : turn - 3
  let cp = turn < 2 ? 1 - abs(ct) : abs(ct) - 1
  let scale = widestChroma / (ct * ct + cp * cp).squareRoot()
  let m = gamut.coded
  let cusp = gamut.cusps[hue]
  var k = 0
  while k < rows.count {
    let anchor = gamut.white * Float(min(k, Int(LANES_ANCHORS) - 1)) / Float(LANES_ANCHORS - 1)
    let rise = widestChroma * max(anchor - cusp, 0) / gamut.focus
    rows.anchor[k] = anchor
    rows.direction[k] = m.0 * rise + m.1 * (ct * scale) + m.2 * (cp * scale)
    rows.direction[k + rows.count] = m.4 * rise + m.5 * (ct * scale) + m.6 * (cp * scale)
    rows.direction[k + 2 * rows.count] = m.8 * rise + m.9 * (ct * scale) + m.10 * (cp * scale)
    rows.inside[k] = 0
    rows.outside[k] = 1
    k += 1
  }
}

/// Halves every bracket until it is 2⁻²² wide; then looks a little beyond, for the slope of the hull's value.
@inline(__always) func halve(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  var step = 0
  while step < 22 {
    eachVector(rows.count) { i in
      lanes_store(rows.place + i, splat(0.5) * (lanes_load(rows.inside + i) + lanes_load(rows.outside + i)))
    }
    follow(gamut, rows)
    eachVector(rows.count) { i in
      let isOutside = lanes_at_least(hullValue(gamut, rows.three(rows.line, i)).value, splat(0))
      let place = lanes_load(rows.place + i)
      lanes_store(rows.inside + i, lanes_select(isOutside, lanes_load(rows.inside + i), place))
      lanes_store(rows.outside + i, lanes_select(isOutside, place, lanes_load(rows.outside + i)))
    }
    step += 1
  }
  let beyond: Float = 0x1p-9
  eachVector(rows.count) { i in lanes_store(rows.place + i, splat(1 + beyond) * lanes_load(rows.outside + i)) }
  follow(gamut, rows)
  eachVector(rows.count) { i in
    let (value, unit) = hullValue(gamut, rows.three(rows.line, i))
    lanes_store(rows.slope + i, lanes_max(value / (splat(beyond) * unit), splat(0.5)))
  }
}
