internal import CToneKernels
package import ToneKernels

/// The read pass, which converts the samples of a row to three rows of a strip and interpolates chroma; samples that are kept become codes of the
/// output, chroma by rows of its own.
@safe package struct FrameReading {
  /// The planes of Y′, C′B, C′R, or of R′, G′, B′, and of alpha.
  private let planes: (Int, Int, Int, alpha: Int)
  private let hasChroma: Bool
  /// The byte offset of the first sample in a chroma row.
  private let chromaStart: Int
  private let taps: ChromaTaps
  /// Whether rows are read where they are; otherwise after `unpacked`.
  let isUnpacked: Bool
  private let width: Int
  private let chromaHeight: Int
  private var job: lanes_read
  /// Chroma whose samples are kept, as rows without luma; otherwise `nil`.
  private let keptChroma: lanes_read?
  /// The sample of neutral chroma that is subtracted before the matrix: 0 unless chroma is halved.
  private let neutral: Double
  private let alphaJob: lanes_read?
  /// The operations for alpha, and chroma weighted by coverage; `nil` if colors do not depend on alpha.
  private let alpha: AlphaUse?
  package let coverage: ChromaCoverage?
  /// The alpha of every pixel if the input has no alpha.
  private let opaque: Float?

  /// - Throws: ``ConversionError/memory(needed:threads:)`` if chroma is weighted by coverage and memory is insufficient.
  package init(plan: ConversionPlan, read: SIMDProgram.ReadTransform?, width: Int, height: Int) throws(ConversionError)
  {
    (isUnpacked, self.width) = (plan.inputFormat.isUnpacked, width)
    let format = plan.inputFormat.unpacked
    func plane(_ component: Int) -> Int {
      format.location(ofComponent: min(component, format.componentCount - 1)).plane
    }
    planes = (plane(0), plane(1), plane(2), plane(3))
    hasChroma = format.planeCount > 1 || format.model == .yCbCr
    chromaStart = hasChroma ? format.location(ofComponent: 1).offset * format.bytesPerSample : 0
    chromaHeight = format.samples(ofPlane: 1, columns: 0..<width, rows: 0..<height).rows.count
    taps = plan.sourceCoding.taps
    alpha = plan.alpha
    let weighs = alpha?.weighsInput == true
    coverage = try weighs ? ChromaCoverage(of: plan, width: width, height: height) : nil
    // Alpha on which no color depends is converted while it is read.
    let codes = plan.steps.alphaCodes
    opaque = codes.flatMap { $0.from == nil ? Float($0.to) : nil }
    let alphaFactor = format.codesPerSample * (codes.flatMap { codes in codes.from.map { codes.to / $0 } } ?? 1)
    let halved = Int32(format.chroma.log2Horizontal)
    // Weighted or kept chroma is read separately, and the rest as gray.
    let readsLuma = weighs || plan.keepsSamples
    let subtracts = halved > 0 && !readsLuma && !format.isFloat
    neutral = subtracts ? Double(1 << (format.bitDepth - 1)) / format.codesPerSample : 0
    let matrix = plan.matrix(by: read, neutral: neutral)
    job = lanes_read(
      readsLuma ? LANES_GRAY : Self.layout(format), simdSample(format), width: width,
      matrix, halved: halved, isCentered: taps.isCenteredHorizontally,
      alpha: Float(alphaFactor), neutral: Float(neutral), shifts: simdShifts(format))
    let chromaWidth = format.samples(ofPlane: 1, columns: 0..<width, rows: 0..<1).columns.count
    keptChroma =
      plan.keepsSamples ? lanes_read(Self.layout(format), simdSample(format), width: chromaWidth, matrix) : nil
    let hasAlpha = format.hasAlpha && (plan.outputFormat.hasAlpha || alpha != nil) && format.layout == .planar
    alphaJob =
      hasAlpha
      ? lanes_read(
        LANES_GRAY, simdSample(format), width: width, simdNumbers(Matrix3x3.identity * alphaFactor, offset: .zero),
        target: StripRow.alpha)
      : nil
  }

  /// Reads for another program, whose plan has the same coding and the same treatment of alpha.
  mutating func adopt(_ read: SIMDProgram.ReadTransform?, of plan: ConversionPlan) {
    job.matrix = plan.matrix(by: read, neutral: neutral)
  }

  private static func layout(_ format: PixelFormat) -> lanes_layout {
    switch format.layout {
    case .planar: format.model == .gray ? LANES_GRAY : LANES_PLANAR
    case .biPlanar: LANES_BIPLANAR
    case .packed where format.model == .yCbCr: LANES_PACKED422
    case .packed, .word: format.hasAlpha ? LANES_PACKED4 : LANES_PACKED3
    }
  }

  /// Fills rows 0, 1, 2 of the strip, and row 3 if there is alpha, with columns `x ..< x + count` of a row; `x` is even.
  ///
  /// - Parameter row: Never changed; `inout` passes its address. A copy made only to obtain an address would be read with wider loads than the stores
  ///   that just wrote it, and would stall on those stores at every strip.
  package func read(_ row: inout Row, x: Int, count: Int, into scratch: BandScratch, with kernels: KernelSet) {
    coverage?.read(row.y, x: x, count: count, into: scratch, with: kernels)
    unsafe withUnsafePointer(to: job) { job in unsafe kernels.read(job, &row.samples, x, count, scratch.strip) }
    readAlpha(&row, x: x, count: count, into: scratch, with: kernels)
  }

  /// Fills the scratch's averages with the output's codes of some columns of a chroma row, if samples are kept.
  func readKeptChroma(
    _ j: Int, _ columns: Range<Int>, of source: PlaneRows, into scratch: BandScratch, with kernels: KernelSet
  ) {
    guard let keptChroma else { return }
    let (cb, cr) = unsafe (source.row(j, of: planes.1) + chromaStart, source.row(j, of: planes.2))
    var samples = unsafe lanes_read_row(luma: cb, cb: (cb, cb), cr: (cr, cr), weight: (1, 0), odd: 0)
    for strip in columns.strips {
      unsafe withUnsafePointer(to: keptChroma) { job in
        unsafe kernels.read(job, &samples, strip.lowerBound, strip.count, scratch.strip)
      }
      for component in 0..<2 {
        unsafe (scratch.average(component) + (strip.lowerBound - columns.lowerBound))
          .update(from: scratch.row(1 + Int32(component)), count: strip.count)
      }
    }
  }

  /// Whether colors depend on coverage.
  var hasCoverage: Bool { alpha != nil }

  /// Whether rows may be read in blocks: with halved chroma, without alpha, unless samples are kept.
  var readsBlocks: Bool {
    keptChroma == nil && job.halved != 0 && alphaJob == nil && alpha == nil && coverage == nil && opaque == nil
  }

  /// Fills the strip with one row of a block.
  func read(_ row: inout Row, of block: Block, into scratch: BandScratch, with kernels: KernelSet) {
    unsafe row.samples.odd = Int32(block.part)
    unsafe withUnsafePointer(to: job) { job in
      unsafe kernels.read(
        job, &row.samples, block.columns.lowerBound, block.columns.count, scratch.strip + block.offset(ofRow: row.y))
    }
  }

  /// Fills row 3 of the strip, if there is alpha, and applies its effects.
  func readAlpha(_ row: inout Row, x: Int, count: Int, into scratch: BandScratch, with kernels: KernelSet) {
    if let alphaJob {
      unsafe withUnsafePointer(to: alphaJob) { job in unsafe kernels.read(job, &row.alpha, x, count, scratch.strip) }
    } else if let opaque {
      unsafe scratch.row(StripRow.alpha).update(repeating: opaque, count: count)
    }
    alpha?.afterReading(count, in: scratch)
  }

  /// Planes from which row `y` can be read: those of the picture, or codes in the scratch, if words have codes of several pixels.
  ///
  /// - Parameter slot: The row of codes in the scratch.
  func unpacked(
    _ y: Int, _ columns: Range<Int>, of source: PlaneRows, in scratch: BandScratch, slot: Int = 0
  ) -> PlaneRows {
    guard !isUnpacked else { return source }
    // Chroma is interpolated from samples beside the columns.
    let columns = max(columns.lowerBound - 4, 0)..<min(columns.upperBound + 4, width)
    unsafe scratch.codes(slot).read(source.row(y, of: 0), columns: columns, width: width)
    return scratch.codes(slot).planes(row: y, width: width)
  }

  /// The addresses of a row's samples and of its alpha.
  @safe package struct Row {
    fileprivate let y: Int
    fileprivate var samples, alpha: lanes_read_row
  }

  /// Row `y` of a picture.
  package func row(_ y: Int, of source: PlaneRows) -> Row {
    let luma = unsafe source.row(y, of: planes.0)
    var samples = unsafe lanes_read_row(luma: luma, cb: (luma, luma), cr: (luma, luma), weight: (1, 0), odd: 0)
    if let rows = chromaRows(at: y) {
      let (first, second) = (rows.lowerBound, rows.upperBound)
      unsafe samples.cb = (
        source.row(first, of: planes.1) + chromaStart, source.row(second, of: planes.1) + chromaStart
      )
      unsafe samples.cr = (source.row(first, of: planes.2), source.row(second, of: planes.2))
      unsafe samples.weight = taps.chromaRows(forLuma: y).weights
    }
    var alpha = unsafe samples
    if alphaJob != nil { unsafe alpha.luma = source.row(y, of: planes.alpha) }
    return unsafe Row(y: y, samples: samples, alpha: alpha)
  }

  /// The chroma rows from which row `y` is read; `nil` if there are no separate chroma rows.
  package func chromaRows(at y: Int) -> ClosedRange<Int>? {
    guard hasChroma else { return nil }
    let rows = taps.chromaRows(forLuma: y).rows
    return min(max(rows.0, 0), chromaHeight - 1)...min(max(rows.1, 0), chromaHeight - 1)
  }
}

extension lanes_read {
  /// Creates a job for samples in planes of their own, apart from the given values.
  init(
    _ layout: lanes_layout, _ sample: lanes_sample, width: Int, _ matrix: SIMDMatrix, halved: Int32 = 0,
    isCentered: Bool = false, target: Int32 = 0, alpha: Float = 0, neutral: Float = 0,
    shifts: (Int32, Int32, Int32) = (0, 0, 0)
  ) {
    self.init(
      layout: layout, sample: sample, halved: halved, centered: isCentered ? 1 : 0, width: Int32(width), target: target,
      matrix: matrix, alpha: alpha, neutral: neutral, shifts: shifts)
  }
}

extension ConversionPlan {
  /// The factor of samples, and the offset added to them.
  ///
  /// Samples that are kept become codes of the output; without a program, others become codes, or the components that alpha needs.
  ///
  /// - Parameter neutral: The sample that is subtracted from chroma before.
  fileprivate func matrix(by read: SIMDProgram.ReadTransform?, neutral: Double) -> SIMDMatrix {
    if let kept = steps.kept {
      return simdNumbers(Matrix3x3(diagonal: kept.scale * inputFormat.codesPerSample), offset: kept.offset)
    }
    let needed = alpha == nil ? (scale: SIMD3(1, 1, 1), offset: .zero) : sourceCoding.signalFromCodes
    let matrix = (read?.matrix ?? Matrix3x3(diagonal: needed.scale)) * inputFormat.codesPerSample
    return simdNumbers(
      matrix, offset: (read?.offset ?? needed.offset) + matrix * SIMD3(0, neutral, neutral))
  }
}

extension PixelFormat {
  /// The factor from a sample to its code: a code in the high bits of its word is read as a multiple of its value.
  var codesPerSample: Double { 1 / Double(1 << shift) }
}

/// The kernels' constant for a format's sample type.
func simdSample(_ format: PixelFormat) -> lanes_sample {
  if format.isFloat { return format.bitDepth == 16 ? LANES_F16 : LANES_F32 }
  if format.layout == .word { return LANES_X2RGB10 }
  return format.bytesPerSample == 1 ? LANES_U8 : LANES_U16
}

/// The left shifts of the codes of the first three components in a word that contains all of them; for packed formats, their order if it is reversed.
func simdShifts(_ format: PixelFormat) -> (Int32, Int32, Int32) {
  if format.layout == .packed, format.location(ofComponent: 0).offset == 2 { return (2, 1, 0) }
  func shift(_ component: Int) -> Int32 {
    Int32(format.location(ofComponent: min(component, format.componentCount - 1)).shift)
  }
  return (shift(0), shift(1), shift(2))
}
