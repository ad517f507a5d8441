internal import CLanes

/// The rows that outliers are worked on in: each `count` floats, one after the other, so that three rows of a kind are one run for a
/// curve.
///
/// It is a C structure because a Swift one would bring functions of its own, which any set's copy could serve.
typealias OutlierRows = lanes_outliers

extension OutlierRows {
  /// The color in the display's components, at last the result: three rows.
  @inline(__always) var color: Floats { base! }
  /// The way from the anchor to the color in PQ-coded cone responses: three rows.
  @inline(__always) var direction: Floats { base! + 3 * count }
  /// The light on the line at `place`, in the display's components: three rows.
  @inline(__always) var line: Floats { base! + 6 * count }
  /// The source's least and greatest components.
  @inline(__always) var least: Floats { base! + 9 * count }
  @inline(__always) var greatest: Floats { base! + 10 * count }
  /// The anchor's intensity.
  @inline(__always) var anchor: Floats { base! + 11 * count }
  /// The place on the line that is looked at: 0 at the anchor, 1 at the color.
  @inline(__always) var place: Floats { base! + 12 * count }
  /// The first two looks: two places, then the hull's values there.
  @inline(__always) var first: Floats { base! + 13 * count }
  @inline(__always) var second: Floats { base! + 14 * count }
  @inline(__always) var firstValue: Floats { base! + 15 * count }
  @inline(__always) var secondValue: Floats { base! + 16 * count }
  /// Until there is a light on the line: chroma, and the place in the tables of hues.
  @inline(__always) var chroma: Floats { base! + 6 * count }
  @inline(__always) var position: Floats { base! + 7 * count }
  /// 1 where a color lands on the hull.
  @inline(__always) var onHull: Floats { base! + 14 * count }
  /// How steeply the hull's value rises at the crossing, looked up.
  @inline(__always) var slope: Floats { base! + 17 * count }
  /// The farthest place known to be inside and the nearest outside, where a crossing must be searched for.
  @inline(__always) var inside: Floats { base! + 9 * count }
  @inline(__always) var outside: Floats { base! + 10 * count }
  /// 1 while it is not found.
  @inline(__always) var open: Floats { base! + 18 * count }

  /// Where the colors are that need a search.
  @inline(__always) var places: UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(base! + 18 * count).assumingMemoryBound(to: Int32.self)
  }

  /// Fewer columns of rows that nothing is in yet.
  @inline(__always) func shortened(_ found: Int) -> OutlierRows { OutlierRows(base: base, count: wholeVectors(found)) }

  /// Three rows' numbers at one column.
  @inline(__always) func three(_ rows: Floats, _ i: Int) -> (Lanes, Lanes, Lanes) {
    (lanes_load(rows + i), lanes_load(rows + count + i), lanes_load(rows + 2 * count + i))
  }
  @inline(__always) func store(_ rows: Floats, _ i: Int, _ a: Lanes, _ b: Lanes, _ c: Lanes) {
    lanes_store(rows + i, a)
    lanes_store(rows + count + i, b)
    lanes_store(rows + 2 * count + i, c)
  }
  @inline(__always) func store(
    _ m: (MatrixRow, MatrixRow, MatrixRow), _ rows: Floats, _ i: Int, _ v: (Lanes, Lanes, Lanes)
  ) {
    store(
      rows, i, product(m.0, v.0, v.1, v.2), product(m.1, v.0, v.1, v.2), product(m.2, v.0, v.1, v.2))
  }
}

/// The light of the display at each line's place.
@inline(__always) func follow(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let components = matrixRows(gamut.components)
  eachVector(rows.count) { i in
    let (place, anchor) = (lanes_load(rows.place + i), lanes_load(rows.anchor + i))
    let (l, m, s) = rows.three(rows.direction, i)
    rows.store(rows.line, i, fma(place, l, anchor), fma(place, m, anchor), fma(place, s, anchor))
  }
  applyCurve(gamut.eotf, rows.line, 3 * rows.count)
  eachVector(rows.count) { i in rows.store(components, rows.line, i, rows.three(rows.line, i)) }
}

/// How far outside the hull three components are, 0 on it, and the unit that is counted in.
///
/// With f and g of `GamutMaps.PerceptualGamutMap`, step 7, each taken as 0 when negative, it is f² + g² − 1, times the square of
/// their denominators, so that nothing is divided: it has the sign of u − 1.
@inline(__always) func hullValue(
  _ gamut: lanes_gamut, _ c: (Lanes, Lanes, Lanes)
) -> (value: Lanes, unit: Lanes) {
  let (zero, one, tiny) = (splat(0), splat(1), splat(0x1p-30))
  let (low, high, fold) = extremes(gamut, c)
  let margin = gamut.makes_room != 0 ? gamut.floor_margin : 0
  let floorReach = lanes_max(splat(gamut.floor_corner) * high, tiny)
  let ceilingReach = lanes_max(splat(gamut.ceiling_corner) * (one - low), tiny)
  let depth = fma(splat(-margin), high, low + fold)
  let floor = lanes_max(floorReach - depth, zero) * ceilingReach
  let ceiling = lanes_max(ceilingReach - (one - high), zero) * floorReach
  let unit = floorReach * ceilingReach
  if gamut.makes_room == 0 {
    let reach = lanes_max(floor, ceiling)
    return (reach - unit, unit)
  }
  let square = unit * unit
  return (fma(floor, floor, fma(ceiling, ceiling, splat(0) - square)), square)
}

/// The smallest and the largest of three components, and what fills the fold at blue.
@inline(__always) func extremes(
  _ gamut: lanes_gamut, _ c: (Lanes, Lanes, Lanes)
) -> (low: Lanes, high: Lanes, fold: Lanes) {
  let (less, more) = (lanes_min(c.0, c.1), lanes_max(c.0, c.1))
  let middle = lanes_max(less, lanes_min(more, c.2))
  let blueness = lanes_max(c.2 - more, splat(0))
  let fold = splat(gamut.overhang) * lanes_min(lanes_max(middle, splat(0)), splat(gamut.overhang_reach) * blueness)
  return (lanes_min(less, c.2), lanes_max(more, c.2), fold)
}

/// Where a hue lies in the tables of hues, `0..<256`: see `GamutMaps.HueCusps`.
@inline(__always) func huePosition(_ ct: Lanes, _ cp: Lanes) -> Lanes {
  let sum = lanes_abs(ct) + lanes_abs(cp)
  let ratio = ct / lanes_max(sum, splat(0x1p-60))
  let angle = lanes_select(lanes_at_least(cp, splat(0)), splat(1) - ratio, splat(3) + ratio)
  return clamped(angle * splat(64), splat(0), splat(255.99998))
}
