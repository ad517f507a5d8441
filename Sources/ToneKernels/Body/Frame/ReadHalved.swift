internal import CToneKernels

/// Reads 4:2:2 and 4:2:0.
@inline(__always) func readHalved(
  _ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats, _ format: lanes_sample
) {
  switch (job.pointee.layout.rawValue, format.rawValue) {
  case (LANES_PLANAR.rawValue, LANES_U8.rawValue): readHalvedBytes(job, row, x, count, strip)
  case (LANES_PLANAR.rawValue, LANES_U16.rawValue): readHalvedWords(job, row, x, count, strip)
  case (LANES_PLANAR.rawValue, LANES_F32.rawValue): readHalvedFloats(job, row, x, count, strip)
  case (LANES_BIPLANAR.rawValue, LANES_U8.rawValue): readHalvedBytePairs(job, row, x, count, strip)
  case (LANES_BIPLANAR.rawValue, LANES_U16.rawValue): readHalvedWordPairs(job, row, x, count, strip)
  case (LANES_PACKED422.rawValue, LANES_U16.rawValue): readHalvedGroups(job, row, x, count, strip)
  default: fillWithNaN(strip, max(count, Int(row.pointee.odd) + (count + 1) / 2))
  }
}

// Each format has its own function, because the compiler does not inline all of them together.

@inline(never) func readHalvedBytes(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U8, step: 1)
}

@inline(never) func readHalvedBytePairs(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U8, step: 2)
}

@inline(never) func readHalvedWords(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U16, step: 1)
}

@inline(never) func readHalvedWordPairs(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U16, step: 2)
}

@inline(never) func readHalvedGroups(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_U16, step: 4)
}

@inline(never) func readHalvedFloats(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  readHalved(job, row, x, count, strip, LANES_F32, step: 1)
}

/// First chroma is interpolated between its two rows, into rows of the gamut map; the next columns are then loaded from there. Even and odd columns
/// are separate vectors, which are interleaved unless the strip is a block.
///
/// - Parameter step: As for `chromaSamples`.
@inline(__always) private func readHalved(
  _ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats, _ format: lanes_sample, step: Int
) {
  let part = row.pointee.odd > 0 ? roundedUp((count + 1) / 2) : roundedUp(count) / 2
  let cb = rowPointer(strip, Int32(LANES_GAMUT_ROWS)) + 32
  let cr = cb + rowStep
  readChroma(job, row, x / 2, part, cb, cr, format, step: step)
  let (isBlock, odd) = (row.pointee.odd > 0, strip + Int(row.pointee.odd))
  typealias Color = (Lanes, Lanes, Lanes)
  @inline(__always) func put(_ i: Int, _ a: Color, _ b: Color) {
    if isBlock {
      storeThree(strip + i, a.0, a.1, a.2)
      storeThree(odd + i, b.0, b.1, b.2)
    } else {
      let to = strip + 2 * i
      storeThree(to, lanes_zip_low(a.0, b.0), lanes_zip_low(a.1, b.1), lanes_zip_low(a.2, b.2))
      storeThree(to + Lanes.count, lanes_zip_high(a.0, b.0), lanes_zip_high(a.1, b.1), lanes_zip_high(a.2, b.2))
    }
  }
  let m = matrixRows(job.pointee.matrix)
  let half = (m.0.z * 0.5, m.1.y * 0.5, m.1.z * 0.5, m.2.y * 0.5)
  let (luma, width) = (row.pointee.luma, Int(job.pointee.width))
  @inline(__always) func each(_ color: (_ i: Int, _ even: Lanes, _ odd: Lanes) -> Void) {
    eachVector(part) { i in
      let start = x + 2 * i
      if start + 2 * Lanes.count <= width {
        let y = lumaPairs(format, luma, start, of: width, step: step, edge: false)
        color(i, y.0, y.1)
      } else {
        let y = lumaPairs(format, luma, start, of: width, step: step, edge: true)
        color(i, y.0, y.1)
      }
    }
  }
  // Luma usually has the same weight in all three, red does not depend on Cb, and blue not on Cr.
  let numbers = job.pointee.matrix
  let isUsual =
    numbers.0 == numbers.4 && numbers.0 == numbers.8 && numbers.3 == numbers.7 && numbers.3 == numbers.11
    && numbers.1 == 0 && numbers.10 == 0
  switch (isUsual, job.pointee.centered != 0) {
  case (true, false):
    each { i, first, next in
      let (b, r) = (lanes_load(cb + i), lanes_load(cr + i))
      let (b2, r2) = (b + lanes_load(cb + i + 1), r + lanes_load(cr + i + 1))
      let (y, y2) = (fma(m.0.x, first, m.0.offset), fma(m.0.x, next, m.0.offset))
      put(
        i, (fma(m.0.z, r, y), fma(m.1.y, b, fma(m.1.z, r, y)), fma(m.2.y, b, y)),
        (fma(half.0, r2, y2), fma(half.1, b2, fma(half.2, r2, y2)), fma(half.3, b2, y2)))
    }
  case (_, let isCentered):
    each { i, first, next in
      @inline(__always) func weighed(_ p: Floats, _ step: Int) -> Lanes {
        if isCentered { return fma(splat(0.75), lanes_load(p + i), splat(0.25) * lanes_load(p + i + step)) }
        return step < 0 ? lanes_load(p + i) : splat(0.5) * (lanes_load(p + i) + lanes_load(p + i + 1))
      }
      @inline(__always) func color(_ y: Lanes, _ b: Lanes, _ r: Lanes) -> Color {
        (product(m.0, y, b, r), product(m.1, y, b, r), product(m.2, y, b, r))
      }
      put(i, color(first, weighed(cb, -1), weighed(cr, -1)), color(next, weighed(cb, 1), weighed(cr, 1)))
    }
  }
}

/// Stores both components of chroma, interpolated between two rows, minus the neutral sample: `count` columns from `start` on, and the columns beside
/// them.
@inline(__always) private func readChroma(
  _ job: ReadJob, _ row: ReadRow, _ start: Int, _ count: Int, _ toCb: Floats, _ toCr: Floats, _ format: lanes_sample,
  step: Int
) {
  let (cb, cr, columns) = (row.pointee.cb, row.pointee.cr, (Int(job.pointee.width) + 1) / 2)
  let (first, second) = (splat(row.pointee.weight.0), splat(row.pointee.weight.1))
  let neutral = splat(-job.pointee.neutral)
  // One row has all the weight where chroma lies on a row of luma.
  let isSingle = row.pointee.weight.1 == 0
  @inline(__always) func store(_ j: Int, edge: Bool) {
    let a = chromaSamples(format, cb.0, cr.0, start + j, of: columns, step: step, edge: edge)
    if isSingle {
      lanes_store(toCb + j, a.0 + neutral)
      lanes_store(toCr + j, a.1 + neutral)
    } else {
      // Products and sums of codes are exact.
      let b = chromaSamples(format, cb.1, cr.1, start + j, of: columns, step: step, edge: edge)
      lanes_store(toCb + j, lanes_weighted(format, first, a.0, lanes_weighted(format, second, b.0, neutral)))
      lanes_store(toCr + j, lanes_weighted(format, first, a.1, lanes_weighted(format, second, b.1, neutral)))
    }
  }
  store(-Lanes.count, edge: true)
  eachVector(count) { j in
    if start + j + Lanes.count <= columns { store(j, edge: false) } else { store(j, edge: true) }
  }
  store(count, edge: true)
}

/// Luma samples of even columns from the even column `start` on, and of the odd column after each; in packed 4:2:2, where chroma has step 4, every
/// second sample is luma.
@inline(__always) private func lumaPairs(
  _ format: lanes_sample, _ p: UnsafeRawPointer!, _ start: Int, of count: Int, step: Int, edge: Bool
) -> (Lanes, Lanes) {
  let size = (step == 4 ? 2 : 1) * byteCount(format)
  if !edge {
    if step < 4 { return pairs(format, p + start * size) }
    let (low, high) = (pairs(format, p + start * size).0, pairs(format, p + (start + Lanes.count) * size).0)
    return (lanes_evens(low, high), lanes_odds(low, high))
  }
  let (odd, apart): (UnsafeRawPointer, Int) = (count > 1 ? p + size : p, step == 4 ? 4 : 2)
  return (
    samples(format, p, start / 2, of: (count + 1) / 2, step: apart, edge: true),
    samples(format, odd, start / 2, of: max(count / 2, 1), step: apart, edge: true)
  )
}
