internal import CLanes

/// Writes one row of chroma, both components, from encoded rows: see `lanes_write_chroma`.
///
/// - Parameters:
///   - job: A `lanes_write_chroma`.
///   - row: A `lanes_chroma_row`.
public func writeChroma(_ job: UnsafeRawPointer, _ row: UnsafeRawPointer) {
  let job = job.assumingMemoryBound(to: lanes_write_chroma.self).pointee
  let row = row.assumingMemoryBound(to: lanes_chroma_row.self).pointee
  switch (job.format.sample, job.interleaved) {
  case (Int32(LANES_U8), 0): writeChroma(job, row, Int32(LANES_U8), paired: false)
  case (Int32(LANES_U8), _): writeChroma(job, row, Int32(LANES_U8), paired: true)
  case (Int32(LANES_U16), 0): writeChroma(job, row, Int32(LANES_U16), paired: false)
  case (Int32(LANES_U16), _): writeChroma(job, row, Int32(LANES_U16), paired: true)
  default: writeChroma(job, row, Int32(LANES_F32), paired: false)
  }
}

@inline(__always) func writeChroma(
  _ job: lanes_write_chroma, _ row: lanes_chroma_row, _ sample: Int32, paired: Bool
) {
  switch (job.halved, job.centered) {
  case (0, _): writeChroma(job, row, sample, paired: paired, halved: false, centered: false)
  case (_, 0): writeChroma(job, row, sample, paired: paired, halved: true, centered: false)
  default: writeChroma(job, row, sample, paired: paired, halved: true, centered: true)
  }
}

@inline(__always) func writeChroma(
  _ job: lanes_write_chroma, _ row: lanes_chroma_row, _ sample: Int32, paired: Bool, halved: Bool, centered: Bool
) {
  let n = Lanes.count
  let width = Int(row.width)
  let columns = halved ? (width + 1) / 2 : width
  let (w0, w1, w2) = (splat(row.weight.0), splat(row.weight.1), splat(row.weight.2))
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
    if centered { return splat(0.5) * (even + odd) }
    let earlier = lanes_delayed(lastOdd, odd)
    lastOdd = odd
    return lanes_weighted(sample, splat(0.5), even, splat(0.25) * (earlier + odd))
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
    if !paired {
      store(sample, job.format, cb, cbBias, row.target.0, j, first: edge ? rest : n)
      store(sample, job.format, cr, crBias, row.target.1, j, first: edge ? rest : n)
    } else if edge {
      let size = sample == Int32(LANES_U8) ? 1 : 2
      store(sample, job.format, cb, cbBias, row.target.0, j, first: rest, step: 2)
      store(sample, job.format, cr, crBias, row.target.0! + size, j, first: rest, step: 2)
    } else {
      // The bias is added before pairs are formed, so `store` adds zero.
      let (b, r) = (cb + cbBias, cr + crBias)
      store(sample, job.format, lanes_zip_low(b, r), splat(0), row.target.0, 2 * j, first: n)
      store(sample, job.format, lanes_zip_high(b, r), splat(0), row.target.0, 2 * j + n, first: n)
    }
  }
  var j = 0
  while j < columns {
    let inside = halved ? 2 * (j + n) <= width : j + n <= width
    if inside { block(j, edge: false) } else { block(j, edge: true) }
    j += n
  }
}
