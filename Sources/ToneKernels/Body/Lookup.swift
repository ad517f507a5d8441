internal import CToneKernels

/// Replaces rows by a function of one number given by its values: see `lanes_lookup`. Error: a rounding of the position among the values, times the
/// step of the values there, plus two roundings of the result.
@inline(never) func applyLookup(_ lookup: UnsafePointer<lanes_lookup>, _ rows: Int32, _ to: Floats, _ count: Int) {
  let lookup = lookup.pointee
  if let positions = lookup.positions {
    lookUp(lookup, rows, to, count) { x in
      let cell = lastPosition(positions, lookup, x)
      return (cell, lanes_part(positions, cell, x))
    }
  } else {
    let (scale, offset) = (splat(lookup.scale), splat(lookup.offset))
    let (zero, last, lastCell) = (splat(0), splat(Float(lookup.size - 1)), splat(Float(lookup.size - 2)))
    lookUp(lookup, rows, to, count) { x in
      let place = clamped(fma(x, scale, offset), zero, last)
      let cell = lanes_integers(lanes_min(place, lastCell))
      return (cell, place - lanes_numbers(cell))
    }
  }
}

/// Interpolates at the positions from `place`: the index of a value, and the fraction of the way to the next.
@inline(__always) private func lookUp(
  _ lookup: lanes_lookup, _ rows: Int32, _ to: Floats, _ count: Int, _ place: (_ x: Lanes) -> (LaneIntegers, Lanes)
) {
  let (low, high) = (splat(lookup.low), splat(lookup.high))
  eachRow(rows, count) { i, row in
    let (cell, part) = place(clamped(lanes_load(to + row + i), low, high))
    lanes_store(to + row + i, lanes_between(lookup.values, cell, part))
  }
}

/// The index of the last position at or below `x` that has a successor, by as many bisections as any `x` requires.
@inline(__always) private func lastPosition(
  _ positions: UnsafePointer<Float>, _ lookup: lanes_lookup, _ x: Lanes
) -> LaneIntegers {
  var (last, step) = (splat(0), Float(lookup.half))
  let limit = splat(Float(lookup.size - 2))
  while step >= 1 {
    let next = last + splat(step)
    last = lanes_select(lanes_ge(x, lanes_number(positions, lanes_integers(next))), next, last)
    step /= 2
  }
  return lanes_integers(lanes_min(last, limit))
}
