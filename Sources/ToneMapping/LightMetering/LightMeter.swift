internal import CToneKernels
internal import ColorOperations
internal import LightStatistics
internal import Synchronization
internal import SystemCalls
internal import ToneKernels

/// A counter of the light of pictures of one size: of whole pictures, or of the bands that a converter writes.
///
/// A thread counts a band immediately after writing it; rows whose chroma is interpolated from another band are pending until all are written.
/// Threads share the counts without a lock: each has its own columns and codes, and one thread at a time counts a row. Counts are integers, so they
/// do not depend on threads, bands or instructions.
@safe package final class LightMeter {
  /// The plan that reads the pictures to signals.
  let plan: ConversionPlan
  let width, height: Int
  let reading: FrameReading
  /// The sums of the last picture.
  private(set) var sums = Sums()
  private var maximumSum = 0
  /// The level to which higher levels are clipped in the current picture.
  private var limit = Float(LightCount.maximum.units)
  /// The plan that writes the pictures; `nil` if they are not written by a converter.
  private let writer: ConversionPlan?
  private let kernels: KernelSet
  /// The steps to the counted numbers, and the function that precedes or replaces them if there is no vector code for the plan.
  private let program: SIMDProgramMemory?
  private let reference: Reference?
  /// The reason why the function is evaluated for each pixel; `nil` if it is not.
  package let unsupportedOperation: UnsupportedOperation?
  /// For each thread: the maximum level of each column; except for levels alone, the sums of each column in each row of the grid, and the counts by
  /// codes.
  private let memory: AlignedMemory
  /// The length of a row of columns.
  private let stride: Int
  /// For each thread, the job that counts the first columns of the first row.
  private let jobs: [lanes_light]
  /// The maximum level of each row in all pictures, and its sums in this picture; `nil` if it is not yet counted.
  private let rows: UnsafeMutableBufferPointer<(maximum: Float, sums: Sums?)>

  /// A function of the samples read, and the first of the three rows of the strip that it fills.
  private typealias Reference = (
    row: Int32, color: (_ read: SIMD3<Double>, _ coverage: Coverage, _ background: Signal) -> SIMD3<Double>
  )

  /// - Parameter display: From signal to the light of a component, if only the maximum component is counted, for signals up to `ceiling`; otherwise
  ///   all that statistics need is counted, and the plan gives PQ signals.
  /// - Throws: `ConversionError.memory` if memory is insufficient.
  init(
    _ plan: ConversionPlan, levelsOn display: TransferFunction?, upTo ceiling: SignalLevel = 1,
    writtenBy writer: ConversionPlan? = nil, width: Int, height: Int, threads: Int, kernels: KernelSet
  ) throws(ConversionError) {
    precondition(
      Double(LANES_STRIP) * LightCount.maximum.units <= Double(Int32.max),
      "the sum of a strip does not fit its 32 bits")
    func signals(_ read: SIMD3<Double>, _ coverage: Coverage, _ background: Signal) -> SIMD3<Double> {
      plan.reference(ofRead: read, coverage: coverage, over: background)
    }
    let whole = plan.program.flatMap { program in
      display.map { program.countingLevels(on: $0, upTo: ceiling) } ?? .success(program.measuringLight(of: plan))
    }
    if case .failure(let reason) = whole { unsupportedOperation = reason } else { unsupportedOperation = nil }
    if let compiled = try? whole.get() {
      (program, reference) = (SIMDProgramMemory(compiled), nil)
    } else if let display {
      program = nil
      reference = (
        StripRow.maximum,
        { SIMD3(repeating: LightCount(display.eotf(SignalLevel(signals($0, $1, $2).max()))).units) }
      )
    } else {
      program = SIMDProgramMemory(SIMDProgram().measuringLight(of: plan))
      reference = (StripRow.color.lowerBound, signals)
    }
    reading = try FrameReading(plan: plan, read: try? whole.get().read, width: width, height: height)
    // Strips are counted in whole vectors.
    let stride = (width + Int(LANES_STRIP) - 1) / Int(LANES_STRIP) * Int(LANES_STRIP)
    let onlyLevels = display != nil
    // The number of codes, each with four counts.
    let codes = 4 * LightDistribution.codeCount
    // No two threads write to the same cache line.
    let numbers = ((onlyLevels ? stride : (1 + LightGrid.rows) * stride + 2 * codes) + 31) / 32 * 32
    guard let memory = AlignedMemory(zeros: 4 * threads * numbers) else {
      throw .memory(needed: 4 * threads * numbers, threads: threads)
    }
    unsafe jobs = (0..<threads).map { thread in
      let start = unsafe memory.bytes.baseAddress! + 4 * thread * numbers
      var job = unsafe lanes_light()
      unsafe (job.dark, job.visible) = (onlyLevels ? 0 : Float(LightCount.darkest.units), Float(LightCount.unitsPerNit))
      unsafe job.columns = start.assumingMemoryBound(to: Float.self)
      guard !onlyLevels else { return unsafe job }
      unsafe job.cells = (start + 4 * stride).assumingMemoryBound(to: Int32.self)
      unsafe job.maximum_codes = (start + 4 * (1 + LightGrid.rows) * stride).assumingMemoryBound(to: UInt32.self)
      unsafe job.luminance_codes = job.maximum_codes + codes
      return unsafe job
    }
    unsafe rows = .allocate(capacity: height)
    unsafe rows.initialize(repeating: (0, nil))
    (self.plan, self.writer, self.width, self.height, self.kernels) = (plan, writer, width, height, kernels)
    (self.stride, self.memory) = (stride, memory)
    if let writer { limit = Self.limit(of: writer) }
  }

  deinit { unsafe rows.deallocate() }

  /// The maximum level that a plan writes.
  ///
  /// If its stages end at the target's peak, written codes exceed it only where chroma was averaged over an edge or dither raised a code.
  private static func limit(of plan: ConversionPlan) -> Float {
    Float((plan.keepsToPeak ? LightCount(plan.targetLuminance.peak) : .maximum).units.rounded(.down))
  }

  // MARK: Pictures

  /// Resets the counts of all rows and threads; the maximum sum of a picture stays.
  func clear() {
    unsafe memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    unsafe rows.update(repeating: (0, nil))
  }

  /// Starts a picture that another plan writes for the same display.
  ///
  /// - Throws: `ConversionError.lightOfDisplay(_:_:expected:expectedRange:)`.
  func begin(by other: ConversionPlan) throws(ConversionError) {
    guard let writer else { return }
    // The tags of a plan may lack what its codes have.
    let (found, expected) = (other.targetCoding.color, writer.targetCoding.color)
    // PQ codes represent the same light on every display.
    let isSameLight =
      found.transfer.codePoint == .pq
      || (other.display.eotf == writer.display.eotf && other.targetLuminance == writer.targetLuminance
        && other.options.sdrTransfer == writer.options.sdrTransfer)
    guard found == expected, isSameLight else {
      throw .lightOfDisplay(
        found.description, other.targetLuminance, expected: expected.description, expectedRange: writer.targetLuminance)
    }
    limit = Self.limit(of: other)
  }

  /// Counts the rows of a band that has just been written, except those that need chroma of other bands.
  package func count(_ band: Range<Int>, of picture: PlaneRows, thread: Int, using scratch: BandScratch) {
    let chroma = plan.inputFormat.samples(ofPlane: 1, columns: 0..<1, rows: band).rows
    for y in band where reading.chromaRows(at: y).map(chroma.contains) ?? true {
      count(y, of: picture, thread: thread, using: scratch)
    }
  }

  /// Counts the pending rows from `next` on, which all threads advance, until none is left; the whole picture has been written.
  func countRest(_ next: borrowing Atomic<Int>, of picture: PlaneRows, thread: Int, using scratch: BandScratch) {
    let rowsAtOnce = 8
    while true {
      let first = next.wrappingAdd(rowsAtOnce, ordering: .relaxed).oldValue
      guard first < height else { return }
      for y in first..<min(first + rowsAtOnce, height) where unsafe rows[y].sums == nil {
        count(y, of: picture, thread: thread, using: scratch)
      }
    }
  }

  /// Ends a picture after all its rows were counted.
  package func end() {
    sums = Sums()
    for y in 0..<height {
      if let counted = unsafe rows[y].sums { sums.add(counted) }
      unsafe rows[y].sums = nil
    }
    maximumSum = max(maximumSum, sums.light)
  }

  /// The maximum level of a pixel so far.
  package var maximum: Luminance { unsafe LightCount(units: Double(rows.map(\.maximum).max() ?? 0)).luminance }

  /// The maximum average of a picture so far, over the part that was not black in every picture.
  package var maximumAverage: Luminance {
    guard let area else { return .nits(0) }
    // Bars that are not entirely black count too, but no average exceeds the maximum.
    return min(area.average(ofSum: maximumSum), maximum)
  }

  /// The part of the pictures that is not black.
  var area: PictureArea? {
    let columns = (0..<width).map { x in unsafe jobs.reduce(Float(0)) { unsafe max($0, $1.columns[x]) } }
    return unsafe PictureArea(columns: columns, rows: rows.map(\.maximum))
  }

  /// The number of pixels of each 12-bit code: of the maximum component, or of luminance.
  func codes(of counts: (lanes_light) -> UnsafeMutablePointer<UInt32>) -> [Int] {
    (0..<LightDistribution.codeCount).map { code in
      unsafe jobs.reduce(0) { sum, job in
        let found = unsafe counts(job) + 4 * code
        return unsafe sum + Int(found[0]) + Int(found[1]) + Int(found[2]) + Int(found[3])
      }
    }
  }

  var grid: LightGrid {
    // The pixels of a part, at least one, where pixel `y` of `size` belongs to part `y · parts / size`.
    func part(_ part: Int, of parts: Int, in size: Int) -> Range<Int> {
      let first = min((part * size + parts - 1) / parts, size - 1)
      return first..<max(((part + 1) * size + parts - 1) / parts, first + 1)
    }
    var averages: [UInt8] = []
    for row in 0..<LightGrid.rows {
      let rows = part(row, of: LightGrid.rows, in: height)
      // A picture with fewer rows than the grid repeats some of them.
      let start = rows.lowerBound * LightGrid.rows / height * stride
      for column in 0..<LightGrid.columns {
        let columns = part(column, of: LightGrid.columns, in: width)
        let sum = unsafe jobs.reduce(0) { sum, job in
          columns.reduce(sum) { unsafe $0 + Int(job.cells[start + $1]) }
        }
        // Converts codes of 12 bits to codes of 8 bits, rounded.
        let whole = columns.count * rows.count * (LightDistribution.codeCount - 1)
        averages.append(UInt8((sum * 255 * 2 + whole) / (whole * 2)))
      }
    }
    return LightGrid(codes: averages)
  }

  // MARK: A row

  private func count(_ y: Int, of picture: PlaneRows, thread: Int, using scratch: BandScratch) {
    let picture = reading.unpacked(y, 0..<width, of: picture, in: scratch)
    var row = reading.row(y, of: picture)
    // Fetched once per row, so that threads do not update reference counts.
    let lanes = unsafe program?.program
    var first = unsafe jobs[thread]
    unsafe first.cells? += y * LightGrid.rows / height * stride
    unsafe first.limit = limit
    var sums = Sums()
    for strip in (0..<width).strips {
      let (x, count) = (strip.lowerBound, strip.count)
      reading.read(&row, x: x, count: count, into: scratch, with: kernels)
      if let (row, color) = reference { unsafe scratch.color(count, by: nil, with: kernels, into: row, else: color) }
      if let lanes = unsafe lanes { unsafe scratch.color(count, by: lanes, with: kernels) { read, _, _ in read } }
      if plan.outputFormat.hasAlpha { leaveOutUncovered(count, in: scratch) }
      // The kernel counts whole vectors.
      for number in Self.countedRows {
        for rest in count..<(count + 31) / 32 * 32 { unsafe scratch.row(number)[rest] = 0 }
      }
      var job = unsafe first
      unsafe job.columns += x
      unsafe job.cells? += x
      unsafe kernels.countLight(&job, scratch.strip, count)
      unsafe sums.add(Sums(job))
    }
    unsafe rows[y] = unsafe (max(rows[y].maximum, sums.maximum), sums)
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

  /// The sums of the counts of a strip, a row or a picture.
  struct Sums {
    var light = 0
    /// The numbers of pixels outside BT.709 and outside P3.
    var outside = SIMD2<Int>.zero
    /// The maximum level of a pixel, and of each component.
    var maximum: Float = 0
    var components = SIMD3<Float>.zero

    mutating func add(_ other: Self) {
      light += other.light
      outside &+= other.outside
      maximum = max(maximum, other.maximum)
      components = pointwiseMax(components, other.components)
    }
  }
}

extension LightMeter.Sums {
  /// A kernel's counts of a strip.
  fileprivate init(_ job: lanes_light) {
    func sum<Lanes>(_ lanes: Lanes) -> Int {
      unsafe withUnsafeBytes(of: lanes) { unsafe $0.bindMemory(to: Int32.self).reduce(0) { $0 + Int($1) } }
    }
    func maximum<Lanes>(_ lanes: Lanes) -> Float {
      unsafe withUnsafeBytes(of: lanes) { unsafe $0.bindMemory(to: Float.self).max() ?? 0 }
    }
    unsafe (light, self.maximum) = (sum(job.sum), maximum(job.maximum))
    guard unsafe job.cells != nil else { return }
    let (outside, components) = unsafe (job.outside, job.components)
    self.outside = SIMD2(sum(outside.0), sum(outside.1))
    self.components = SIMD3(maximum(components.0), maximum(components.1), maximum(components.2))
  }
}

extension LightMeter {
  /// Creates a meter for MaxCLL and MaxFALL of the frames that a plan writes.
  ///
  /// Subsampled chroma is interpolated as the plan itself reads such frames. HLG's black is counted as 0.
  ///
  /// - Throws: `ConversionError.light(_:)` if such frames cannot be read; `.memory` if memory is insufficient.
  package convenience init(
    ofFramesBy plan: ConversionPlan, width: Int, height: Int, threads: Int, kernels: KernelSet
  ) throws(ConversionError) {
    let signals: ConversionPlan
    do { signals = try plan.readingWritten() } catch { throw .light(error) }
    let display = signals.display
    try self.init(
      signals, levelsOn: display.curve(in: plan.targetLuminance, plan.options),
      upTo: display.transfer == .pq && display.eotf == nil ? 1 : signals.sourceCoding.ceiling, writtenBy: plan,
      width: width, height: height, threads: threads, kernels: kernels)
  }

  /// MaxCLL and MaxFALL of all pictures counted so far, as for a converter; unknown if everything was black.
  package var contentLight: ContentLightLevel {
    ContentLightLevel(
      maxCLL: CodedQuantity(units: UInt16(maximum.nits.rounded(.up))),
      maxFALL: CodedQuantity(units: UInt16(maximumAverage.nits.rounded(.up))))
  }
}

extension FrameConverter {
  /// MaxCLL and MaxFALL of all frames converted so far, each rounded up to an integer in cd/m², because decoders treat them as bounds; `nil` if the
  /// converter does not measure light.
  ///
  /// Both are computed from the written codes: a pixel's level is the light of the maximum of its R, G, B. The average excludes the part of the
  /// picture that is black in every frame, such as letterbox bars. The light of a PQ signal is absolute; the light of HLG and SDR is that of the
  /// target display.
  ///
  /// - Source: CTA-861.3; Rec. ITU-T H.264, clause D.2.31, for the bounds.
  public var contentLight: ContentLightLevel? { meter?.contentLight }
}
