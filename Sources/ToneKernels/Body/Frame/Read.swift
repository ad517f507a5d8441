public import CToneKernels

typealias ReadJob = UnsafePointer<lanes_read>
typealias ReadRow = UnsafePointer<lanes_read_row>

/// The number of bytes in a sample.
@inline(__always) func byteCount(_ format: lanes_sample) -> Int {
  switch format.rawValue {
  case LANES_U8.rawValue: 1
  case LANES_U16.rawValue, LANES_F16.rawValue: 2
  default: 4
  }
}

/// Samples `start…` of a row as numbers; positions beyond the row's ends repeat the end sample and are never accessed.
///
/// - Parameters:
///   - edge: Whether any of them may lie beyond the ends; a constant, so that the inner loop has no test.
///   - step: The distance between samples: 1, or more in packed rows.
@inline(__always) func samples(
  _ format: lanes_sample, _ p: UnsafeRawPointer!, _ start: Int, of count: Int, step: Int, edge: Bool
) -> Lanes {
  switch format.rawValue {
  case LANES_U8.rawValue:
    let p = p.assumingMemoryBound(to: UInt8.self)
    return edge || step > 1 ? lanes_edge_u8(p, start, count, step) : lanes_load_u8(p + start)
  case LANES_U16.rawValue:
    let p = p.assumingMemoryBound(to: UInt16.self)
    return edge || step > 1 ? lanes_edge_u16(p, start, count, step) : lanes_load_u16(p + start)
  case LANES_F16.rawValue:
    let p = p.assumingMemoryBound(to: UInt16.self)
    return lanes_finite(edge || step > 1 ? lanes_edge_f16(p, start, count, step) : lanes_load_f16(p + start))
  default:
    let p = p.assumingMemoryBound(to: Float.self)
    return lanes_finite(edge || step > 1 ? lanes_edge_f32(p, start, count, step) : lanes_load(p + start))
  }
}

/// Cb and Cr samples `start…` of one chroma row.
///
/// - Parameter step: The samples from one Cb to the next: 1 in a separate plane, 2 in pairs, 4 in packed 4:2:2.
@inline(__always) func chromaSamples(
  _ format: lanes_sample, _ cb: UnsafeRawPointer!, _ cr: UnsafeRawPointer!, _ start: Int, of count: Int, step: Int,
  edge: Bool
) -> (Lanes, Lanes) {
  if step == 1 {
    return (
      samples(format, cb, start, of: count, step: 1, edge: edge),
      samples(format, cr, start, of: count, step: 1, edge: edge)
    )
  }
  let size = byteCount(format)
  if edge {
    return (
      samples(format, cb, start, of: count, step: step, edge: true),
      samples(format, cb + step / 2 * size, start, of: count, step: step, edge: true)
    )
  }
  if step == 2 { return pairs(format, cb + 2 * start * size) }
  // Load from the luma sample before them, because the one after them may be beyond the row.
  let p: UnsafeRawPointer = cb + (4 * start - 1) * size
  let (low, high) = (pairs(format, p).1, pairs(format, p + 2 * Lanes.count * size).1)
  return (lanes_evens(low, high), lanes_odds(low, high))
}

/// The first and the second samples of pairs, one pair for each lane.
@inline(__always) func pairs(_ format: lanes_sample, _ p: UnsafeRawPointer!) -> (Lanes, Lanes) {
  switch format.rawValue {
  case LANES_U8.rawValue:
    let p = p.assumingMemoryBound(to: UInt8.self)
    return (lanes_firsts_u8(p), lanes_seconds_u8(p))
  case LANES_U16.rawValue:
    let p = p.assumingMemoryBound(to: UInt16.self)
    return (lanes_firsts_u16(p), lanes_seconds_u16(p))
  case LANES_F16.rawValue:
    let p = p.assumingMemoryBound(to: UInt16.self)
    let (low, high) = (lanes_finite(lanes_load_f16(p)), lanes_finite(lanes_load_f16(p + Lanes.count)))
    return (lanes_evens(low, high), lanes_odds(low, high))
  default:
    let p = p.assumingMemoryBound(to: Float.self)
    let (low, high) = (lanes_finite(lanes_load(p)), lanes_finite(lanes_load(p + Lanes.count)))
    return (lanes_evens(low, high), lanes_odds(low, high))
  }
}

/// Fills rows 0, 1, 2 of a strip with `count` columns from column `x` of one row: see `lanes_read`.
///
/// - Shape: Columns `x ..< x + count` of the row; `x` is even, `count` at most `LANES_STRIP`.
/// With an invalid sample type or layout, or an invalid combination of them, all three rows become NaN.
public func read(
  _ job: UnsafePointer<lanes_read>, _ row: UnsafePointer<lanes_read_row>, _ x: Int, _ count: Int,
  _ strip: UnsafeMutablePointer<Float>
) {
  // Job and row are not copied: both were just written field by field, and the wider loads of a copy would stall on all of those stores.
  switch job.pointee.sample.rawValue {
  case LANES_U8.rawValue: read(job, row, x, count, strip, LANES_U8)
  case LANES_U16.rawValue: read(job, row, x, count, strip, LANES_U16)
  case LANES_F16.rawValue: read(job, row, x, count, strip, LANES_F16)
  case LANES_X2RGB10.rawValue: readX2RGB10(job, row, x, count, strip)
  case LANES_F32.rawValue: read(job, row, x, count, strip, LANES_F32)
  default: fillWithNaN(strip, count)
  }
}

@inline(__always) func read(
  _ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats, _ format: lanes_sample
) {
  switch (job.pointee.layout.rawValue, job.pointee.halved) {
  case (LANES_GRAY.rawValue, _): readGray(job, row, x, count, strip, format)
  case (LANES_PLANAR.rawValue, 0): readFull(job, row, x, count, strip, format, step: 1)
  case (LANES_BIPLANAR.rawValue, 0): readFull(job, row, x, count, strip, format, step: 2)
  case (LANES_PLANAR.rawValue, _), (LANES_BIPLANAR.rawValue, _), (LANES_PACKED422.rawValue, _):
    readHalved(job, row, x, count, strip, format)
  case (LANES_PACKED3.rawValue, _): readPacked(job, row, x, count, strip, format, step: 3)
  case (LANES_PACKED4.rawValue, _): readPacked(job, row, x, count, strip, format, step: 4)
  default: fillWithNaN(strip, count)
  }
}

@inline(__always) func readGray(
  _ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats, _ format: lanes_sample
) {
  let (luma, width) = (row.pointee.luma, Int(job.pointee.width))
  let scale = splat(job.pointee.matrix.0)
  let offset = splat(job.pointee.matrix.3)
  let target = strip + Int(job.pointee.target) * Int(LANES_STRIP)
  var i = 0
  while i < roundedUp(count) {
    let edge = x + i + Lanes.count > width
    let y =
      edge
      ? samples(format, luma, x + i, of: width, step: 1, edge: true)
      : samples(format, luma, x + i, of: width, step: 1, edge: false)
    lanes_store(target + i, fma(scale, y, offset))
    i += Lanes.count
  }
}

/// Stores the products of the matrix's three rows and a vector of pixels.
@inline(__always) func store(
  _ m: (MatrixRow, MatrixRow, MatrixRow), _ a: Lanes, _ b: Lanes, _ c: Lanes, _ strip: Floats
) {
  lanes_store(strip, product(m.0, a, b, c))
  lanes_store(strip + Int(LANES_STRIP), product(m.1, a, b, c))
  lanes_store(strip + 2 * Int(LANES_STRIP), product(m.2, a, b, c))
}

/// Reads 4:4:4, and R′G′B′ in planes.
@inline(__always) func readFull(
  _ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats, _ format: lanes_sample, step: Int
) {
  let (luma, width) = (row.pointee.luma, Int(job.pointee.width))
  let (first, second) = (row.pointee.cb.0, row.pointee.cr.0)
  let m = matrixRows(job.pointee.matrix)
  @inline(__always) func block(_ i: Int, edge: Bool) {
    let y = samples(format, luma, x + i, of: width, step: 1, edge: edge)
    let (cb, cr) = chromaSamples(format, first, second, x + i, of: width, step: step, edge: edge)
    store(m, y, cb, cr, strip + i)
  }
  var i = 0
  while i < roundedUp(count) {
    if x + i + Lanes.count > width { block(i, edge: true) } else { block(i, edge: false) }
    i += Lanes.count
  }
}

/// Reads packed pixels.
@inline(__always) func readPacked(
  _ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats, _ format: lanes_sample, step: Int
) {
  let (luma, width) = (row.pointee.luma, Int(job.pointee.width))
  let m = matrixRows(job.pointee.matrix)
  let alpha = splat(job.pointee.alpha)
  let isReversed = format.rawValue == LANES_U8.rawValue && job.pointee.shifts.0 == 2
  var i = 0
  while i < roundedUp(count) {
    let (r, g, b, a) =
      x + i + Lanes.count > width
      ? pixels(format, luma, x + i, of: width, step: step, edge: true)
      : pixels(format, luma, x + i, of: width, step: step, edge: false)
    store(m, isReversed ? b : r, g, isReversed ? r : b, strip + i)
    if step == 4 { lanes_store(rowPointer(strip, Int32(LANES_ALPHA_ROW)) + i, alpha * a) }
    i += Lanes.count
  }
}

/// Pixels `start…` of a packed row, by component; the fourth component exists only if `step` is 4.
@inline(__always) func pixels(
  _ format: lanes_sample, _ p: UnsafeRawPointer!, _ start: Int, of count: Int, step: Int, edge: Bool
) -> (Lanes, Lanes, Lanes, Lanes) {
  let n = Lanes.count
  let size = byteCount(format)
  if edge {
    @inline(__always) func component(_ c: Int) -> Lanes {
      samples(format, p + c * size, start, of: count, step: step, edge: true)
    }
    return (component(0), component(1), component(2), step == 4 ? component(3) : Lanes())
  }
  if step == 4 {
    let (rb, ga) = pairs(format, p + 4 * start * size)
    let (nextRB, nextGA) = pairs(format, p + (4 * start + 2 * n) * size)
    return (lanes_evens(rb, nextRB), lanes_evens(ga, nextGA), lanes_odds(rb, nextRB), lanes_odds(ga, nextGA))
  }
  let a = samples(format, p, 3 * start, of: 3 * count, step: 1, edge: false)
  let b = samples(format, p, 3 * start + n, of: 3 * count, step: 1, edge: false)
  let c = samples(format, p, 3 * start + 2 * n, of: 3 * count, step: 1, edge: false)
  return (lanes_thirds(a, b, c, 0), lanes_thirds(a, b, c, 1), lanes_thirds(a, b, c, 2), Lanes())
}

/// Reads pixels of three codes in a word.
@inline(__always) func readX2RGB10(_ job: ReadJob, _ row: ReadRow, _ x: Int, _ count: Int, _ strip: Floats) {
  let (p, width) = (row.pointee.luma!.assumingMemoryBound(to: Float.self), Int(job.pointee.width))
  let m = matrixRows(job.pointee.matrix)
  let shifts = job.pointee.shifts
  var i = 0
  while i < roundedUp(count) {
    // Words are moved as floating-point numbers, without arithmetic on them.
    let words = x + i + Lanes.count > width ? lanes_edge_f32(p, x + i, width, 1) : lanes_load(p + x + i)
    store(
      m, lanes_extract10(words, shifts.0), lanes_extract10(words, shifts.1), lanes_extract10(words, shifts.2), strip + i
    )
    i += Lanes.count
  }
}
