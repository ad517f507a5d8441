internal import CToneKernels

/// Replaces three rows by a function of three numbers, sampled on a lattice: see `lanes_lattice`. Error: that of the interpolation, plus
/// four roundings of the result.
///
/// - Parameter places: A row for the lookup positions of some colors.
@inline(never) func applyLattice(
  _ lattice: UnsafePointer<lanes_lattice>, from: Floats, _ to: Floats, _ places: Floats, _ count: Int
) {
  let lattice = lattice.pointee
  var added = lattice.added
  withUnsafeBytes(of: &added) {
    let added = $0.baseAddress!.assumingMemoryBound(to: Float.self)
    var first = 0
    while first < count {
      let (from, to, count) = (from + first, to + first, min(count - first, Int(LANES_STRIP) / 8))
      if lattice.trilinear == 0 {
        placeInTetrahedra(lattice, from, places, count)
        lanes_settle()
        eachVector(count) { i in lanes_interpolate(lattice.entries, places + 8 * i, added, to + i, Int(LANES_STRIP)) }
      } else {
        placeInCells(lattice, from, places, count)
        lanes_settle()
        let row = Int(lattice.size)
        eachVector(count) { i in
          lanes_interpolate_cell(lattice.entries, places + 8 * i, row, row * row, added, to + i, Int(LANES_STRIP))
        }
      }
      first += Int(LANES_STRIP) / 8
    }
  }
}

/// The path from a cell's lowest vertex to its highest follows the axes in the order of the color's fractions, largest first; the result is the
/// weighted sum of the four vertices on the path. For neutrals, only the first and the last vertex have weights.
@inline(__always) private func placeInTetrahedra(
  _ lattice: lanes_lattice, _ from: Floats, _ places: Floats, _ count: Int
) {
  let size = Float(lattice.size)
  let (red, green, blue) = (splat(1), splat(size), splat(size * size))
  let across = red + green + blue
  let one = splat(1)
  eachCell(lattice, from, count) { i, p0, fractions in
    let (r, g, s) = fractions
    let (low, high) = (lanes_min(r, g), lanes_max(r, g))
    let (minimum, most) = (lanes_min(low, s), lanes_max(high, s))
    let middle = lanes_max(low, lanes_min(high, s))
    let isFirst = (lanes_ge(r, most), lanes_ge(g, most))
    let isLast = (lanes_ge(minimum, s), lanes_ge(minimum, g))
    let p1 = p0 + lanes_select(isFirst.0, red, lanes_select(isFirst.1, green, blue))
    let p3 = p0 + across
    let p2 = p3 - lanes_select(isLast.0, blue, lanes_select(isLast.1, green, red))
    let place = places + 8 * i
    lanes_store_offsets(place, lanes_integers(p0))
    lanes_store_offsets(place + Lanes.count, lanes_integers(p1))
    lanes_store_offsets(place + 2 * Lanes.count, lanes_integers(p2))
    lanes_store_offsets(place + 3 * Lanes.count, lanes_integers(p3))
    lanes_store(place + 4 * Lanes.count, one - most)
    lanes_store(place + 5 * Lanes.count, most - middle)
    lanes_store(place + 6 * Lanes.count, middle - minimum)
    lanes_store(place + 7 * Lanes.count, minimum)
  }
}

/// The weights are the fractions along the three axes.
@inline(__always) private func placeInCells(_ lattice: lanes_lattice, _ from: Floats, _ places: Floats, _ count: Int) {
  eachCell(lattice, from, count) { i, p0, fractions in
    let place = places + 8 * i
    lanes_store_offsets(place, lanes_integers(p0))
    lanes_store(place + 4 * Lanes.count, fractions.0)
    lanes_store(place + 5 * Lanes.count, fractions.1)
    lanes_store(place + 6 * Lanes.count, fractions.2)
  }
}

/// Calls `body` with the index of a cell's lowest vertex and the fractions within the cell. Indices are numbers below 2²⁴ and therefore exact.
@inline(__always) private func eachCell(
  _ lattice: lanes_lattice, _ from: Floats, _ count: Int,
  _ body: (_ i: Int, _ first: Lanes, _ fractions: (Lanes, Lanes, Lanes)) -> Void
) {
  let size = Float(lattice.size)
  let (zero, last, lastCell) = (splat(0), splat(size - 1), splat(size - 2))
  let (green, blue) = (splat(size), splat(size * size))
  let scale = (splat(lattice.scale.0), splat(lattice.scale.1), splat(lattice.scale.2))
  let offset = (splat(lattice.offset.0), splat(lattice.offset.1), splat(lattice.offset.2))
  eachVector(count) { i in
    let (a, b, c) = three(from + i)
    let x = clamped(fma(a, scale.0, offset.0), zero, last)
    let y = clamped(fma(b, scale.1, offset.1), zero, last)
    let z = clamped(fma(c, scale.2, offset.2), zero, last)
    let cell = (whole(x, lastCell), whole(y, lastCell), whole(z, lastCell))
    body(i, fma(cell.2, blue, fma(cell.1, green, cell.0)), (x - cell.0, y - cell.1, z - cell.2))
  }
}

/// `x` without its fraction, at most `limit`.
@inline(__always) func whole(_ x: Lanes, _ limit: Lanes) -> Lanes { lanes_numbers(lanes_integers(lanes_min(x, limit))) }
