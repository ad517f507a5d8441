public import CToneKernels

/// Writes a row of codes with separate even and odd columns: see `lanes_write` and `lanes_paired_row`.
///
/// - Parameter job: A job that writes integers in a separate plane.
public func writePaired(_ job: UnsafePointer<lanes_write>, _ row: UnsafePointer<lanes_paired_row>) {
  let (job, row) = (job.pointee, row.pointee)
  let count = Int(row.count)
  @inline(__always) func each(_ sample: lanes_sample) {
    var i = 0
    while 2 * i < count {
      let even = biased(job, lanes_load(row.codes.0! + i), lanes_load(row.bias.0! + (i & 31)))
      let odd = biased(job, lanes_load(row.codes.1! + i), lanes_load(row.bias.1! + (i & 31)))
      storePairs(sample, job, even, odd, row.target, 2 * i, first: count - 2 * i)
      i += Lanes.count
    }
  }
  switch job.sample.rawValue {
  case LANES_U8.rawValue: each(LANES_U8)
  case LANES_U16.rawValue: each(LANES_U16)
  default: lanes_trap()
  }
}

/// Stores codes that are ready to be truncated as samples `x…`, alternating between the two vectors, or only the first `n` of them.
@inline(__always) private func storePairs(
  _ sample: lanes_sample, _ format: lanes_write, _ even: Lanes, _ odd: Lanes, _ p: UnsafeMutableRawPointer!, _ x: Int,
  first n: Int
) {
  let whole = n >= 2 * Lanes.count
  if sample.rawValue == LANES_U8.rawValue {
    let p = p.assumingMemoryBound(to: UInt8.self) + x
    if whole { lanes_store_pairs_u8(p, even, odd) } else { lanes_first_pairs_u8(p, even, odd, n) }
  } else {
    let p = p.assumingMemoryBound(to: UInt16.self) + x
    if whole {
      lanes_store_pairs_u16(p, even, odd, format.shift)
    } else {
      lanes_first_pairs_u16(p, even, odd, n, format.shift)
    }
  }
}

/// Writes one row of chroma, both components, from a block: see `lanes_write_chroma` and `lanes_paired_chroma`.
///
/// - Parameters:
///   - job: A job that writes integers, in planes or in pairs, and halves columns.
///   - before: For each component, the rows' sum of the odd column before the first; on return, if the columns are whole vectors, that before the
///     next block.
public func writePairedChroma(
  _ job: UnsafePointer<lanes_write_chroma>, _ row: UnsafePointer<lanes_paired_chroma>,
  _ before: UnsafeMutablePointer<(Float, Float)>
) {
  let (job, row) = (job.pointee, row.pointee)
  switch (job.format.sample.rawValue, job.format.step) {
  case (LANES_U8.rawValue, 1): writePairedChroma(job, row, before, LANES_U8, step: 1)
  case (LANES_U8.rawValue, _): writePairedBytePairs(job, row, before)
  case (LANES_U16.rawValue, 1): writePairedWords(job, row, before)
  case (LANES_U16.rawValue, _): writePairedWordPairs(job, row, before)
  default: lanes_trap()
  }
}

/// A sum for each of the two components.
private typealias Sums = UnsafeMutablePointer<(Float, Float)>

// Each other format has its own function, because the compiler does not inline all of them together.

@inline(never) private func writePairedBytePairs(
  _ job: lanes_write_chroma, _ row: lanes_paired_chroma, _ before: Sums
) {
  writePairedChroma(job, row, before, LANES_U8, step: 2)
}

@inline(never) private func writePairedWords(_ job: lanes_write_chroma, _ row: lanes_paired_chroma, _ before: Sums) {
  writePairedChroma(job, row, before, LANES_U16, step: 1)
}

@inline(never) private func writePairedWordPairs(
  _ job: lanes_write_chroma, _ row: lanes_paired_chroma, _ before: Sums
) {
  writePairedChroma(job, row, before, LANES_U16, step: 2)
}

@inline(__always) private func writePairedChroma(
  _ job: lanes_write_chroma, _ row: lanes_paired_chroma, _ before: Sums, _ sample: lanes_sample, step: Int
) {
  if job.centered == 0, row.previous.0 == nil {
    writePairedChroma(job, row, before, sample, step: step, usual: true)
  } else {
    writePairedChroma(job, row, before, sample, step: step, usual: false)
  }
}

/// - Parameter usual: Whether chroma lies on even columns, and the row before has no weight.
@inline(__always) private func writePairedChroma(
  _ job: lanes_write_chroma, _ row: lanes_paired_chroma, _ before: Sums, _ sample: lanes_sample, step: Int,
  usual: Bool
) {
  let (n, count, toOdd, toSecond) = (Lanes.count, Int(row.count), Int(row.odd), Int(row.second))
  let isCentered = !usual && job.centered != 0
  // Half of the sum of both rows, or of a single one twice. Multiplication by a power of two commutes with rounding.
  let (ofEven, ofOdd) = (splat(job.weight.0 * 0.5), splat(job.weight.1 * 0.5))
  let reaches = row.previous.0 != nil
  let (ofPrevious, ofSecond) = (splat(reaches ? 0.5 : 0), splat(reaches ? 0.5 : 1))

  @inline(__always) func sum(_ p: UnsafePointer<Float>, _ previous: UnsafePointer<Float>) -> Lanes {
    let (first, second) = (lanes_load(p), lanes_load(p + toSecond))
    if usual { return first + second }
    return lanes_weighted(sample, ofPrevious, lanes_load(previous), lanes_weighted(sample, ofSecond, second, first))
  }
  @inline(__always) func averaged(
    _ p: UnsafePointer<Float>, _ previous: UnsafePointer<Float>, _ j: Int, _ before: inout Lanes
  ) -> Lanes {
    let (even, odd) = (sum(p + j, previous + j), sum(p + toOdd + j, previous + toOdd + j))
    if isCentered { return ofEven * (even + odd) }
    let earlier = lanes_delayed(before, odd)
    before = odd
    return lanes_weighted(sample, ofEven, even, ofOdd * (earlier + odd))
  }
  let (cb, cr) = (row.codes.0!, row.codes.1!)
  let previous = (row.previous.0 ?? cb, row.previous.1 ?? cr)
  var odd =
    row.begins != 0
    ? (splat(sum(cb, previous.0)[0]), splat(sum(cr, previous.1)[0]))
    : (splat(before.pointee.0), splat(before.pointee.1))
  var j = 0
  while j < count {
    let b = averaged(cb, previous.0, j, &odd.0) + lanes_load(row.bias.0! + (j & 63))
    let r = averaged(cr, previous.1, j, &odd.1) + lanes_load(row.bias.1! + (j & 63))
    if step == 1 {
      // The bias has already been added.
      store(sample, job.format, b, splat(0), row.target.0, j, first: count - j)
      store(sample, job.format, r, splat(0), row.target.1, j, first: count - j)
    } else {
      let (first, second) = (biased(job.format, b, splat(0)), biased(job.format, r, splat(0)))
      storePairs(sample, job.format, first, second, row.target.0, 2 * j, first: 2 * (count - j))
    }
    j += n
  }
  before.pointee = (odd.0[n - 1], odd.1[n - 1])
}
