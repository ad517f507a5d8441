public import CToneKernels

/// Writes one row of chroma, both components, from encoded rows: see `lanes_write_chroma`.
public func writeChroma(_ job: UnsafePointer<lanes_write_chroma>, _ row: UnsafePointer<lanes_chroma_row>) {
  let (job, row) = (job.pointee, row.pointee)
  switch (job.format.sample.rawValue, job.format.step) {
  case (LANES_U8.rawValue, 1): writeChroma(job, row, LANES_U8, step: 1)
  case (LANES_U8.rawValue, _): writeChroma(job, row, LANES_U8, step: 2)
  case (LANES_U16.rawValue, 1): writeChroma(job, row, LANES_U16, step: 1)
  case (LANES_U16.rawValue, 2): writeChroma(job, row, LANES_U16, step: 2)
  case (LANES_U16.rawValue, _): writeChroma(job, row, LANES_U16, step: 4)
  case (LANES_F32.rawValue, _): writeChroma(job, row, LANES_F32, step: 1)
  default: lanes_trap()
  }
}

@inline(__always) func writeChroma(
  _ job: lanes_write_chroma, _ row: lanes_chroma_row, _ sample: lanes_sample, step: Int
) {
  switch (job.halved, job.centered) {
  case (0, _): writeChroma(job, row, sample, step: step, halved: false, centered: false)
  case (_, 0): writeChroma(job, row, sample, step: step, halved: true, centered: false)
  default: writeChroma(job, row, sample, step: step, halved: true, centered: true)
  }
}

@inline(__always) func writeChroma(
  _ job: lanes_write_chroma, _ row: lanes_chroma_row, _ sample: lanes_sample, step: Int, halved: Bool, centered: Bool
) {
  let n = Lanes.count
  let width = Int(row.width)
  let columns = halved ? (width + 1) / 2 : width
  let (w0, w1, w2) = (splat(row.weight.0), splat(row.weight.1), splat(row.weight.2))
  let (ofEven, ofOdd) = (splat(job.weight.0), splat(job.weight.1))
  typealias Rows = (UnsafePointer<Float>?, UnsafePointer<Float>?, UnsafePointer<Float>?)

  /// Columns `x…` of the rows' weighted sum.
  @inline(__always) func between(_ rows: Rows, _ x: Int, edge: Bool) -> Lanes {
    @inline(__always) func load(_ p: UnsafePointer<Float>?) -> Lanes {
      edge ? lanes_edge_f32(p, x, width, 1) : lanes_load(p! + x)
    }
    return lanes_weighted(sample, w0, load(rows.0), lanes_weighted(sample, w1, load(rows.1), w2 * load(rows.2)))
  }
  /// Chroma columns `j…` of one component. The odd column before the first one comes from the previous call, in `lastOdd`.
  @inline(__always) func averaged(_ rows: Rows, _ j: Int, edge: Bool, _ lastOdd: inout Lanes) -> Lanes {
    if !halved { return between(rows, j, edge: edge) }
    let low = between(rows, 2 * j, edge: edge)
    let high = between(rows, 2 * j + n, edge: edge)
    let (even, odd) = (lanes_evens(low, high), lanes_odds(low, high))
    if centered { return ofEven * (even + odd) }
    let earlier = lanes_delayed(lastOdd, odd)
    lastOdd = odd
    return lanes_weighted(sample, ofEven, even, ofOdd * (earlier + odd))
  }
  /// The odd column before the first; at the picture's edge the first column's value repeats.
  @inline(__always) func before(_ rows: Rows) -> Lanes {
    let odd = Int(row.before)
    return between((rows.0! - odd, rows.1! - odd, rows.2! - odd), -n, edge: true)
  }
  var lastOdd = halved && !centered ? (before(row.rows.0), before(row.rows.1)) : (Lanes(), Lanes())
  @inline(__always) func block(_ j: Int, edge: Bool) {
    let cb = averaged(row.rows.0, j, edge: edge, &lastOdd.0)
    let cr = averaged(row.rows.1, j, edge: edge, &lastOdd.1)
    let cbBias = lanes_load(row.bias.0! + (j & 63))
    let crBias = lanes_load(row.bias.1! + (j & 63))
    let rest = columns - j
    if step == 1 {
      store(sample, job.format, cb, cbBias, row.target.0, j, first: edge ? rest : n)
      store(sample, job.format, cr, crBias, row.target.1, j, first: edge ? rest : n)
    } else if edge {
      store(sample, job.format, cb, cbBias, row.target.0, j, first: rest, step: step)
      store(sample, job.format, cr, crBias, row.target.0! + step / 2 * byteCount(sample), j, first: rest, step: step)
    } else {
      // The bias is added before pairs are formed, so zero is added to them.
      let (b, r) = (cb + cbBias, cr + crBias)
      let (low, high) = (lanes_zip_low(b, r), lanes_zip_high(b, r))
      if step == 2 {
        store(sample, job.format, low, splat(0), row.target.0, 2 * j, first: n)
        store(sample, job.format, high, splat(0), row.target.0, 2 * j + n, first: n)
      } else {
        // Each chroma sample and the luma sample before it form a word.
        let p = row.target.0!.assumingMemoryBound(to: UInt16.self) + (4 * j - 1)
        lanes_store_upper(p, lanes_codes(biased(job.format, low, splat(0)), job.format.shift))
        lanes_store_upper(p + 2 * n, lanes_codes(biased(job.format, high, splat(0)), job.format.shift))
      }
    }
  }
  var j = 0
  while j < columns {
    // The second pixel of the last pair may belong to another rectangle: its luma, packed with this chroma, must not even be rewritten.
    let inside = halved ? 2 * (j + n) <= width - (step == 4 ? 1 : 0) : j + n <= width
    if inside { block(j, edge: false) } else { block(j, edge: true) }
    j += n
  }
}
