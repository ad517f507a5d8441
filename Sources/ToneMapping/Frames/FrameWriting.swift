internal import CToneKernels
internal import ToneKernels

/// The columns of a rectangle of a picture.
struct TileColumns {
  /// The stored columns.
  let own: Range<Int>
  /// The columns of chroma that are stored after whole rows; empty if chroma is stored with the strips.
  let chroma: Range<Int>
  /// The columns that are read and encoded: its own, and those averaged to its chroma. They start at an even column, where a chroma sample may be.
  let encoded: Range<Int>
}

/// The write and chroma passes, which dither, round and store rows of codes; subsampled chroma is averaged first.
@safe struct FrameWriting {
  let format: PixelFormat
  /// Whether rows are written where they are; otherwise by `pack`.
  let isUnpacked: Bool
  /// Whether chroma has a separate pass.
  let hasChromaRows: Bool
  let size: (width: Int, height: Int)
  let taps: ChromaTaps
  let samples: lanes_write
  private let packed: lanes_write_packed
  let chroma: lanes_write_chroma
  /// Whether samples of chroma keep their positions; otherwise whether it is multiplied by its weight, and averaged by it.
  let keeps, weighs: Bool
  /// The output's code of full coverage, if alpha is coverage until it is written.
  let opaque: Float?
  let dither: Dither
  private let memory = SIMDMemory()
  /// The tile's values with 0.5 added, as rows that the kernels add before truncating.
  private let bias: UnsafeMutablePointer<Float>
  /// The bias values by parity: for each row first the even columns, then the odd ones, each twice.
  let pairedBias: UnsafeMutablePointer<Float>
  /// 64 values of 0.5.
  private let half: UnsafeMutablePointer<Float>

  init(plan: ConversionPlan, width: Int, height: Int) {
    isUnpacked = plan.outputFormat.isUnpacked
    let (format, taps) = (plan.outputFormat.unpacked, plan.targetCoding.taps)
    (self.format, self.taps, size) = (format, taps, (width, height))
    hasChromaRows = format.hasChromaRows
    (keeps, weighs) = (plan.keepsSamples, plan.alpha?.weighsOutput == true)
    opaque = plan.steps.coverageCode.map { Float($0) }
    func job(_ component: Int) -> lanes_write {
      lanes_write(
        sample: simdSample(format), step: Int32(format.location(ofComponent: component).step),
        shift: Int32(format.shift), low: 0, high: Float(format.maximumCode))
    }
    samples = job(0)
    packed = lanes_write_packed(format: samples, shifts: simdShifts(format))
    chroma = lanes_write_chroma(
      format: job(format.model == .gray ? 0 : 1), halved: keeps ? 0 : Int32(format.chroma.log2Horizontal),
      centered: taps.isCenteredHorizontally ? 1 : 0, weight: taps.columnShares)
    dither = plan.steps.dither
    // The sum with an integer code stays below the next code in `Float` too, whose steps are 1/256 at 65 535.
    let below = 1 - Float(format.maximumCode).ulp
    let biases = dither.values.map { min($0 + 0.5, below) }
    unsafe bias = memory.values(biases)
    unsafe pairedBias = memory.values(Dither.paired(biases))
    unsafe half = memory.values([Float](repeating: 0.5, count: Dither.side))
  }

  /// Whether two columns of the picture share one chroma column.
  var isHalved: Bool { format.chroma.log2Horizontal > 0 }

  /// Whether a chroma column also averages the odd column before it.
  private var reachesBack: Bool { isHalved && !taps.isCenteredHorizontally }

  func bias(x: Int, y: Int, plane: Int, frame: Int) -> UnsafeMutablePointer<Float> {
    unsafe bias + dither.offset(x: x, y: y, plane: plane, frame: frame)
  }

  // MARK: Rows and columns

  /// The columns of a rectangle.
  func columns(_ own: Range<Int>) -> TileColumns {
    let chroma = hasChromaRows ? format.samples(ofPlane: 1, columns: own, rows: 0..<1).columns : 0..<0
    var (first, end) = (own.lowerBound, own.upperBound)
    if !chroma.isEmpty, isHalved {
      first = max(0, min(first, 2 * chroma.lowerBound - (reachesBack ? 1 : 0)))
      end = min(size.width, max(end, 2 * chroma.upperBound))
    }
    return TileColumns(own: own, chroma: chroma, encoded: first & ~1..<end)
  }

  /// The rows of chroma that belong to a band; empty if chroma is written with the strips.
  func chromaRows(of band: SharedRows.Band, _ columns: TileColumns) -> Range<Int> {
    columns.chroma.isEmpty ? 0..<0 : band.rows(of: 1)
  }

  /// The luma rows to encode for a band: its own, and those averaged to its chroma.
  func encodedRows(for rows: Range<Int>, chroma: Range<Int>) -> Range<Int> {
    guard !chroma.isEmpty, !keeps else { return rows }
    let first = max(0, min(rows.lowerBound, taps.lumaRows(forChroma: chroma.lowerBound).rows.0))
    return first..<max(rows.upperBound, lastRow(for: chroma.upperBound - 1) + 1)
  }

  /// Whether a band's chroma also averages rows of its neighbors; both bands then encode those rows.
  var reachesBeyondBands: Bool { hasChromaRows && (taps.reachesUp || taps.reachesDown) }

  /// The last luma row averaged to a chroma row.
  func lastRow(for chroma: Int) -> Int { min(taps.lumaRows(forChroma: chroma).rows.2, size.height - 1) }

  // MARK: Passes

  /// Weights chroma of a strip by its coverage, and converts it to codes.
  func weigh(_ count: Int, in scratch: BandScratch) {
    let (alpha, weight) = unsafe (scratch.row(StripRow.alpha), scratch.row(StripRow.chromaCoverage))
    if weighs {
      let (_, cb, cr) = unsafe scratch.rows(StripRow.color)
      for x in 0..<count { unsafe weight[x] = alpha[x] + AlphaUse.trace }
      for x in 0..<count { unsafe cb[x] *= weight[x] }
      for x in 0..<count { unsafe cr[x] *= weight[x] }
    }
    guard let opaque else { return }
    for x in 0..<count { unsafe alpha[x] *= opaque }
  }

  /// Stores the columns of a strip of row `y` that belong to the rectangle, in every plane that has one sample per pixel.
  func write(
    _ y: Int, _ strip: Range<Int>, _ columns: TileColumns, from scratch: BandScratch, into band: SharedRows.Band,
    frame: Int, with kernels: KernelSet
  ) {
    let x = max(strip.lowerBound, columns.own.lowerBound)
    let (count, lead) = (min(strip.upperBound, columns.own.upperBound) - x, x - strip.lowerBound)
    guard count > 0 else { return }
    func target(_ plane: Int, at x: Int) -> UnsafeMutableRawPointer {
      unsafe band.row(y, of: plane)
        + (x - columns.own.lowerBound) * format.components(ofPlane: plane) * format.bytesPerSample
    }
    if format.planeCount == 1, format.model == .rgb {
      unsafe withUnsafePointer(to: packed) { job in
        unsafe kernels.writePacked(
          job, scratch.strip + lead, bias(x: x, y: y, plane: 0, frame: frame), count, target(0, at: x))
      }
      return
    }
    if format.layout == .packed {
      func write(_ columns: Range<Int>, at start: Int) {
        unsafe withUnsafePointer(to: samples) { job in
          unsafe kernels.write(
            job, scratch.row(StripRow.color.lowerBound) + columns.lowerBound - strip.lowerBound,
            bias(x: columns.lowerBound, y: y, plane: 0, frame: frame), columns.count, target(0, at: start))
        }
      }
      // The luma of an odd column is followed by chroma of the even column before it, which may belong to another rectangle.
      let (even, end) = ((x + 1) & ~1, x + count)
      if x < even { write(x..<even, at: x) }
      if even < end { write(even..<end, at: even) }
      // A picture of odd width ends with a luma sample without a pixel: a copy of the last sample.
      if end == columns.own.upperBound, end & 1 == 1, band.endsPicture { write(end - 1..<end, at: end) }
      return
    }
    let components = format.model == .gray || hasChromaRows ? 1 : 3
    unsafe withUnsafePointer(to: samples) { job in
      for component in 0..<components {
        unsafe kernels.write(
          job, scratch.row(Int32(component)) + lead, bias(x: x, y: y, plane: component, frame: frame), count,
          target(format.location(ofComponent: component).plane, at: x))
      }
      if format.hasAlpha {
        // Alpha is coverage, not picture content: it is rounded, never dithered.
        unsafe kernels.write(
          job, scratch.row(StripRow.alpha) + lead, half, count,
          target(format.location(ofComponent: format.componentCount - 1).plane, at: x))
      }
    }
  }

  /// The band to whose planes row `y` is written: this one, or codes in the scratch, if words have codes of several pixels.
  func unpacked(_ y: Int, of band: SharedRows.Band, in scratch: BandScratch) -> SharedRows.Band {
    isUnpacked ? band : band.replacing(y, by: scratch.codes(1).planes(row: y, width: size.width))
  }

  /// Stores row `y` from the codes in the scratch.
  func pack(_ y: Int, _ columns: TileColumns, from scratch: BandScratch, into band: SharedRows.Band) {
    guard !isUnpacked else { return }
    unsafe scratch.codes(1).write(band.row(y, of: 0), length: band.length(of: 0), width: columns.own.count)
  }

  /// Stores the encoded chroma of a strip until its chroma row is averaged.
  func storeChroma(_ y: Int, _ strip: Range<Int>, _ columns: TileColumns, in scratch: BandScratch) {
    guard !columns.chroma.isEmpty, !keeps else { return }
    let start = strip.lowerBound - columns.encoded.lowerBound
    let (_, cb, cr) = unsafe scratch.rows(StripRow.color)
    unsafe (scratch.chroma(0, row: y) + start).update(from: cb, count: strip.count)
    unsafe (scratch.chroma(1, row: y) + start).update(from: cr, count: strip.count)
    if weighs {
      unsafe (scratch.chroma(2, row: y) + start).update(from: scratch.row(StripRow.chromaCoverage), count: strip.count)
    }
  }

  /// Stores row `j` of chroma; if samples are kept, from the scratch's averages, which contain codes for its own columns.
  func writeChroma(
    _ j: Int, _ columns: TileColumns, from scratch: BandScratch, into band: SharedRows.Band, frame: Int,
    with kernels: KernelSet
  ) {
    let (taken, weights) = taps.lumaRows(forChroma: j)
    let x = columns.chroma.lowerBound
    let first = isHalved ? 2 * x : x
    func row(_ component: Int, _ y: Int) -> UnsafePointer<Float> {
      if keeps { return unsafe UnsafePointer(scratch.average(component)) }
      let row = unsafe scratch.chroma(component, row: min(max(y, 0), size.height - 1))
      return unsafe UnsafePointer(row + (first - columns.encoded.lowerBound))
    }
    func rows(_ component: Int) -> Rows {
      unsafe (row(component, taken.0), row(component, taken.1), row(component, taken.2))
    }
    let end = isHalved ? min(2 * columns.chroma.upperBound, size.width) : columns.chroma.upperBound
    let places = (format.location(ofComponent: 1), format.location(ofComponent: 2))
    // In packed 4:2:2, the chroma offset is relative to the luma of the rectangle's first column.
    let start = format.layout == .packed ? places.0.offset + 2 * (first - columns.own.lowerBound) : 0
    let job = unsafe lanes_chroma_row(
      rows: (rows(0), rows(1)), width: Int32(keeps ? columns.chroma.count : end - first),
      before: !keeps && reachesBack && first > 0 ? 1 : 0, weight: keeps ? (1, 0, 0) : weights,
      bias: (
        UnsafePointer(bias(x: x, y: j, plane: 1, frame: frame)), UnsafePointer(bias(x: x, y: j, plane: 2, frame: frame))
      ), target: (band.row(j, of: places.0.plane) + start * format.bytesPerSample, band.row(j, of: places.1.plane)))
    guard weighs else { return write(job, by: chroma, with: kernels) }
    let count = unsafe average(job, by: rows(2), in: scratch, with: kernels)
    unsafe withUnsafePointer(to: samples) { samples in
      unsafe kernels.write(samples, scratch.average(0), job.bias.0!, count, job.target.0!)
      unsafe kernels.write(samples, scratch.average(1), job.bias.1!, count, job.target.1!)
    }
  }

  private typealias Rows = (UnsafePointer<Float>?, UnsafePointer<Float>?, UnsafePointer<Float>?)

  private func write(_ row: lanes_chroma_row, by job: lanes_write_chroma, with kernels: KernelSet) {
    unsafe withUnsafePointer(to: row) { row in
      unsafe withUnsafePointer(to: job) { unsafe kernels.writeChroma($0, row) }
    }
  }

  /// Averages chroma of a row by its weight, into the scratch's averages.
  ///
  /// - Returns: The number of columns.
  private func average(
    _ row: lanes_chroma_row, by weight: Rows, in scratch: BandScratch, with kernels: KernelSet
  ) -> Int {
    var (job, row) = (chroma, row)
    job.format = lanes_write(sample: LANES_F32, step: 1, shift: 0, low: 0, high: 0)
    unsafe row.bias = (UnsafePointer(half), UnsafePointer(half))
    for components in [(0, 1), (2, 2)] {
      unsafe row.target = (
        UnsafeMutableRawPointer(scratch.average(components.0)), UnsafeMutableRawPointer(scratch.average(components.1))
      )
      write(row, by: job, with: kernels)
      unsafe row.rows = (weight, weight)
    }
    let count = isHalved ? (Int(row.width) + 1) / 2 : Int(row.width)
    let weight = unsafe scratch.average(2)
    for component in 0..<2 {
      let average = unsafe scratch.average(component)
      for i in 0..<count { unsafe average[i] /= weight[i] }
    }
    return count
  }
}
