internal import CToneKernels
internal import ToneKernels

/// The read pass of a plan that keeps samples: from codes to codes, without matrix and resampling.
@safe struct Passthrough {
  private let luma, chroma: lanes_read
  private let planes: (Int, Int)
  private let start: (Int, Int)

  /// - Parameter width: The number of luma samples in a row.
  init(_ recoding: SampleChange, of format: PixelFormat, width: Int) {
    func job(_ layout: lanes_layout, width: Int) -> lanes_read {
      lanes_read(
        layout, simdSample(format), width: width,
        simdNumbers(Matrix3x3(diagonal: recoding.scale * format.codesPerSample), offset: recoding.offset))
    }
    luma = job(LANES_GRAY, width: width)
    chroma = job(
      format.layout == .biPlanar ? LANES_BIPLANAR : LANES_PLANAR,
      width: format.samples(ofPlane: 1, columns: 0..<width, rows: 0..<1).columns.count)
    let places = (format.location(ofComponent: 1), format.location(ofComponent: 2))
    planes = (places.0.plane, places.1.plane)
    start = (places.0.offset * format.bytesPerSample, places.1.offset * format.bytesPerSample)
  }

  /// Fills row 0 of the strip with the output's codes of luma.
  func readLuma(
    _ y: Int, _ columns: Range<Int>, of source: PlaneRows, into scratch: BandScratch, with kernels: KernelSet
  ) {
    let row = unsafe source.row(y, of: 0)
    var samples = unsafe lanes_read_row(luma: row, cb: (row, row), cr: (row, row), weight: (1, 0), odd: 0)
    unsafe withUnsafePointer(to: luma) { job in
      unsafe kernels.read(job, &samples, columns.lowerBound, columns.count, scratch.strip)
    }
  }

  /// Fills the scratch's averages with the output's codes of some columns of a chroma row.
  func readChroma(
    _ j: Int, _ columns: Range<Int>, of source: PlaneRows, into scratch: BandScratch, with kernels: KernelSet
  ) {
    let cb = unsafe source.row(j, of: planes.0) + start.0
    let cr = unsafe source.row(j, of: planes.1) + start.1
    var samples = unsafe lanes_read_row(luma: cb, cb: (cb, cb), cr: (cr, cr), weight: (1, 0), odd: 0)
    for strip in columns.strips {
      let (x, count) = (strip.lowerBound, strip.count)
      unsafe withUnsafePointer(to: chroma) { job in unsafe kernels.read(job, &samples, x, count, scratch.strip) }
      for component in 0..<2 {
        unsafe (scratch.average(component) + (x - columns.lowerBound))
          .update(from: scratch.row(1 + Int32(component)), count: count)
      }
    }
  }
}
