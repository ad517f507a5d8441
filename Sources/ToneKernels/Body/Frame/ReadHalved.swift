internal import CToneKernels

// The format is a constant in each loop over subsampled chroma. Each format has its own function, because the compiler does not inline all of them
// together.

@inline(never) func readHalvedPlanes(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  switch job.pointee.sample.rawValue {
  case LANES_U8.rawValue: readHalvedBytes(job, row, x, count, strip)
  case LANES_U16.rawValue: readHalvedWords(job, row, x, count, strip)
  case LANES_F32.rawValue: readHalved(job, row, x, count, strip, LANES_F32, step: 1)
  default: fillWithNaN(strip, count)
  }
}

@inline(never) func readHalvedPairs(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  switch job.pointee.sample.rawValue {
  case LANES_U8.rawValue: readHalvedBytePairs(job, row, x, count, strip)
  case LANES_U16.rawValue: readHalved(job, row, x, count, strip, LANES_U16, step: 2)
  default: fillWithNaN(strip, count)
  }
}

@inline(never) func readHalvedBytes(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U8, step: 1)
}

@inline(never) func readHalvedBytePairs(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U8, step: 2)
}

@inline(never) func readHalvedWords(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U16, step: 1)
}

@inline(never) func readHalvedGroups(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U16, step: 4)
}

/// Luma samples `start…` of a row; in packed 4:2:2, where chroma has step 4, every second sample.
@inline(__always) func lumaSamples(
  _ format: lanes_sample, _ p: UnsafeRawPointer!, _ start: Int, of count: Int, step: Int, edge: Bool
) -> Lanes {
  if step < 4 { return samples(format, p, start, of: count, step: 1, edge: edge) }
  if edge { return samples(format, p, start, of: count, step: 2, edge: true) }
  return pairs(format, p + 2 * start * byteCount(format)).0
}

/// Reads 4:2:2 and 4:2:0: each chroma vector serves two vectors of luma.
@inline(__always) func readHalved(
  _ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats, _ format: lanes_sample, step: Int
) {
  let n = Lanes.count
  let (luma, width) = (row.pointee.luma, Int(job.pointee.width))
  let (cb, cr) = (row.pointee.cb, row.pointee.cr)
  let columns = (width + 1) / 2
  let m = matrixRows(job.pointee.matrix)
  let (first, second) = (splat(row.pointee.weight.0), splat(row.pointee.weight.1))

  /// Chroma from column `j` on, interpolated between its two rows.
  @inline(__always) func chroma(_ j: Int, edge: Bool) -> (Lanes, Lanes) {
    let a = chromaSamples(format, cb.0, cr.0, j, of: columns, step: step, edge: edge)
    let b = chromaSamples(format, cb.1, cr.1, j, of: columns, step: step, edge: edge)
    return (lanes_weighted(format, first, a.0, second * b.0), lanes_weighted(format, first, a.1, second * b.1))
  }
  @inline(__always) func upsampled(_ before: Lanes, _ here: Lanes, _ after: Lanes, centered: Bool) -> (Lanes, Lanes) {
    let even = centered ? lanes_weighted(format, splat(0.75), here, splat(0.25) * before) : here
    let odd =
      centered ? lanes_weighted(format, splat(0.75), here, splat(0.25) * after) : splat(0.5) * (here + after)
    let (a, b) = (lanes_undivided(even), lanes_undivided(odd))
    return (lanes_zip_low(a, b), lanes_zip_high(a, b))
  }
  @inline(__always) func blocks(centered: Bool) {
    // Each vector of chroma needs its neighbors: the previous one is kept, the next one is loaded ahead.
    let start = x / 2
    var last = start >= n ? chroma(start - n, edge: false) : chroma(start - n, edge: true)
    var here = start + n <= columns ? chroma(start, edge: false) : chroma(start, edge: true)
    @inline(__always) func block(
      _ i: Int, edge: Bool, after last: inout (Lanes, Lanes), from here: inout (Lanes, Lanes)
    ) {
      let next = chroma((x + i) / 2 + n, edge: edge)
      let cb = upsampled(
        lanes_delayed(last.0, here.0), here.0, lanes_advanced(here.0, next.0), centered: centered)
      let cr = upsampled(
        lanes_delayed(last.1, here.1), here.1, lanes_advanced(here.1, next.1), centered: centered)
      (last, here) = (here, next)
      let low = lumaSamples(format, luma, x + i, of: width, step: step, edge: edge)
      let high = lumaSamples(format, luma, x + i + n, of: width, step: step, edge: edge)
      store(m, low, cb.0, cr.0, strip + i)
      store(m, high, cb.1, cr.1, strip + i + n)
    }
    let end = roundedUp(count)
    var i = 0
    while i < end {
      let inside = x + i + 2 * n <= width && (x + i) / 2 + 2 * n <= columns
      if inside {
        block(i, edge: false, after: &last, from: &here)
      } else {
        block(i, edge: true, after: &last, from: &here)
      }
      i += 2 * n
    }
  }
  if job.pointee.centered != 0 { blocks(centered: true) } else { blocks(centered: false) }
}
