internal import CToneKernels
internal import ToneKernels

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

  /// Row `y` of a picture.
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
