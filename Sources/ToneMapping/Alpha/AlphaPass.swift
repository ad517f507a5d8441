internal import CToneKernels
internal import ToneKernels

/// The operations on a strip for alpha after it is read.
///
/// `StripRow.alpha` holds alpha, `StripRow.chromaCoverage` the coverage of chroma.
struct AlphaPass: Sendable {
  /// The weight of pixels without coverage, so that chroma is defined where nothing else has weight.
  static let trace: Float = 0x1p-30

  /// From codes to coverage.
  private let scale, offset: Float
  private let use: AlphaUse

  init(_ use: AlphaUse) {
    self.use = use
    scale = Float(1 / (use.opaque - use.transparent))
    offset = Float(-use.transparent / (use.opaque - use.transparent))
  }

  @inline(__always) func coverage(_ code: Float) -> Float { min(max(code * scale + offset, 0), 1) }

  /// Converts the codes in the row of alpha to coverage, and divides by it.
  func afterReading(_ count: Int, in scratch: BandScratch) {
    let (luma, cb, cr) = unsafe scratch.rows(StripRow.color)
    let (alpha, chroma) = unsafe (scratch.row(StripRow.alpha), scratch.row(StripRow.chromaCoverage))
    for x in 0..<count { unsafe alpha[x] = coverage(alpha[x]) }
    if use.divides { for x in 0..<count { unsafe luma[x] = Self.quotient(luma[x], alpha[x]) } }
    guard use.divides || use.weighsInput else { return }
    let weight = unsafe use.weighsInput ? chroma : alpha
    for x in 0..<count { unsafe cb[x] = Self.quotient(cb[x], weight[x]) }
    for x in 0..<count { unsafe cr[x] = Self.quotient(cr[x], weight[x]) }
  }

  /// A number divided by its coverage; 0 where the coverage is 0.
  @inline(__always) static func quotient(_ number: Float, _ coverage: Float) -> Float {
    coverage > 0 ? number / coverage : 0
  }
}

/// The read pass of a background, which fills the background's rows of a strip with a picture's R′, G′, B′.
@safe struct BackgroundReading {
  private let planes: (Int, Int, Int)
  private let job: lanes_read

  init(width: Int) {
    let format = Background.pictureFormat
    func plane(_ component: Int) -> Int { format.location(ofComponent: component).plane }
    planes = (plane(0), plane(1), plane(2))
    job = lanes_read(LANES_PLANAR, simdSample(format), width: width, simdNumbers(.identity, offset: .zero))
  }

  func row(_ y: Int, of picture: PlaneRows) -> lanes_read_row {
    let (cb, cr) = unsafe (picture.row(y, of: planes.1), picture.row(y, of: planes.2))
    return unsafe lanes_read_row(luma: picture.row(y, of: planes.0), cb: (cb, cb), cr: (cr, cr), weight: (1, 0), odd: 0)
  }

  /// Fills the rows with columns `x ..< x + count` of a row; `x` is even.
  func read(_ row: inout lanes_read_row, x: Int, count: Int, into scratch: BandScratch, with kernels: KernelSet) {
    unsafe withUnsafePointer(to: job) { job in
      unsafe kernels.read(job, &row, x, count, scratch.row(StripRow.background.lowerBound))
    }
  }
}
