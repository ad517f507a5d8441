internal import CLanes
internal import ToneKernels

/// The write strokes: they dither, round and store rows of codes; subsampled chroma is averaged first.
@safe struct FrameWriting {
  private let format: PixelFormat
  private let size: (width: Int, height: Int)
  private let taps: ChromaTaps
  private let samples: lanes_write
  private let packed: lanes_write_packed
  private let chroma: lanes_write_chroma
  private let path: DitherPath
  private let biasCount: Int
  /// The tile's values with 0.5 added, as rows that the kernels add before truncating; then 64 values of 0.5.
  private let bias: UnsafeMutablePointer<Float>

  init(plan: ConversionPlan, width: Int, height: Int) {
    format = plan.outputFormat
    size = (width, height)
    taps = ChromaTaps(format, tags: plan.target)
    samples = lanes_write(
      sample: laneSample(format), shift: Int32(format.shift), low: 0, high: Float(format.maximumCode))
    packed = lanes_write_packed(format: samples, samples: format.hasAlpha ? 4 : 3)
    chroma = lanes_write_chroma(
      format: samples, interleaved: format.layout == .biPlanar ? 1 : 0, halved: Int32(format.chroma.log2Horizontal),
      centered: taps.isCenteredHorizontally ? 1 : 0, width: Int32(width))
    let tile = DitherTile(plan.dither)
    path = tile.path
    biasCount = tile.values.count
    unsafe bias = .allocate(capacity: biasCount + DitherTile.side)
    for (index, value) in tile.values.enumerated() { unsafe (bias + index).initialize(to: value + 0.5) }
    unsafe (bias + biasCount).initialize(repeating: 0.5, count: DitherTile.side)
  }

  /// Frees the memory.
  func free() { unsafe bias.deallocate() }

  /// Whether chroma is subsampled or interleaved; it is then written after whole rows.
  private var isChromaApart: Bool { format.chroma != .c444 || format.layout == .biPlanar }

  private func biasRow(_ y: Int, plane: Int, frame: Int) -> UnsafeMutablePointer<Float> {
    unsafe bias + path.offset(y: y, plane: plane, frame: frame)
  }

  // MARK: Rows

  /// The rows of chroma that belong to a band; none if chroma is written with the strips.
  func chromaRows(of band: SharedRows.Band) -> Range<Int> { isChromaApart ? band.rows(of: 1) : 0..<0 }

  /// The luma rows that must be encoded for a band: its own, and those that its chroma is averaged from.
  func encodedRows(for rows: Range<Int>, chroma: Range<Int>) -> Range<Int> {
    guard !chroma.isEmpty else { return rows }
    let first = max(0, min(rows.lowerBound, taps.below(chroma.lowerBound).rows.0))
    return first..<max(rows.upperBound, lastRow(for: chroma.upperBound - 1) + 1)
  }

  /// Whether a band's chroma is averaged from rows of its neighbors, too; both bands then encode those rows.
  var reachesBeyondBands: Bool { isChromaApart && taps.reachesBeyondPairs }

  /// The last luma row that a chroma row is averaged from.
  func lastRow(for chroma: Int) -> Int { min(taps.below(chroma).rows.2, size.height - 1) }

  // MARK: Strokes

  /// Stores columns `x ..< x + count` of row `y` of every plane that has one sample per pixel.
  func write(
    _ y: Int, x: Int, count: Int, from scratch: BandScratch, into band: SharedRows.Band, frame: Int,
    with kernels: KernelSet
  ) {
    if format.layout == .packed {
      unsafe withUnsafePointer(to: packed) { job in
        unsafe kernels.writePacked(
          job, scratch.strip, biasRow(y, plane: 0, frame: frame), x, count, band.row(y, of: 0))
      }
      return
    }
    let components = format.model == .gray || isChromaApart ? 1 : 3
    unsafe withUnsafePointer(to: samples) { job in
      for component in 0..<components {
        let plane = format.location(ofComponent: component).plane
        unsafe kernels.write(
          job, scratch.row(component), biasRow(y, plane: component, frame: frame), x, count, band.row(y, of: plane))
      }
      if format.hasAlpha {
        // Alpha is coverage, not a picture: it is rounded, never dithered.
        let plane = format.location(ofComponent: format.componentCount - 1).plane
        unsafe kernels.write(job, scratch.row(3), bias + biasCount, x, count, band.row(y, of: plane))
      }
    }
  }

  /// Stores the encoded chroma of a strip until its chroma row is averaged.
  func keepChroma(_ y: Int, x: Int, count: Int, in scratch: BandScratch) {
    guard isChromaApart else { return }
    for component in 0..<2 {
      unsafe (scratch.chroma(component, row: y) + x).update(from: scratch.row(1 + component), count: count)
    }
  }

  /// Stores row `j` of chroma.
  func writeChroma(
    _ j: Int, from scratch: BandScratch, into band: SharedRows.Band, frame: Int, with kernels: KernelSet
  ) {
    let (taken, weights) = taps.below(j)
    func row(_ component: Int, _ y: Int) -> UnsafePointer<Float> {
      unsafe UnsafePointer(scratch.chroma(component, row: min(max(y, 0), size.height - 1)))
    }
    func rows(_ component: Int) -> (UnsafePointer<Float>?, UnsafePointer<Float>?, UnsafePointer<Float>?) {
      unsafe (row(component, taken.0), row(component, taken.1), row(component, taken.2))
    }
    let planes = (format.location(ofComponent: 1).plane, format.location(ofComponent: 2).plane)
    var job = unsafe lanes_chroma_row(
      rows: (rows(0), rows(1)), weight: weights,
      bias: (
        UnsafePointer(biasRow(j, plane: 1, frame: frame)), UnsafePointer(biasRow(j, plane: 2, frame: frame))
      ), target: (band.row(j, of: planes.0), band.row(j, of: planes.1)))
    unsafe withUnsafePointer(to: chroma) { chroma in unsafe kernels.writeChroma(chroma, &job) }
  }
}
