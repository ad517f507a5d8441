internal import CToneKernels
internal import ColorOperations
internal import ToneKernels

/// Columns of one or two rows that fill a strip: each row's even columns, then its odd columns, each part padded to whole vectors.
struct Block {
  /// The maximum number of columns: half of a strip.
  static let mostColumns = Int(LANES_STRIP) / 2

  let rows: Range<Int>
  /// The columns; the first is even.
  let columns: Range<Int>

  /// The number of elements in a part.
  var part: Int { ((columns.count + 1) / 2 + 31) & ~31 }
  /// The number of elements in all parts.
  var count: Int { 2 * rows.count * part }
  /// The offset of a row.
  func offset(ofRow y: Int) -> Int { 2 * (y - rows.lowerBound) * part }
}

// Blocks: two rows at a time, so that their chroma is averaged while it is in the cache.
extension FrameWriting {
  /// Whether rows may be written in blocks: integer codes in planes with halved chroma that is not averaged from rows after the block.
  var writesBlocks: Bool {
    let isCode = samples.sample == LANES_U8 || samples.sample == LANES_U16
    return isCode && samples.step == 1 && hasChromaRows && isHalved && format.layout != .packed && !format.hasAlpha
      && !taps.reachesDown && !weighs && opaque == nil
  }

  /// Divides a program into the last steps, which blocks run while they are written, and the rest, whose result is in the rows from `job.from` on.
  ///
  /// The last steps are a curve, if it is a power function of the usual degree, and a matrix. If the rest ends with a gamut map, its result stays in
  /// that map's rows.
  ///
  /// - Parameter program: Valid as long as the result.
  func block(endOf program: lanes_program) -> (rest: lanes_program, job: lanes_write_block) {
    var rest = unsafe program
    var curve: UnsafePointer<lanes_curve>?
    var matrix = simdNumbers(.identity, offset: .zero)
    func last(_ kind: lanes_kind) -> UnsafePointer<lanes_op>? {
      guard unsafe rest.count > 0 else { return nil }
      let last = unsafe rest.ops + Int(rest.count - 1)
      return unsafe last.pointee.kind == kind && last.pointee.to == StripRow.color.lowerBound ? last : nil
    }
    if let step = unsafe last(LANES_MATRIX), unsafe step.pointee.operand < 0, unsafe step.pointee.clamps == 0,
      unsafe step.pointee.from == StripRow.color.lowerBound
    {
      unsafe matrix = step.pointee.matrix
      unsafe rest.count -= 1
      if let step = unsafe last(LANES_CURVE), unsafe step.pointee.rows == 3,
        unsafe step.pointee.curve.form == LANES_POWER, unsafe step.pointee.curve.degree == 3
      {
        unsafe curve = UnsafePointer(step.pointer(to: \.curve))
        unsafe rest.count -= 1
      }
    }
    let isMapped = unsafe last(LANES_PERCEPTUAL) != nil
    unsafe rest.stays = isMapped ? 1 : 0
    // A gamut map leaves no component more than 2e-6 above 1; a sum with a bias is less than 1 above its code.
    let isBounded =
      unsafe isMapped && (curve?.pointee.high ?? 0) >= 1
      && [matrix.0, matrix.1, matrix.2, matrix.3].allSatisfy { $0 >= 0 }
      && matrix.0 + matrix.1 + matrix.2 + matrix.3 < samples.high - 0.5
    let job = unsafe lanes_write_block(
      luma: samples, chroma: chroma, curve: curve, matrix: matrix,
      from: isMapped ? Int32(LANES_GAMUT_ROWS) : StripRow.color.lowerBound, is_bounded: isBounded ? 1 : 0)
    return unsafe (rest, job)
  }

  /// The starts of the rows that blocks are written to: those of luma, and one row of chroma for each or for both. Rows of another band have no target.
  ///
  /// - Parameter chromaRows: The rows of chroma that belong to the band.
  func targets(
    of rows: Range<Int>, _ chromaRows: Range<Int>, _ columns: TileColumns, in band: SharedRows.Band, frame: Int
  ) -> [2 of lanes_block] {
    // A block's width is a multiple of the dither's, so all blocks of a row have the same bias.
    let x = columns.encoded.lowerBound
    func luma(_ y: Int) -> UnsafeMutableRawPointer? {
      unsafe rows.contains(y) && band.rows.contains(y) ? band.row(y, of: 0) : nil
    }
    func lumaBias(_ y: Int) -> (UnsafePointer<Float>?, UnsafePointer<Float>?) {
      func bias(_ odd: Int) -> UnsafePointer<Float> {
        unsafe UnsafePointer(pairedBias + dither.pairedOffset(x: x + odd, y: y, plane: 0, frame: frame))
      }
      return unsafe (bias(0), bias(1))
    }
    func block(from y: Int, rows: Int, chroma j: Int, isNeeded: Bool) -> lanes_block {
      func chroma(_ component: Int) -> UnsafeMutableRawPointer? {
        let plane = format.location(ofComponent: component).plane
        return unsafe isNeeded && chromaRows.contains(j) ? band.row(j, of: plane) : nil
      }
      func chromaBias(_ plane: Int) -> UnsafePointer<Float> {
        unsafe UnsafePointer(bias(x: x / 2, y: j, plane: plane, frame: frame))
      }
      return unsafe lanes_block(
        columns: 0, rows: Int32(rows), part: 0, luma_count: 0, chroma_count: 0, luma: (luma(y), luma(y + 1)),
        luma_bias: (lumaBias(y), lumaBias(y + 1)), chroma: (chroma(1), chroma(2)),
        chroma_bias: (chromaBias(1), chromaBias(2)), begins: x == 0 ? 1 : 0, before: (0, 0, 0), previous: nil,
        previous_step: 0,
        is_first: y == 0 ? 1 : 0)
    }
    let y = rows.lowerBound
    guard format.chroma.log2Vertical > 0 else {
      return unsafe [
        block(from: y, rows: 1, chroma: y, isNeeded: true),
        block(from: y + 1, rows: 1, chroma: y + 1, isNeeded: rows.count == 2),
      ]
    }
    // A band that starts with an odd row encodes it only for the row of chroma after it.
    let both = unsafe block(from: y, rows: rows.count, chroma: y / 2, isNeeded: y & 1 == 0)
    return unsafe [both, both]
  }

  /// Stores the part of a block that belongs to the band and the rectangle; blocks come from left to right.
  func write(
    _ block: Block, by job: lanes_write_block, to targets: inout [2 of lanes_block], _ columns: TileColumns,
    from scratch: BandScratch, with kernels: KernelSet
  ) {
    let isJoined = format.chroma.log2Vertical > 0
    for i in 0..<(isJoined ? 1 : block.rows.count) {
      unsafe withUnsafePointer(to: job) { job in
        unsafe write(block, row: i, by: job, to: &targets[i], columns, from: scratch, with: kernels)
      }
    }
  }

  private func write(
    _ block: Block, row: Int, by job: UnsafePointer<lanes_write_block>, to target: inout lanes_block,
    _ columns: TileColumns, from scratch: BandScratch, with kernels: KernelSet
  ) {
    let x = block.columns.lowerBound
    let count = max(0, min(block.columns.upperBound, columns.own.upperBound) - x)
    let chromaCount = max(0, min((block.columns.count + 1) / 2, columns.chroma.upperBound - x / 2))
    unsafe (target.columns, target.part) = (Int32(block.columns.count), Int32(block.part))
    unsafe (target.luma_count, target.chroma_count) = (Int32(count), Int32(chromaCount))
    if taps.reachesUp {
      unsafe target.previous = scratch.previous + x / 2
      unsafe target.previous_step = Int32(scratch.previousStep)
    }
    let strip = unsafe scratch.strip + block.offset(ofRow: block.rows.lowerBound + row)
    // The columns of the first block that precede those of the rectangle: it is written elsewhere, and the rest copied.
    let (skipped, chromaSkipped) = (max(0, columns.own.lowerBound - x), max(0, columns.chroma.lowerBound - x / 2))
    let step = format.bytesPerSample
    let chromaStep = format.components(ofPlane: 1) * step
    var ends = unsafe [target.luma.0, target.luma.1, target.chroma.0, target.chroma.1]
    if skipped + chromaSkipped == 0 {
      unsafe kernels.writeBlock(job, &target, strip)
    } else {
      func elsewhere(_ index: Int) -> UnsafeMutableRawPointer? {
        unsafe ends[index] == nil ? nil : UnsafeMutableRawPointer(scratch.average(index / 2)) + index % 2 * 1024
      }
      unsafe (target.luma, target.chroma) = ((elsewhere(0), elsewhere(1)), (elsewhere(2), elsewhere(3)))
      unsafe kernels.writeBlock(job, &target, strip)
      // Pairs are all in the first row of chroma.
      for index in 0..<(format.components(ofPlane: 1) == 2 ? 3 : 4) {
        let bytes = index < 2 ? (skipped * step, count * step) : (chromaSkipped * chromaStep, chromaCount * chromaStep)
        if let end = unsafe ends[index], bytes.1 > bytes.0 {
          unsafe end.copyMemory(from: elsewhere(index)! + bytes.0, byteCount: bytes.1 - bytes.0)
        }
      }
    }
    unsafe target.begins = 0
    for index in 0..<4 {
      let bytes = index < 2 ? (count - skipped) * step : (chromaCount - chromaSkipped) * chromaStep
      unsafe ends[index] = ends[index].map { unsafe $0 + max(0, bytes) }
    }
    unsafe (target.luma, target.chroma) = ((ends[0], ends[1]), (ends[2], ends[3]))
  }
}
