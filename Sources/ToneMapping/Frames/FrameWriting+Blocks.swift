internal import CToneKernels
internal import ToneKernels

// Blocks: two rows at a time, so that their chroma is averaged while it is in the cache.
extension FrameWriting {
  /// Whether rows may be written in blocks: integer codes in planes with halved chroma that is not averaged from rows after the block.
  var writesBlocks: Bool {
    let isCode = samples.sample == LANES_U8 || samples.sample == LANES_U16
    return isCode && samples.step == 1 && hasChromaRows && isHalved && format.layout != .packed && !format.hasAlpha
      && !taps.reachesDown && !weighs && !multiplies && opaque == nil
  }

  /// The targets of one or two rows: luma, and chroma in one row or in one for each. A target of `nil` belongs to another band.
  @safe struct BlockTargets {
    fileprivate var luma: [2 of lanes_paired_row]
    fileprivate var chroma: [2 of lanes_paired_chroma]
    fileprivate var before: [2 of (Float, Float)]
  }

  /// The starts of the rows that blocks are written to.
  func targets(
    of rows: Range<Int>, _ chromaRows: Range<Int>, in band: SharedRows.Band, frame: Int
  ) -> BlockTargets {
    // A block's width is a multiple of the dither's, so all blocks of a row have the same bias.
    func luma(_ y: Int) -> lanes_paired_row {
      func bias(_ x: Int) -> UnsafePointer<Float> {
        unsafe UnsafePointer(pairedBias + path.pairedOffset(x: x, y: y, plane: 0, frame: frame))
      }
      let isOurs = rows.contains(y) && band.rows.contains(y)
      return unsafe lanes_paired_row(
        codes: (nil, nil), bias: (bias(0), bias(1)), count: 0, target: isOurs ? band.row(y, of: 0) : nil)
    }
    let isJoined = format.chroma.log2Vertical > 0
    let places = (format.location(ofComponent: 1), format.location(ofComponent: 2))
    func chroma(_ j: Int, isNeeded: Bool) -> lanes_paired_chroma {
      let isOurs = isNeeded && chromaRows.contains(j)
      let bias = unsafe (bias(x: 0, y: j, plane: 1, frame: frame), bias(x: 0, y: j, plane: 2, frame: frame))
      return unsafe lanes_paired_chroma(
        codes: (nil, nil), previous: (nil, nil), odd: 0, second: 0, count: 0, begins: 1,
        bias: (UnsafePointer(bias.0), UnsafePointer(bias.1)),
        target: (
          isOurs ? band.row(j, of: places.0.plane) : nil, isOurs ? band.row(j, of: places.1.plane) : nil
        ))
    }
    let (y, next) = (rows.lowerBound, rows.lowerBound + 1)
    return unsafe BlockTargets(
      luma: [luma(y), luma(next)],
      chroma: [
        chroma(isJoined ? y / 2 : y, isNeeded: true), chroma(next, isNeeded: !isJoined && rows.contains(next)),
      ], before: [(0, 0), (0, 0)])
  }

  /// Stores the part of a block that belongs to the band and the rectangle; blocks come from left to right.
  func write(
    _ block: Block, to targets: inout BlockTargets, _ columns: TileColumns, from scratch: BandScratch,
    with kernels: KernelSet
  ) {
    let (luma, cb, cr) = unsafe scratch.rows(StripRow.color)
    let (step, part) = (format.bytesPerSample, block.part)
    let count = min(block.columns.upperBound, columns.own.upperBound) - block.columns.lowerBound
    for i in 0..<block.rows.count where count > 0 {
      guard let target = unsafe targets.luma[i].target else { continue }
      let codes = unsafe UnsafePointer(luma + 2 * i * part)
      unsafe targets.luma[i].codes = (codes, codes + part)
      unsafe targets.luma[i].count = Int32(count)
      unsafe withUnsafePointer(to: samples) { job in unsafe kernels.writePaired(job, &targets.luma[i]) }
      unsafe targets.luma[i].target = target + count * step
    }
    let chromaCount = min((block.columns.count + 1) / 2, columns.chroma.upperBound - block.columns.lowerBound / 2)
    if block.columns.count & 1 == 1 { repeatLastColumn(of: block, in: scratch) }
    let isPair = format.chroma.log2Vertical > 0 && block.rows.count == 2
    for i in 0..<block.rows.count where chromaCount > 0 {
      guard let cbTarget = unsafe targets.chroma[i].target.0, let crTarget = unsafe targets.chroma[i].target.1 else {
        continue
      }
      unsafe targets.chroma[i].codes = (UnsafePointer(cb + 2 * i * part), UnsafePointer(cr + 2 * i * part))
      if taps.reachesUp { unsafe targets.chroma[i].previous = previous(of: block, (cb, cr), in: scratch) }
      targets.chroma[i].odd = Int32(part)
      targets.chroma[i].second = isPair ? Int32(2 * part) : 0
      targets.chroma[i].count = Int32(chromaCount)
      unsafe withUnsafePointer(to: chroma) { job in
        unsafe kernels.writePairedChroma(job, &targets.chroma[i], &targets.before[i])
      }
      targets.chroma[i].begins = 0
      let bytes = chromaCount * format.components(ofPlane: 1) * step
      unsafe targets.chroma[i].target = (cbTarget + bytes, crTarget + bytes)
    }
    if taps.reachesUp { keepLastRow(of: block, in: scratch) }
  }

  /// The row before a block's first row, which is even: a saved row, or at the top of the picture the first row itself.
  private func previous(
    of block: Block, _ first: (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>), in scratch: BandScratch
  ) -> (UnsafePointer<Float>?, UnsafePointer<Float>?) {
    let (y, x) = (block.rows.lowerBound - 1, block.columns.lowerBound)
    if y < 0 { return unsafe (UnsafePointer(first.0), UnsafePointer(first.1)) }
    return unsafe (UnsafePointer(scratch.chroma(0, row: y) + x), UnsafePointer(scratch.chroma(1, row: y) + x))
  }

  /// Saves the chroma of a block's last row until the next rows are available.
  private func keepLastRow(of block: Block, in scratch: BandScratch) {
    let (y, x) = (block.rows.upperBound - 1, block.columns.lowerBound)
    let (_, cb, cr) = unsafe scratch.rows(StripRow.color)
    let offset = block.offset(ofRow: y)
    unsafe (scratch.chroma(0, row: y) + x).update(from: cb + offset, count: 2 * block.part)
    unsafe (scratch.chroma(1, row: y) + x).update(from: cr + offset, count: 2 * block.part)
  }

  /// Repeats the picture's last column, an even one, beyond its edge.
  private func repeatLastColumn(of block: Block, in scratch: BandScratch) {
    let (_, cb, cr) = unsafe scratch.rows(StripRow.color)
    for i in 0..<block.rows.count {
      let last = 2 * i * block.part + block.columns.count / 2
      unsafe (cb[last + block.part], cr[last + block.part]) = (cb[last], cr[last])
    }
  }
}
