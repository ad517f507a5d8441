internal import CToneKernels
package import SystemCalls
internal import ToneKernels

/// The subsampled chroma of a picture with alpha, multiplied by its coverage, and the coverage.
///
/// The coverage of a chroma sample is the mean of alpha over the pixels whose color it averages. Interpolated together, the quotient of both is
/// chroma weighted by coverage. Premultiplied chroma is already multiplied by its coverage.
@safe package final class ChromaCoverage: Sendable {
  private let format: PixelFormat
  private let size: (width: Int, height: Int)
  private let columns, chromaHeight, stride: Int
  private let taps: ChromaTaps
  private let use: AlphaUse
  /// From codes of chroma to the coded component, nominally −0.5…0.5.
  private let scale, offset: Float
  private let memory: AlignedMemory
  /// The planes of coverage, C′B and C′R, then a row of zeros in place of luma.
  nonisolated(unsafe) private let planes: UnsafeMutablePointer<Float>
  private let chroma, coverage: lanes_read

  /// - Throws: ``ConversionError/memory(needed:threads:)``, with one thread, because all share the memory.
  init(of plan: ConversionPlan, width: Int, height: Int) throws(ConversionError) {
    let (taps, use) = (plan.sourceCoding.taps, plan.alpha!)
    format = plan.inputFormat
    size = (width, height)
    self.use = use
    columns = (width + 1) / 2
    chromaHeight = format.samples(ofPlane: 1, columns: 0..<width, rows: 0..<height).rows.count
    // The kernels load whole vectors.
    stride = (columns + 63) & ~63
    self.taps = taps
    let coding = plan.sourceCoding.signalFromCodes
    (scale, offset) = (Float(coding.scale.y), Float(coding.offset.y))
    let needed = (3 * chromaHeight * stride + width + 64) * MemoryLayout<Float>.stride
    guard let memory = AlignedMemory(zeros: needed) else { throw .memory(needed: needed, threads: 1) }
    unsafe planes = memory.bytes.baseAddress!.assumingMemoryBound(to: Float.self)
    self.memory = memory
    func job(_ matrix: Matrix3x3) -> lanes_read {
      lanes_read(
        LANES_PLANAR, LANES_F32, width: width, simdNumbers(matrix, offset: .zero), halved: 1,
        isCentered: taps.isCenteredHorizontally)
    }
    chroma = job(.identity)
    // The job's first output row receives the first plane.
    coverage = job(Matrix3x3(SIMD3(0, 1, 0), .zero, .zero))
  }

  private func row(_ j: Int, of plane: Int) -> UnsafeMutablePointer<Float> {
    unsafe planes + (plane * chromaHeight + j) * stride
  }

  // MARK: Filling

  /// Fills the coverage rows from which some rows of the picture are read.
  package func fill(for rows: Range<Int>, from source: PlaneRows, by workers: Workers) {
    let shift = format.chroma.log2Vertical
    let first = max(0, (rows.lowerBound >> shift) - 2)
    let end = min(chromaHeight, (rows.upperBound >> shift) + 3)
    let height = 16
    workers.perform(iterations: (end - first + height - 1) / height) { band, _ in
      let start = first + band * height
      for j in start..<min(start + height, end) {
        if format.bytesPerSample == 1 { fill(j, from: source, UInt8.self) } else { fill(j, from: source, UInt16.self) }
      }
    }
  }

  private func fill<Sample: FixedWidthInteger>(_ j: Int, from source: PlaneRows, _: Sample.Type) {
    let (rows, weights) = taps.lumaRows(forChroma: j)
    let last = size.width - 1
    func samples(_ y: Int, _ plane: Int) -> UnsafePointer<Sample> {
      unsafe source.row(y, of: plane).assumingMemoryBound(to: Sample.self)
    }
    func alpha(_ y: Int) -> UnsafePointer<Sample> { unsafe samples(min(max(y, 0), size.height - 1), 3) }
    let lines = unsafe (alpha(rows.0), alpha(rows.1), alpha(rows.2))
    let (cb, cr) = unsafe (samples(j, 1), samples(j, 2))
    let (weight, first, second) = unsafe (row(j, of: 0), row(j, of: 1), row(j, of: 2))
    let (isCentered, shares) = (taps.isCenteredHorizontally, taps.columnShares)
    for i in 0..<columns {
      func column(_ x: Int) -> Float {
        let x = min(max(x, 0), last)
        return unsafe weights.0 * use.coverage(Float(lines.0[x])) + weights.1 * use.coverage(Float(lines.1[x]))
          + weights.2 * use.coverage(Float(lines.2[x]))
      }
      let covered =
        isCentered
        ? shares.even * (column(2 * i) + column(2 * i + 1))
        : shares.even * column(2 * i) + shares.odd * (column(2 * i - 1) + column(2 * i + 1))
      let share = use.divides ? covered : covered + AlphaUse.trace
      unsafe weight[i] = share
      unsafe first[i] = (Float(cb[i]) * scale + offset) * (use.divides ? 1 : share)
      unsafe second[i] = (Float(cr[i]) * scale + offset) * (use.divides ? 1 : share)
    }
  }

  // MARK: Reading

  /// Fills rows 1 and 2 of a strip with chroma times coverage, and row 4 with coverage; rows 0, 5, 6 and those from 10 on are
  /// overwritten.
  func read(_ y: Int, x: Int, count: Int, into scratch: BandScratch, with kernels: KernelSet) {
    let (rows, weights) = taps.chromaRows(forLuma: y)
    func inside(_ j: Int) -> Int { min(max(j, 0), chromaHeight - 1) }
    let (a, b) = (inside(rows.0), inside(rows.1))
    func lines(_ plane: Int) -> (UnsafeRawPointer?, UnsafeRawPointer?) {
      unsafe (UnsafeRawPointer(row(a, of: plane)), UnsafeRawPointer(row(b, of: plane)))
    }
    let zeros = unsafe UnsafeRawPointer(planes + 3 * chromaHeight * stride)
    var colors = unsafe lanes_read_row(luma: zeros, cb: lines(1), cr: lines(2), weight: weights, odd: 0)
    unsafe withUnsafePointer(to: chroma) { job in unsafe kernels.read(job, &colors, x, count, scratch.strip) }
    var covers = unsafe lanes_read_row(luma: zeros, cb: lines(0), cr: lines(0), weight: weights, odd: 0)
    unsafe withUnsafePointer(to: coverage) { job in
      unsafe kernels.read(job, &covers, x, count, scratch.row(StripRow.chromaCoverage))
    }
  }
}
