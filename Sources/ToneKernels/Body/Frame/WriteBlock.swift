public import CToneKernels

/// Runs the last steps of a program on a block, and writes it: see `lanes_write_block` and `lanes_block`.
public func writeBlock(
  _ job: UnsafePointer<lanes_write_block>, _ block: UnsafeMutablePointer<lanes_block>,
  _ strip: UnsafeMutablePointer<Float>
) {
  encode(job, block, strip)
  if block.pointee.previous != nil { addPrevious(block, strip) }
  if block.pointee.chroma.0 != nil { writeBlockChroma(job, block, strip) }
}

typealias BlockJob = UnsafePointer<lanes_write_block>
typealias BlockRows = UnsafeMutablePointer<lanes_block>

/// Writes luma, and stores the sums of both rows of the components, or both by themselves.
@inline(__always) private func encode(_ job: BlockJob, _ block: BlockRows, _ strip: Floats) {
  switch (job.pointee.curve != nil, job.pointee.is_bounded != 0) {
  case (true, true): encodeBoundedPower(job, block, strip)
  case (true, false): encodePower(job, block, strip)
  case (false, _): encodeCodes(job, block, strip)
  }
}

@inline(never) func encodeBoundedPower(_ job: BlockJob, _ block: BlockRows, _ strip: Floats) {
  encode(job, block, strip, LANES_BOUNDED_POWER)
}

@inline(never) func encodePower(_ job: BlockJob, _ block: BlockRows, _ strip: Floats) {
  encode(job, block, strip, LANES_ANY_POWER)
}

@inline(never) func encodeCodes(_ job: BlockJob, _ block: BlockRows, _ strip: Floats) {
  encode(job, block, strip, LANES_NO_CURVE)
}

@inline(__always) private func encode(
  _ job: BlockJob, _ block: BlockRows, _ strip: Floats, _ curve: lanes_block_curve
) {
  let isBytes = job.pointee.luma.sample.rawValue == LANES_U8.rawValue
  switch (isBytes, block.pointee.previous == nil, block.pointee.rows == 2) {
  case (true, true, true): lanes_encode(job, block, strip, curve, LANES_U8, 1, 0)
  case (true, true, false): lanes_encode(job, block, strip, curve, LANES_U8, 0, 0)
  case (true, false, _): lanes_encode(job, block, strip, curve, LANES_U8, 1, 1)
  case (false, true, true): lanes_encode(job, block, strip, curve, LANES_U16, 1, 0)
  case (false, true, false): lanes_encode(job, block, strip, curve, LANES_U16, 0, 0)
  case (false, false, _): lanes_encode(job, block, strip, curve, LANES_U16, 1, 1)
  }
}

/// The sums of both rows of a component in columns of one parity.
@inline(__always) private func sums(_ strip: Floats, _ component: Int, odd: Int) -> Floats {
  lanes_sums(strip, Int32(component), Int32(odd))
}

/// Makes the sums 1/2 of the row before, the first row, and 1/2 of the second, and keeps the last row.
@inline(never) func addPrevious(_ block: BlockRows, _ strip: Floats) {
  let (half, isFirst) = (splat(0.5), block.pointee.is_first != 0)
  var index = 0
  while index < 6 {
    let sum = sums(strip, index / 2, odd: index & 1)
    let previous = block.pointee.previous + index * Int(block.pointee.previous_step)
    eachVector((Int(block.pointee.columns) + 1) / 2) { i in
      let (first, second) = (lanes_load(sum + i), lanes_load(sum + Int(LANES_SECOND_SUMS) + i))
      let before = isFirst ? first : lanes_load(previous + i)
      lanes_store(sum + i, fma(half, before + second, first))
      lanes_store(previous + i, second)
    }
    index += 1
  }
}

/// Averages the columns of the sums, and writes one row of chroma.
@inline(never) func writeBlockChroma(_ job: BlockJob, _ block: BlockRows, _ strip: Floats) {
  repeatColumns(job, block, strip)
  let isPlanar = job.pointee.chroma.format.step == 1
  switch (job.pointee.chroma.format.sample.rawValue == LANES_U8.rawValue, isPlanar) {
  case (true, true): averageBlockChroma(job, block, strip, LANES_U8, step: 1)
  case (true, false): averageBlockChroma(job, block, strip, LANES_U8, step: 2)
  case (false, true): averageBlockChroma(job, block, strip, LANES_U16, step: 1)
  case (false, false): averageBlockChroma(job, block, strip, LANES_U16, step: 2)
  }
}

/// Sets the odd columns before the first column and beyond the picture's last, and keeps the last one.
@inline(__always) private func repeatColumns(_ job: BlockJob, _ block: BlockRows, _ strip: Floats) {
  let columns = Int(block.pointee.columns)
  let begins = block.pointee.begins != 0
  @inline(__always) func each(_ component: Int, _ before: inout Float) {
    let (even, odd) = (sums(strip, component, odd: 0), sums(strip, component, odd: 1))
    if columns & 1 == 1 { odd[columns / 2] = even[columns / 2] }
    odd[-1] = begins ? even[0] : before
    before = odd[max(columns / 2 - 1, 0)]
  }
  each(0, &block.pointee.before.0)
  each(1, &block.pointee.before.1)
  each(2, &block.pointee.before.2)
}

@inline(__always) func averageBlockChroma(
  _ job: BlockJob, _ block: BlockRows, _ strip: Floats, _ sample: lanes_sample, step: Int
) {
  let (rows, format) = (matrixRows(job.pointee.matrix), job.pointee.chroma.format)
  let count = Int(block.pointee.chroma_count)
  // The sums are twice the mean. Multiplication by a power of two commutes with rounding.
  let isCentered = job.pointee.chroma.centered != 0
  let (ofEven, ofOdd) = (splat(job.pointee.chroma.weight.0 * 0.5), splat(job.pointee.chroma.weight.1 * 0.5))
  @inline(__always) func mean(_ component: Int, _ j: Int) -> Lanes {
    let even = lanes_load(sums(strip, component, odd: 0) + j)
    let odd = sums(strip, component, odd: 1) + j
    if isCentered { return ofEven * (even + lanes_load(odd)) }
    return fma(ofEven, even, ofOdd * (lanes_load(odd - 1) + lanes_load(odd)))
  }
  let (cb, cr) = block.pointee.chroma
  let bias = block.pointee.chroma_bias
  withUnsafePointer(to: format) { pointer in
    eachVector(count) { j in
      let (r, g, b) = (mean(0, j), mean(1, j), mean(2, j))
      let codes = (product(rows.1, r, g, b), product(rows.2, r, g, b))
      let biases = (lanes_load(bias.0! + (j & 63)), lanes_load(bias.1! + (j & 63)))
      if step == 1 {
        store(sample, format, codes.0, biases.0, cb, j, first: count - j)
        store(sample, format, codes.1, biases.1, cr, j, first: count - j)
      } else {
        lanes_write_pairs(
          pointer, sample, 0, codes.0 + biases.0, codes.1 + biases.1, cb!.assumingMemoryBound(to: UInt8.self), 2 * j,
          2 * (count - j))
      }
    }
  }
}
