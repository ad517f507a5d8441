internal import CLanes

/// Replaces three rows by a function of three numbers, sampled on a lattice: see `lanes_lattice`. Error: that of the interpolation, plus
/// four roundings of the result.
@inline(never) func applyLattice(_ lattice: UnsafePointer<lanes_lattice>, from: Floats, _ to: Floats, _ count: Int) {
  if lattice.pointee.trilinear == 0 {
    interpolateTetrahedra(lattice.pointee, from: from, to, count)
  } else {
    interpolateCells(lattice.pointee, from: from, to, count)
  }
}

/// The path from a cell's lowest vertex to its highest follows the axes in the order of the color's fractions, largest first;
/// the result is the weighted sum of the four vertices on the path. For neutrals only the first and the last vertex have a
/// weight.
@inline(__always) private func interpolateTetrahedra(
  _ lattice: lanes_lattice, from: Floats, _ to: Floats, _ count: Int
) {
  let size = Float(lattice.size)
  let (red, green, blue) = (splat(1), splat(size), splat(size * size))
  let across = red + green + blue
  let one = splat(1)
  eachCell(lattice, from, count) { i, p0, fractions, added in
    let (r, g, s) = fractions
    let (low, high) = (lanes_min(r, g), lanes_max(r, g))
    let (least, most) = (lanes_min(low, s), lanes_max(high, s))
    let middle = lanes_max(low, lanes_min(high, s))
    let isFirst = (lanes_at_least(r, most), lanes_at_least(g, most))
    let isLast = (lanes_at_least(least, s), lanes_at_least(least, g))
    let p1 = p0 + lanes_select(isFirst.0, red, lanes_select(isFirst.1, green, blue))
    let p3 = p0 + across
    let p2 = p3 - lanes_select(isLast.0, blue, lanes_select(isLast.1, green, red))
    lanes_interpolate(
      lattice.entries, lanes_integers(p0), lanes_integers(p1), lanes_integers(p2), lanes_integers(p3), one - most,
      most - middle, middle - least, least, added, to + i, Int(LANES_STRIP))
  }
}

/// Along the first axis, then along the second, then along the third.
@inline(__always) private func interpolateCells(_ lattice: lanes_lattice, from: Floats, _ to: Floats, _ count: Int) {
  let size = Int(lattice.size)
  eachCell(lattice, from, count) { i, p0, fractions, added in
    let (r, g, s) = fractions
    lanes_interpolate_cell(
      lattice.entries, lanes_integers(p0), size, size * size, r, g, s, added, to + i, Int(LANES_STRIP))
  }
}

/// Calls `body` with the index of a cell's lowest vertex and with how far into the cell the colors lie. Indices are numbers below 2²⁴ and
/// therefore exact.
@inline(__always) private func eachCell(
  _ lattice: lanes_lattice, _ from: Floats, _ count: Int,
  _ body: (_ i: Int, _ first: Lanes, _ fractions: (Lanes, Lanes, Lanes), _ added: UnsafePointer<Float>) -> Void
) {
  let size = Float(lattice.size)
  let (zero, last, lastCell) = (splat(0), splat(size - 1), splat(size - 2))
  let (green, blue) = (splat(size), splat(size * size))
  let scale = (splat(lattice.scale.0), splat(lattice.scale.1), splat(lattice.scale.2))
  let offset = (splat(lattice.offset.0), splat(lattice.offset.1), splat(lattice.offset.2))
  var added = lattice.added
  withUnsafeBytes(of: &added) {
    let added = $0.baseAddress!.assumingMemoryBound(to: Float.self)
    eachVector(count) { i in
      let (a, b, c) = three(from + i)
      let x = clamped(fma(a, scale.0, offset.0), zero, last)
      let y = clamped(fma(b, scale.1, offset.1), zero, last)
      let z = clamped(fma(c, scale.2, offset.2), zero, last)
      let cell = (whole(x, lastCell), whole(y, lastCell), whole(z, lastCell))
      body(i, fma(cell.2, blue, fma(cell.1, green, cell.0)), (x - cell.0, y - cell.1, z - cell.2), added)
    }
  }
}

/// `x` without its fraction, at most `limit`.
@inline(__always) func whole(_ x: Lanes, _ limit: Lanes) -> Lanes { lanes_numbers(lanes_integers(lanes_min(x, limit))) }
