internal import CToneKernels

// The format is a constant in each loop over subsampled chroma. Each format has its own function, because the compiler does not inline all of them
// together.

@inline(never) func readHalvedPlanes(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  switch job.pointee.sample.rawValue {
  case LANES_U8.rawValue where row.pointee.odd > 0: readPairedBytes(job, row, x, count, strip)
  case LANES_U16.rawValue where row.pointee.odd > 0: readPairedWords(job, row, x, count, strip)
  case LANES_U8.rawValue: readHalvedBytes(job, row, x, count, strip)
  case LANES_U16.rawValue: readHalvedWords(job, row, x, count, strip)
  case LANES_F32.rawValue: readHalved(job, row, x, count, strip, LANES_F32, step: 1)
  default: fillWithNaN(strip, count)
  }
}

@inline(never) func readHalvedPairs(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  switch job.pointee.sample.rawValue {
  case LANES_U8.rawValue where row.pointee.odd > 0: readPairedBytePairs(job, row, x, count, strip)
  case LANES_U16.rawValue where row.pointee.odd > 0: readPairedWordPairs(job, row, x, count, strip)
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

@inline(never) func readPairedBytes(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U8, step: 1, paired: true)
}

@inline(never) func readPairedBytePairs(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U8, step: 2, paired: true)
}

@inline(never) func readPairedWords(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U16, step: 1, paired: true)
}

@inline(never) func readPairedWordPairs(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U16, step: 2, paired: true)
}

/// Luma samples `start…` of a row; in packed 4:2:2, where chroma has step 4, every second sample.
@inline(__always) func lumaSamples(
  _ format: lanes_sample, _ p: UnsafeRawPointer!, _ start: Int, of count: Int, step: Int, edge: Bool
) -> Lanes {
  if step < 4 { return samples(format, p, start, of: count, step: 1, edge: edge) }
  if edge { return samples(format, p, start, of: count, step: 2, edge: true) }
  return pairs(format, p + 2 * start * byteCount(format)).0
}

/// Luma samples of even columns from the even column `start` on, and of the odd column after each.
@inline(__always) func lumaPairs(
  _ format: lanes_sample, _ p: UnsafeRawPointer!, _ start: Int, of count: Int, edge: Bool
) -> (Lanes, Lanes) {
  let size = byteCount(format)
  if !edge { return pairs(format, p + start * size) }
  let odd: UnsafeRawPointer = count > 1 ? p + size : p
  return (
    samples(format, p, start / 2, of: (count + 1) / 2, step: 2, edge: true),
    samples(format, odd, start / 2, of: max(count / 2, 1), step: 2, edge: true)
  )
}

/// Reads 4:2:2 and 4:2:0: each chroma vector serves two vectors of luma.
///
/// - Parameter paired: Whether even and odd columns fill separate parts of the strip.
@inline(__always) func readHalved(
  _ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats, _ format: lanes_sample, step: Int,
  paired: Bool = false
) {
  let n = Lanes.count
  let (luma, width) = (row.pointee.luma, Int(job.pointee.width))
  let (cb, cr) = (row.pointee.cb, row.pointee.cr)
  let (columns, odd) = ((width + 1) / 2, Int(row.pointee.odd))
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
    if paired { return (even, odd) }
    let (a, b) = (lanes_undivided(even), lanes_undivided(odd))
    return (lanes_zip_low(a, b), lanes_zip_high(a, b))
  }
  // Red rarely depends on Cb, and blue on Cr.
  let isUsual = job.pointee.matrix.1 == 0 && job.pointee.matrix.10 == 0
  @inline(__always) func storeColor(_ y: Lanes, _ cb: Lanes, _ cr: Lanes, _ to: Floats) {
    guard paired && isUsual else { return store(m, y, cb, cr, to) }
    lanes_store(to, fma(m.0.x, y, fma(m.0.z, cr, m.0.offset)))
    lanes_store(to + Int(LANES_STRIP), product(m.1, y, cb, cr))
    lanes_store(to + 2 * Int(LANES_STRIP), fma(m.2.x, y, fma(m.2.y, cb, m.2.offset)))
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
      if paired {
        let y = lumaPairs(format, luma, x + i, of: width, edge: edge)
        storeColor(y.0, cb.0, cr.0, strip + i / 2)
        storeColor(y.1, cb.1, cr.1, strip + i / 2 + odd)
        return
      }
      let low = lumaSamples(format, luma, x + i, of: width, step: step, edge: edge)
      let high = lumaSamples(format, luma, x + i + n, of: width, step: step, edge: edge)
      store(m, low, cb.0, cr.0, strip + i)
      store(m, high, cb.1, cr.1, strip + i + n)
    }
    // With separate even and odd columns, each part is filled up to whole vectors.
    let end = paired ? 2 * roundedUp((count + 1) / 2) : roundedUp(count)
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
