internal import CToneKernels
internal import ColorOperations
internal import LightStatistics
internal import SystemCalls
internal import ToneKernels

/// A counter of the light of rows read by a plan: everything that statistics need, or only levels, the light of each pixel's maximum component.
@safe struct LightMeter: ~Copyable {
  /// The conversion of the samples read to numbers in three rows of the strip, if there is no vector code for it.
  struct Exact {
    let row: Int32
    let color: (_ read: SIMD3<Double>, _ coverage: Coverage, _ background: Signal) -> SIMD3<Double>
  }

  let plan: ConversionPlan
  let width, height: Int
  let reading: FrameReading
  let counts: LightCounts
  private let kernels: KernelSet
  private let exact: Exact?
  /// The steps to the counted numbers.
  private let program: LaneProgramMemory?
  private let dark: Float

  /// Creates a meter for pictures of one size.
  ///
  /// - Parameters:
  ///   - signals: The plan's steps, if there is vector code; otherwise `exact` precedes `program`.
  ///   - program: The steps to the counted numbers, including `signals`.
  /// - Throws: `ConversionError.memory` if memory is insufficient.
  init(
    _ plan: ConversionPlan, signals: LaneProgram?, program: LaneProgram?, exact: Exact, onlyLevels: Bool, width: Int,
    height: Int, threads: Int, kernels: KernelSet
  ) throws(ConversionError) {
    precondition(
      Double(LANES_STRIP) * LightCount.maximum.units <= Double(Int32.max),
      "the sum of a strip does not fit its 32 bits")
    let reading = try FrameReading(plan: plan, program: signals, width: width, height: height)
    let counts = try LightCounts(width: width, height: height, threads: threads, onlyLevels: onlyLevels)
    self.program = program.map { LaneProgramMemory($0) }
    self.exact = signals == nil ? exact : nil
    dark = onlyLevels ? 0 : Float(LightCount.darkest.units)
    (self.plan, self.reading, self.width, self.height, self.kernels) = (plan, reading, width, height, kernels)
    self.counts = counts
  }

  /// Counts a row.
  ///
  /// - Parameter limit: The clip level.
  func countRow(_ y: Int, of picture: PlaneRows, upTo limit: Float, thread: Int, using scratch: BandScratch) {
    var row = reading.row(y, of: picture)
    // Fetched once per row, so that threads do not update the program's reference count.
    let lanes = unsafe program?.program
    var (sums, maximum) = (LightCounts.Sums(), Float(0))
    for strip in (0..<width).strips {
      let (x, count) = (strip.lowerBound, strip.count)
      reading.read(&row, x: x, count: count, into: scratch, with: kernels)
      if let exact { unsafe scratch.color(count, by: nil, with: kernels, into: exact.row, else: exact.color) }
      if let lanes = unsafe lanes { unsafe scratch.color(count, by: lanes, with: kernels) { read, _, _ in read } }
      if plan.outputFormat.hasAlpha { leaveOutUncovered(count, in: scratch) }
      // The kernel counts whole vectors.
      for number in Self.countedRows {
        for rest in count..<(count + 31) / 32 * 32 { unsafe scratch.row(number)[rest] = 0 }
      }
      var job = unsafe counts.job(from: x, row: y, thread: thread)
      unsafe (job.limit, job.dark, job.visible) = (limit, dark, Float(LightCount.unitsPerNit))
      unsafe kernels.countLight(&job, scratch.strip, count)
      unsafe sums.add(job)
      unsafe maximum = max(maximum, Self.most(job.maximum))
    }
    counts.add(sums, maximum: maximum, ofRow: y, thread: thread)
  }

  /// The rows that are counted in vectors.
  private static let countedRows = StripRow.color + [StripRow.maximum, StripRow.luminanceSignal]

  /// Sets the numbers that the kernel counts to those of black where there is no coverage.
  private func leaveOutUncovered(_ count: Int, in scratch: BandScratch) {
    let alpha = unsafe scratch.row(StripRow.alpha)
    for number in Self.countedRows + [StripRow.maximumSignal] {
      let row = unsafe scratch.row(number)
      for x in 0..<count where unsafe alpha[x] <= 0 { unsafe row[x] = 0 }
    }
  }

  /// The maximum over the lanes.
  fileprivate static func most<Lanes>(_ lanes: Lanes) -> Float {
    unsafe withUnsafeBytes(of: lanes) { unsafe $0.bindMemory(to: Float.self).max() ?? 0 }
  }
}

extension LightCounts.Sums {
  /// Adds a kernel's counts of a strip.
  fileprivate mutating func add(_ job: lanes_light) {
    func sum<Lanes>(_ lanes: Lanes) -> Int {
      unsafe withUnsafeBytes(of: lanes) { unsafe $0.bindMemory(to: Int32.self).reduce(0) { $0 + Int($1) } }
    }
    unsafe light += sum(job.sum)
    guard unsafe job.cells != nil else { return }
    unsafe outside.bt709 += sum(job.outside.0)
    unsafe outside.p3 += sum(job.outside.1)
    let found = unsafe SIMD3(
      LightMeter.most(job.components.0), LightMeter.most(job.components.1), LightMeter.most(job.components.2))
    components = pointwiseMax(components, found)
  }
}
