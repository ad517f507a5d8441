internal import CLanes

/// The rows in which outliers are processed.
///
/// This is a C structure, because a Swift one would add functions of its own, and the linker could use any set's copy of them.
typealias OutlierRows = lanes_outliers

extension OutlierRows {
  /// First L, M, S, then their roots: three rows.
  @inline(__always) var roots: Floats { base! }
  /// F of L, M, S; then the same minus the intensity; finally the growth of L, M, S: three rows.
  @inline(__always) var coded: Floats { base! + 3 * step }
  @inline(__always) var intensity: Floats { base! + 6 * step }
  @inline(__always) var chroma: Floats { base! + 7 * step }
  /// The reciprocal of chroma.
  @inline(__always) var perChroma: Floats { base! + 8 * step }
  /// The position of the hue; then the chroma at which the path leaves the hull.
  @inline(__always) var hue: Floats { base! + 9 * step }
  @inline(__always) var radius: Floats { base! + 9 * step }
  /// How far the intensity is above the cusp's.
  @inline(__always) var above: Floats { base! + 10 * step }
  /// Rows 6 and 10 are reused: row 6 holds the intensity, then the path's column, then the relative change of chroma; row 10 holds
  /// the height above the cusp, then the change of intensity.
  @inline(__always) var column: Floats { base! + 6 * step }
  @inline(__always) var intensityChange: Floats { base! + 10 * step }
  @inline(__always) var chromaChange: Floats { base! + 6 * step }

  /// The vectors of three rows at one column.
  @inline(__always) func three(_ rows: Floats, _ step: Int, _ i: Int) -> (Lanes, Lanes, Lanes) {
    (lanes_load(rows + i), lanes_load(rows + step + i), lanes_load(rows + 2 * step + i))
  }
  @inline(__always) func store(_ rows: Floats, _ step: Int, _ i: Int, _ a: Lanes, _ b: Lanes, _ c: Lanes) {
    lanes_store(rows + i, a)
    lanes_store(rows + step + i, b)
    lanes_store(rows + 2 * step + i, c)
  }
}

/// Moves colors into the hull: steps 2 to 7 of `GamutMaps.PerceptualGamutMap`, with its terms.
///
/// The work is done in short loops: a single loop would be such a long chain of operations that only few vectors are in flight at
/// once. Error against the truth over the source's hull: below 1e-5 of the peak in light, and below 2e-6 for 99 of 100 components;
/// `GamutTests.noise` checks it.
///
/// - Parameter chosen: The lanes of each vector whose results are stored; `nil` means all.
@inline(__always) func moveOutliers(
  _ gamut: lanes_gamut, _ rows: OutlierRows, only chosen: UnsafeMutablePointer<UInt32>?
) {
  perceive(gamut, rows)
  findPaths(gamut, rows)
  findRadii(gamut, rows)
  findMoves(gamut, rows)
  grow(gamut, rows)
  if let chosen {
    settle(gamut, rows) { i, moved, color in lanes_select(lanes_mask(chosen[i / Lanes.count]), moved, color) }
  } else {
    settle(gamut, rows) { _, moved, _ in moved }
  }
}

/// Converts each color to the space in which it is moved.
@inline(__always) func perceive(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let cones = matrixRows(gamut.cones)
  let (zero, one) = (splat(0), splat(1))
  eachVector(rows.count) { i in
    let (r, g, b) = rows.three(rows.color, rows.color_step, i)
    @inline(__always) func cone(_ row: MatrixRow) -> Lanes { lanes_max(product(row, r, g, b), zero) }
    rows.store(rows.roots, rows.step, i, cone(cones.0), cone(cones.1), cone(cones.2))
  }
  eachOfThree(rows) { i in
    let root = lanes_sqrt(lanes_load(rows.roots + i))
    lanes_store(rows.roots + i, root)
    lanes_store(rows.coded + i, binaryLogarithm(root + one))
  }
  let axes = gamut.axes
  eachVector(rows.count) { i in
    let (l, m, s) = rows.three(rows.coded, rows.step, i)
    let intensity = splat(0.5) * (l + m)
    let (lm, ms) = (l - m, m - s)
    let x = fma(splat(axes.0), lm, splat(axes.1) * ms)
    let y = fma(splat(axes.2), lm, splat(axes.3) * ms)
    let chroma = lanes_abs(x) + lanes_abs(y)
    let perChroma = one / lanes_max(chroma, splat(0x1p-60))
    let ratio = x * perChroma
    let turn = lanes_select(lanes_at_least(y, zero), one - ratio, splat(3) + ratio)
    rows.store(rows.coded, rows.step, i, l - intensity, m - intensity, s - intensity)
    lanes_store(rows.intensity + i, intensity)
    lanes_store(rows.chroma + i, chroma)
    lanes_store(rows.perChroma + i, perChroma)
    lanes_store(rows.hue + i, clamped(turn * splat(Float(LANES_HUES / 4)), zero, splat(255.99998)))
  }
}

/// Finds the column of each color's path, and the color's height above the cusp.
@inline(__always) func findPaths(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let (zero, tiny) = (splat(0), splat(0x1p-120))
  let (preservation, leveling, white) = (splat(gamut.preservation), splat(gamut.leveling), splat(gamut.white))
  let (first, perSquare) = (splat(gamut.preservation * gamut.onset), splat(-gamut.onset * gamut.onset))
  let (levels, lastClimb) = (splat(Float(LANES_LEVELS)), splat(gamut.last_climb))
  let (climbs, ease) = (splat(-gamut.eased_climbs), splat(gamut.ease_squared))
  let last = splat(Float(LANES_COLUMNS - 1) - 0x1p-18)
  eachVector(rows.count) { i in
    let (node, across) = parted(lanes_load(rows.hue + i) * splat(Float(LANES_CUSPS) / Float(LANES_HUES)))
    let two = neighbors(gamut.cusps, node)
    let cusp = lanes_mixed(two.0, two.1, across)
    let (intensity, chroma) = (lanes_load(rows.intensity + i), lanes_load(rows.chroma + i))
    let above = lanes_max(intensity - cusp, zero)
    lanes_store(rows.above + i, above)
    let isLevel = lanes_at_least(zero, above)
    var column = levels * (intensity / lanes_max(cusp, tiny))
    // Most colors to move are not above the cusp.
    if lanes_bits(~isLevel) != 0 {
      let u = chroma * chroma
      let (near, far) = (u + first, fma(leveling, u, preservation))
      let q = above * (far * far)
      let n = lanes_max(fma((white - cusp) * near, near, perSquare * q), zero)
      let climbed = fma(climbs, lanes_sqrt(n / lanes_max(q + n, tiny) + ease), lastClimb)
      column = lanes_select(isLevel, column, climbed)
    }
    lanes_store(rows.column + i, clamped(column, zero, last))
  }
}

/// Looks up the chroma at which each path leaves the hull.
@inline(__always) func findRadii(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let columns = LaneIntegers(repeating: LANES_COLUMNS)
  eachVector(rows.count) { i in
    let (hue, across) = parted(lanes_load(rows.hue + i))
    let (column, along) = parted(lanes_load(rows.column + i))
    let four = fours(gamut.radii, (hue &* columns &+ column) &<< LaneIntegers(repeating: 1))
    lanes_store(
      rows.radius + i, lanes_mixed(lanes_mixed(four.0, four.2, along), lanes_mixed(four.1, four.3, along), across))
  }
}

/// Computes the change of each color's chroma and intensity.
@inline(__always) func findMoves(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let (zero, one, tiny) = (splat(0), splat(1), splat(0x1p-60))
  let (preservation, leveling, shoulder) = (splat(gamut.preservation), splat(gamut.leveling), splat(-gamut.shoulder))
  let (first, climb) = (splat(gamut.preservation * gamut.onset), splat(gamut.climb))
  // The room that is made, from the number of columns above the cusp's column.
  let (room, less) = (splat(gamut.room), splat(-gamut.room * gamut.paleness / Float(LANES_CLIMBS)))
  eachVector(rows.count) { i in
    let (radius, column) = (lanes_load(rows.radius + i), lanes_load(rows.column + i))
    let part = fma(lanes_max(column - splat(Float(LANES_LEVELS)), zero), less, room)
    let width = part * radius
    let chroma = lanes_load(rows.chroma + i)
    let over = lanes_max(chroma - (radius - width), zero)
    let kept = over * width / lanes_max(fma(fma(shoulder, part, one), over, width), tiny)
    let removed = over - lanes_min(kept, width)
    lanes_store(rows.chromaChange + i, (zero - removed) * lanes_load(rows.perChroma + i))
    // If no color is above its cusp, the row already holds 0, no change.
    let above = lanes_load(rows.above + i)
    if lanes_bits(lanes_at_least(zero, above)) == lanes_bits(lanes_at_least(zero, zero)) { return }
    let left = chroma - removed
    let span = fma(chroma, chroma, first) * fma(leveling * left, left, preservation)
    let drop = climb * removed * (chroma + left) / lanes_max(span, tiny)
    lanes_store(rows.intensityChange + i, (zero - above) * drop * (splat(2) - drop))
  }
}

/// Computes the growth of the cone responses.
@inline(__always) func grow(_ gamut: lanes_gamut, _ rows: OutlierRows) {
  let one = splat(1)
  var row = 0
  while row < 3 {
    let (roots, coded) = (rows.roots + row * rows.step, rows.coded + row * rows.step)
    eachVector(rows.count) { i in
      let root = lanes_load(roots + i)
      let move = fma(lanes_load(rows.chromaChange + i), lanes_load(coded + i), lanes_load(rows.intensityChange + i))
      let grown = binaryPowerLessOne(move) * (root + one)
      lanes_store(coded + i, grown * fma(splat(2), root, grown))
    }
    row += 1
  }
}

/// Computes the result: adds the growth of the cone responses to each color.
@inline(__always) func settle(
  _ gamut: lanes_gamut, _ rows: OutlierRows, _ result: (_ i: Int, _ moved: Lanes, _ color: Lanes) -> Lanes
) {
  let components = matrixRows(gamut.components)
  let (zero, one, margin, dimmest) = (splat(0), splat(1), splat(gamut.floor_margin), splat(gamut.dimmest))
  let (dimSlope, dimStart) = (splat(gamut.dim_slope), splat(gamut.dim_start))
  eachVector(rows.count) { i in
    let color = rows.three(rows.color, rows.color_step, i)
    let (l, m, s) = rows.three(rows.coded, rows.step, i)
    var r = color.0 + product(components.0, l, m, s)
    var g = color.1 + product(components.1, l, m, s)
    var b = color.2 + product(components.2, l, m, s)
    let visibility = fma(dimSlope, lanes_max(color.0, lanes_max(color.1, color.2)), dimStart)
    // Few colors are dark enough for this, and few bright enough for the next block.
    if lanes_bits(~lanes_at_least(visibility, one)) != 0 {
      let root = clamped(visibility, zero, one)
      @inline(__always) func part(of way: Lanes, from color: Lanes) -> Lanes {
        let start = lanes_max(color, zero)
        return lanes_select(lanes_at_least(visibility, one), way, lanes_mixed(start, way, root * root))
      }
      (r, g, b) = (part(of: r, from: color.0), part(of: g, from: color.1), part(of: b, from: color.2))
    }
    let high = lanes_max(r, lanes_max(g, b))
    if lanes_bits(~lanes_at_least(one, high)) != 0 {
      let scale = one / lanes_max(high, one)
      (r, g, b) = (r * scale, g * scale, b * scale)
    }
    let floor = lanes_max(margin * (lanes_min(high, one) - dimmest), zero)
    rows.store(
      rows.color, rows.color_step, i, result(i, clamped(r, floor, one), color.0),
      result(i, clamped(g, floor, one), color.1), result(i, clamped(b, floor, one), color.2))
  }
}

/// Calls `body` for every vector of three consecutive rows.
@inline(__always) func eachOfThree(_ rows: OutlierRows, _ body: (_ i: Int) -> Void) {
  var row = 0
  while row < 3 * rows.step {
    eachVector(rows.count) { i in body(row + i) }
    row += rows.step
  }
}

/// Splits a position in a table into the index before it and the fraction.
@inline(__always) func parted(_ position: Lanes) -> (LaneIntegers, Lanes) {
  let number = lanes_integers(position)
  return (number, position - lanes_numbers(number))
}

/// Four consecutive numbers of a table in memory, from number `i` on.
@inline(__always) func fours(_ table: UnsafePointer<Float>!, _ i: LaneIntegers) -> (Lanes, Lanes, Lanes, Lanes) {
  let none = Lanes()
  var four = (none, none, none, none)
  withUnsafeMutableBytes(of: &four) { lanes_fours(table, i, $0.baseAddress!.assumingMemoryBound(to: Float.self)) }
  return four
}

/// Numbers `i` and `i + 1` of a table of 64 numbers, followed by the first again.
@inline(__always) func neighbors(_ table: UnsafePointer<Float>!, _ i: LaneIntegers) -> (Lanes, Lanes) {
  var two = (Lanes(), Lanes())
  withUnsafeMutableBytes(of: &two) { lanes_neighbors(table, i, $0.baseAddress!.assumingMemoryBound(to: Float.self)) }
  return two
}
