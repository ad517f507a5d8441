internal import CToneKernels

/// Applies the perceptual gamut map, `GamutMaps.PerceptualGamutMap`, to three rows of a strip at `rows`; the result is in the gamut map's rows.
///
/// First all colors are converted, into the gamut map's rows, and vectors that have colors outside the core are listed. These are then looked up in
/// the lattice, a fixed number at a time. The work is done in short loops: a single loop would be such a long chain of operations that only few vectors
/// are in flight at once. A color's bits depend only on that color.
///
/// Error against the reference: that of weights in units of 2⁻¹⁴; `GamutTests.noise` checks it.
@inline(never) func mapGamut(_ op: lanes_op, _ rows: Floats, _ strip: Floats, _ count: Int) {
  let found: Int
  if op.operand < 0 {
    found = convert(op, rows, strip, count) { _ in splat(1) }
  } else {
    let gain = rowPointer(strip, op.operand)
    found = convert(op, rows, strip, count) { lanes_load(gain + $0) }
  }
  moveOutside(op, rows, strip, found)
}

/// Converts colors into the gamut map's rows, and lists the vectors with colors outside the core after these rows.
///
/// - Parameter gain: The factor of the color in these columns.
/// - Returns: The number of these vectors.
@inline(__always) private func convert(
  _ op: lanes_op, _ rows: Floats, _ strip: Floats, _ count: Int, by gain: (_ i: Int) -> Lanes
) -> Int {
  switch (op.clamps != 0, op.gamut.pointee.converts != 0) {
  case (false, true): convert(op, rows, strip, count, limits: false, converts: true, by: gain)
  case (false, false): convert(op, rows, strip, count, limits: false, converts: false, by: gain)
  case (true, false): convert(op, rows, strip, count, limits: true, converts: false, by: gain)
  case (true, true): convert(op, rows, strip, count, limits: true, converts: true, by: gain)
  }
}

/// The rows of converted colors, and the list after them: a vector's first column, and from bit 16 on a mask of the lanes that are outside.
@inline(__always) private func output(_ strip: Floats) -> (converted: Floats, outside: UnsafeMutablePointer<UInt32>) {
  let converted = rowPointer(strip, Int32(LANES_GAMUT_ROWS))
  return (converted, UnsafeMutableRawPointer(converted + 3 * rowStep).assumingMemoryBound(to: UInt32.self))
}

/// Moves the colors of listed vectors.
///
/// - Parameter rows: The source's light, to be multiplied by the row of gains, if there is one.
@inline(never) private func moveOutside(_ op: lanes_op, _ rows: Floats, _ strip: Floats, _ found: Int) {
  let (converted, outside) = output(strip)
  let work = converted + 4 * rowStep
  let most = Int(LANES_LOOKED_UP) / Lanes.count
  var first = 0
  while first < found {
    let some = min(most, found - first)
    findRatios(op, rows, strip, outside + first, work, some)
    lanes_settle()
    findPlaces(work, some)
    lanes_settle()
    lookUp(op.gamut.pointee, work, outside + first, converted, some)
    first += some
  }
}

/// The distance from one row of a strip to the next.
@inline(__always) var rowStep: Int { Int(LANES_STRIP) }

/// The rows of a vector in the lookup: five of `lanes_places`, whose `differing` overlaps the start of the next; then the two ratios, the face, the
/// level, and the maximum component in units of 2⁻²⁸.
@inline(__always) private var placeStep: Int { Int(LANES_PLACE_ROWS) * Lanes.count }

/// Converts the source's light, times its gain, to the display's, and limits neutrals to its peak.
///
/// The matrix preserves white, so that each row adds up to 1, and a product is one component plus two weighted differences from it: neutrals stay
/// neutral in every bit.
///
/// - Parameter limits: Whether numbers below 0 count as 0; a constant, like `converts`.
@inline(__always) private func convert(
  _ op: lanes_op, _ rows: Floats, _ strip: Floats, _ count: Int, limits: Bool, converts: Bool,
  by gain: (_ i: Int) -> Lanes
) -> Int {
  let gamut = op.gamut.pointee
  let (converted, outside) = output(strip)
  let m = matrixRows(gamut.matrix)
  let (floor, dark, weight) = (splat(gamut.core_floor), splat(-gamut.core_dark), splat(gamut.core_weight))
  let (ceiling, pale, half) = (splat(gamut.core_ceiling), splat(gamut.core_pale), splat(0.5))
  let (zero, one, factor) = (splat(0), splat(1), splat(op.factor))
  var found = 0
  eachVector(count) { i in
    let scale = gain(i) * factor
    var (x, y, z) = three(rows + i)
    (x, y, z) = (x * scale, y * scale, z * scale)
    if limits { (x, y, z) = (lanes_max(x, zero), lanes_max(y, zero), lanes_max(z, zero)) }
    var (p, q, s) = (x, y, z)
    if converts {
      let (green, blue) = (y - x, z - x)
      p = fma(m.0.y, green, fma(m.0.z, blue, x))
      q = fma(m.1.y, green, fma(m.1.z, blue, x))
      s = fma(m.2.y, green, fma(m.2.z, blue, x))
    }
    let high = lanes_max(p, lanes_max(q, s))
    let notRed = lanes_min(q, s)
    let low = lanes_min(p, notRed)
    // 1 for a neutral; otherwise more than any component above 1.
    let limit = fma(high - low, splat(0x1p64), one)
    storeThree(converted + i, lanes_min(p, limit), lanes_min(q, limit), lanes_min(s, limit))
    let isHigh = lanes_ge(lanes_min(p, notRed * weight), fma(floor, high, dark))
    // A neutral's minimum is its maximum.
    let isLow = lanes_ge(lanes_max(low, lanes_max(ceiling, fma(low, half, pale))), high)
    let bits = lanes_bits(~(isHigh & isLow))
    // Branchless, because film grain would cause branch mispredictions.
    outside[found] = UInt32(truncatingIfNeeded: i) | bits << 16
    found &+= bits == 0 ? 0 : 1
  }
  return found
}

/// Computes the face, the ratios and the level of listed colors, in the form that `lanes_find_places` expects.
@inline(__always) private func findRatios(
  _ op: lanes_op, _ rows: Floats, _ strip: Floats, _ outside: UnsafeMutablePointer<UInt32>, _ work: Floats,
  _ vectors: Int
) {
  let (gain, own) = (rowPointer(strip, max(op.operand, 0)), splat(op.factor))
  let (one, sixteenth) = (splat(1), splat(1.0 / 16))
  // A ratio of 1 must not be rounded down; a slight rounding up disappears in the rounding of the fraction.
  let rest = splat(15.0 / 16 * (1 + 0x1p-21))
  let (zero, dark) = (splat(0), splat(0x1p-30))
  let faces = (
    LaneIntegers(repeating: 0), LaneIntegers(repeating: Int32(LANES_NODE_FACE)),
    LaneIntegers(repeating: 2 * Int32(LANES_NODE_FACE))
  )
  var j = 0
  while j < vectors {
    let i = Int(outside[j] & 0xffff)
    let factor = op.operand < 0 ? own : lanes_load(gain + i) * own
    var (r, g, b) = three(rows + i)
    (r, g, b) = (r * factor, g * factor, b * factor)
    if op.clamps != 0 { (r, g, b) = (lanes_max(r, zero), lanes_max(g, zero), lanes_max(b, zero)) }
    let rg = lanes_max(r, g)
    let most = lanes_max(rg, b)
    let (isRed, isNotBlue) = (lanes_ge(r, lanes_max(g, b)), lanes_ge(rg, b))
    let part = one / lanes_max(most, dark)
    let scaled = part * rest
    let place = work + j * placeStep + 5 * Lanes.count
    // Components below 0, which can result from rounding, count as 0.
    lanes_store(place, lanes_max(fma(lanes_select(isRed, g, r), scaled, sixteenth), sixteenth))
    lanes_store(place + Lanes.count, lanes_max(fma(lanes_select(isNotBlue, b, g), scaled, sixteenth), sixteenth))
    lanes_store_integers(
      place + 2 * Lanes.count, lanes_select_integers(isRed, faces.0, lanes_select_integers(isNotBlue, faces.1, faces.2))
    )
    lanes_store_integers(place + 3 * Lanes.count, level(ofPart: part))
    lanes_store(place + 4 * Lanes.count, most * splat(0x1p-28))
    j += 1
  }
}

/// The level of 1/M in units of 2⁻¹⁶: one for each octave, and from 1/2 to 2 another eight per unit.
@inline(__always) private func level(ofPart part: Lanes) -> LaneIntegers {
  let s = clamped(part, splat(1.0 / 32), splat(255.99998))
  // The bits of a number: 2²³ for each octave.
  let octaves = lanes_numbers(lanes_bits_of(s) &- LaneIntegers(repeating: (127 - 5) << 23))
  let more = fma(clamped(s, splat(0.5), splat(2)), splat(8 * 65536), splat(-4 * 65536))
  return lanes_integers(fma(octaves, splat(0x1p-7), more))
}

@inline(__always) private func findPlaces(_ work: Floats, _ vectors: Int) {
  var j = 0
  while j < vectors {
    let place = work + j * placeStep
    let from = place + 5 * Lanes.count
    lanes_find_places(
      lanes_load(from), lanes_load(from + Lanes.count), lanes_load_integers(from + 2 * Lanes.count),
      lanes_load_integers(from + 3 * Lanes.count), place)
    j += 1
  }
}

/// Moves the listed colors by the lattice's displacements.
@inline(__always) private func lookUp(
  _ gamut: lanes_gamut, _ work: Floats, _ outside: UnsafeMutablePointer<UInt32>, _ converted: Floats, _ vectors: Int
) {
  let (zero, one) = (splat(0), splat(1))
  var j = 0
  while j < vectors {
    let place = work + j * placeStep
    let most = lanes_load(place + 9 * Lanes.count)
    var sums = (Lanes(), Lanes(), Lanes())
    withUnsafeMutableBytes(of: &sums) {
      lanes_look_up(gamut.nodes, place, $0.baseAddress!.assumingMemoryBound(to: Float.self))
    }
    let to = converted + Int(outside[j] & 0xffff)
    let (p, q, s) = three(to)
    let r = clamped(fma(sums.0, most, p), zero, one)
    let g = clamped(fma(sums.1, most, q), zero, one)
    let b = clamped(fma(sums.2, most, s), zero, one)
    let isOutside = lanes_mask(outside[j] >> 16)
    storeThree(to, lanes_select(isOutside, r, p), lanes_select(isOutside, g, q), lanes_select(isOutside, b, s))
    j += 1
  }
}

/// Stores the vectors of three rows at one column.
@inline(__always) func storeThree(_ p: Floats, _ a: Lanes, _ b: Lanes, _ c: Lanes) {
  lanes_store(p, a)
  lanes_store(p + rowStep, b)
  lanes_store(p + 2 * rowStep, c)
}
