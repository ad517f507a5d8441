internal import CLanes

/// Fills the table of the core's floor: for every cell the greatest of what is found at its corners.
///
/// That all colors above a cell's floor, and under the ceiling, are in the core is proven by `GamutFloorTests`, densely.
///
/// - Parameter rows: Rows for `cornerCount` colors.
@inline(__always) func prepareFloor(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let (middles, octaves) = (Int(LANES_CORE_MIDDLES), Int(LANES_CORE_OCTAVES))
  var order = 0
  while order < LANES_CORE_ORDERS {
    let cells = gamut.core! + order * middles * octaves
    findFloors(gamut, rows, order: order)
    var cell = 0
    while cell < middles * octaves {
      let corner = rows.outside + cell / octaves * (octaves + 1) + cell % octaves
      // Not under the margin, which results are limited to.
      let least = max(max(corner[0], corner[1]), max(corner[octaves + 1], corner[octaves + 2]))
      cells[cell] = max(least, gamut.floor_margin)
      cell += 1
    }
    order += 1
  }
}

/// How many corners the cells of one order have.
@inline(__always) var cornerCount: Int { Int((LANES_CORE_MIDDLES + 1) * (LANES_CORE_OCTAVES + 1)) }

/// In `outside`: the smallest part of the largest component that the smallest must have at each corner; 2, which none has, where there
/// is none.
@inline(__always) func findFloors(_ gamut: lanes_gamut, _ rows: OutlierRows, order: Int) {
  // With more than this the glance is enough. It also bounds how bright such a color can be under the ceiling.
  let most = gamut.sure_floor
  let brightest = gamut.sure_ceiling / (1 - (1 - gamut.sure_ceiling) * most)
  var k = 0
  var step = 0
  while step < 12 {
    k = 0
    while k < rows.count {
      let corner = min(k, cornerCount - 1)
      let (middle, octave) = (corner / Int(LANES_CORE_OCTAVES + 1), corner % Int(LANES_CORE_OCTAVES + 1))
      let high = min(darkestCore * Float(1 << octave), brightest)
      let part = step == 0 ? most : 0.5 * (rows.inside[k] + rows.outside[k])
      let low = part * high
      let between = max(Float(middle) / Float(LANES_CORE_MIDDLES), part) * high
      // An order is three comparisons: red with green, green with blue, red with blue.
      let (rg, gb, rb) = (order & 4 != 0, order & 2 != 0, order & 1 != 0)
      rows.color[k] = rg && rb ? high : rg || rb ? between : low
      rows.color[k + rows.count] = !rg && gb ? high : !rg || gb ? between : low
      rows.color[k + 2 * rows.count] = !rb && !gb ? high : !rb || !gb ? between : low
      k += 1
    }
    drawLines(gamut, rows)
    // A little beyond the core's end: the margin for what lies between the corners.
    eachVector(rows.count) { i in lanes_store(rows.place + i, splat((1 + 0x1p-8) / gamut.protected_part)) }
    follow(gamut, rows)
    eachVector(rows.count) { i in
      let isOutside = lanes_at_least(hullValue(gamut, rows.three(rows.line, i)).value, splat(0))
      // At first the most: where even that does not do, nothing does.
      if step == 0 {
        lanes_store(rows.inside + i, lanes_select(isOutside, splat(2), splat(0)))
        lanes_store(rows.outside + i, lanes_select(isOutside, splat(2), splat(most)))
        return
      }
      let (inside, outside) = (lanes_load(rows.inside + i), lanes_load(rows.outside + i))
      let part = splat(0.5) * (inside + outside)
      lanes_store(rows.inside + i, lanes_select(isOutside, part, inside))
      lanes_store(rows.outside + i, lanes_select(isOutside, outside, part))
    }
    step += 1
  }
}
