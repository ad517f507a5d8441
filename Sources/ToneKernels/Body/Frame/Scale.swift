public import CToneKernels

/// The number of stored rows that are added at a time.
private let rowsAtOnce = 4

/// Computes a tile of a scaled picture: see `lanes_scale`.
public func scale(_ job: UnsafePointer<lanes_scale>) {
  let job = job.pointee
  let span = Int(job.span)
  let left = Int(job.columns.first[0])
  let width = Int(job.columns.first[Int(job.columns.count) - 1] + job.columns.taps) - left
  scaleRows(job, left, width)
  turn(job.scratch, span, into: job.turned, count: width)
  scaleColumns(job, left)
}

/// Fills the first rows of the scratch with the tile's rows, `width` stored columns of each.
@inline(__always) func scaleRows(_ job: lanes_scale, _ left: Int, _ width: Int) {
  let (span, count, taps) = (Int(job.span), Int(job.rows.count), Int(job.rows.taps))
  let last = Int(job.rows.first[count - 1]) + taps - 1
  let stored = job.scratch + Int(LANES_TILE) * span
  for y in stride(from: Int(job.rows.first[0]), through: last, by: rowsAtOnce) {
    for k in 0..<rowsAtOnce { unpack(job, min(y + k, last), left, width, into: stored + k * span) }
    for row in 0..<count {
      let first = y - Int(job.rows.first[row])
      guard first > -rowsAtOnce, first < taps else { continue }
      let weights = job.rows.weights + row * taps
      @inline(__always) func weight(_ k: Int) -> Lanes {
        splat(first + k >= 0 && first + k < taps ? weights[first + k] : 0)
      }
      let (a, b, c, d) = (weight(0), weight(1), weight(2), weight(3))
      let target = job.scratch + row * span
      // The first products of the row, or further ones.
      let begins = first <= 0
      eachVector(width) { x in
        var sum = (begins ? splat(0) : lanes_load(target + x)) + a * lanes_load(stored + x)
        sum = sum + b * lanes_load(stored + span + x)
        sum = sum + c * lanes_load(stored + 2 * span + x)
        sum = sum + d * lanes_load(stored + 3 * span + x)
        lanes_store(target + x, sum)
      }
    }
  }
}

/// The codes of a part of a stored row as numbers.
@inline(__always) func unpack(_ job: lanes_scale, _ y: Int, _ left: Int, _ width: Int, into target: Floats) {
  let row: UnsafeRawPointer = job.source + y * Int(job.stride) + left * Int(job.step * job.bytes)
  let ahead = row + 4 * Int(job.stride)
  for x in stride(from: 0, to: width * Int(job.step * job.bytes), by: 64) { lanes_prefetch(ahead + x) }
  @inline(__always) func each<Sample: FixedWidthInteger & BitwiseCopyable>(_ sample: Sample.Type, step: Int) {
    for x in 0..<width {
      let sample = row.loadUnaligned(fromByteOffset: x * step * MemoryLayout<Sample>.size, as: Sample.self)
      target[x] = Float(Int32(bitPattern: UInt32(truncatingIfNeeded: sample) &>> UInt32(job.shift) & job.mask))
    }
  }
  switch (job.bytes, job.step) {
  case (1, 1): each(UInt8.self, step: 1)
  case (2, 1): each(UInt16.self, step: 1)
  case (1, _): each(UInt8.self, step: Int(job.step))
  case (2, _): each(UInt16.self, step: Int(job.step))
  default: each(UInt32.self, step: Int(job.step))
  }
}

/// Transposes sixteen rows that are `span` floats apart to columns.
@inline(__always) func turn(_ rows: Floats, _ span: Int, into columns: Floats, count: Int) {
  eachVector(count) { x in
    for row in stride(from: 0, to: Int(LANES_TILE), by: Lanes.count) {
      lanes_turn(rows + row * span + x, span, columns + x * Int(LANES_TILE) + row, Int(LANES_TILE))
    }
  }
}

/// Sums columns, and stores them as rows of codes.
@inline(__always) func scaleColumns(_ job: lanes_scale, _ left: Int) {
  let (count, taps, rows) = (Int(job.columns.count), Int(job.columns.taps), Int(job.rows.count))
  let (scale, bias) = (splat(job.scale), splat(job.bias))
  eachVector(count) { x in
    // The first rows of the scratch are no longer needed.
    for row in stride(from: 0, to: rows, by: Lanes.count) {
      for column in 0..<Lanes.count {
        let source = job.turned + (Int(job.columns.first[x + column]) - left) * Int(LANES_TILE) + row
        let weights = job.columns.weights + (x + column) * taps
        var sum = splat(0)
        for k in 0..<taps { sum = sum + splat(weights[k]) * lanes_load(source + k * Int(LANES_TILE)) }
        lanes_store(job.scratch + column * Lanes.count, clamped(scale * sum + bias, splat(0), splat(65535)))
      }
      lanes_turn(job.scratch, Lanes.count, job.scratch, Lanes.count)
      for y in row..<min(row + Lanes.count, rows) {
        let target = UnsafeMutableRawPointer(job.target) + y * Int(job.target_stride)
        let codes = lanes_load(job.scratch + (y - row) * Lanes.count)
        let p = target.assumingMemoryBound(to: UInt16.self) + x
        if count - x >= Lanes.count { lanes_store_u16(p, codes, 0) } else { lanes_first_u16(p, codes, count - x, 1, 0) }
      }
    }
  }
}
