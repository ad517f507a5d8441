internal import CLanes
internal import Dispatch
internal import Synchronization
package import ToneKernels

/// Counts how bright frames of PQ are, from the codes that were written: MaxCLL and MaxFALL.
///
///     let meter = try LightMeter(of: plan, width: 3840, height: 2160, kernels: InstructionSet.v3.kernels())
///     meter?.count(output)
///     meter?.contentLight  // MaxCLL 612 cd/m², MaxFALL 88 cd/m²
///
/// A pixel's level is the light of the greatest of its R′, G′, B′, with chroma interpolated where it is subsampled as the plan
/// itself reads such frames. MaxCLL is the greatest level of all frames, MaxFALL the greatest of the frames' averages. What is
/// averaged is the part of the picture that is not black in every frame: letterbox bars do not count. Both are rounded up,
/// since decoders take them for bounds.
///
/// Where the plan's stages end at the target's peak, no level counts above it. The picture as mapped has no such light: what
/// written codes show above the peak is chroma averaged over an edge, or a code lifted by dither.
///
/// Levels are counted in whole 256ths of a cd/m² and summed as integers, so that neither threads nor bands matter.
///
/// - Source: CTA-861.3; Rec. ITU-T H.264, clause D.2.31, for the bounds.
@safe package final class LightMeter {
  let size: (width: Int, height: Int)
  private let reading: FrameReading
  private let program: LaneProgramMemory?
  private let signals: ConversionPlan
  private let kernels: KernelSet
  private let scratch: [BandScratch]
  /// The greatest level that counts, in units.
  private let limit: Int32
  /// For each thread, the greatest level of each column; then, for all together, that of each row.
  let columns: [UnsafeMutablePointer<Int32>]
  let rows: UnsafeMutablePointer<Int32>
  private(set) var greatestSum = 0

  /// How many steps a cd/m² is counted in: 10 000 cd/m² stay below 2²².
  static let unitsPerNit = 256.0
  /// The greatest level: PQ's peak.
  static let greatestLevel = 2_560_000

  /// A meter of the frames that a plan writes; `nil` where their light is not absolute.
  ///
  /// - Parameters:
  ///   - width: Luma samples in a row.
  ///   - height: Rows.
  ///   - threads: How many threads count a frame, 1 or more.
  ///   - kernels: The kernels to run; all count the same.
  /// - Throws: `PlanError` where such frames cannot be read.
  package convenience init?(
    of plan: ConversionPlan, width: Int, height: Int, threads: Int = activeProcessorCount, kernels: KernelSet
  ) throws(PlanError) {
    try self.init(
      of: plan.target, as: plan.outputFormat, limit: plan.keepsToPeak ? plan.targetLuminance.peak : nil, width: width,
      height: height, threads: threads, kernels: kernels)
  }

  /// A meter of frames with these tags.
  ///
  /// - Parameter limit: The light above which nothing counts; PQ's peak where there is none.
  init?(
    of color: ColorDescription, as format: PixelFormat, limit: Luminance? = nil, width: Int, height: Int, threads: Int,
    kernels: KernelSet
  ) throws(PlanError) {
    // Of no other transfer does a code tell cd/m²: HLG's depend on the display, SDR's on its white.
    guard color.transfer == .pq else { return nil }
    precondition(Int(LANES_STRIP) * Self.greatestLevel <= Int32.max, "the sum of a strip does not fit its 32 bits")
    // PQ without primaries is read as BT.2020, as any such source; to the same ones, so that signals stay as they are.
    signals = try ConversionPlan(
      from: Source(color: color), to: Display(color.primaries ?? .bt2020, transfer: .pq), tone: .identity,
      reading: format, writing: .gbrpf32)
    self.kernels = kernels
    self.limit = limit.map { Int32($0.nits * Self.unitsPerNit) } ?? Int32(Self.greatestLevel)
    size = (width, height)
    // Either failure costs time alone: pixels are then counted one by one, to the same levels.
    let program = (try? signals.program.get()).flatMap { try? $0.countingLight() }
    reading = FrameReading(plan: signals, program: program, width: width, height: height)
    self.program = program.map { LaneProgramMemory($0) }
    scratch = (0..<threads).map { _ in BandScratch(width: width) }
    unsafe columns = (0..<threads).map { _ in unsafe Self.levels(width) }
    unsafe rows = Self.levels(height)
  }

  private static func levels(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let levels = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    unsafe levels.initialize(repeating: 0, count: count)
    return unsafe levels
  }

  deinit {
    for scratch in scratch { scratch.free() }
    unsafe columns.forEach { unsafe $0.deallocate() }
    unsafe rows.deallocate()
  }
}

// MARK: Counting

extension LightMeter {
  /// The rows that a thread takes at once.
  private static let rowsPerBand = 32

  /// Counts a frame.
  ///
  /// - Shape: A frame of this meter's format and size.
  package func count(_ frame: borrowing Frame) {
    precondition(
      frame.format == signals.inputFormat && frame.width == size.width && frame.height == size.height,
      "the frame is not of the meter's format and size")
    let sum = Atomic(0)
    let next = Atomic(0)
    // Shared without a lock: each thread has scratch and columns of its own, and each row belongs to one band.
    nonisolated(unsafe) let meter = self
    unsafe frame.withUnsafeRows { source in
      nonisolated(unsafe) let source = source
      @Sendable func work(_ thread: Int) {
        while true {
          let first = next.wrappingAdd(Self.rowsPerBand, ordering: .relaxed).oldValue
          guard unsafe first < meter.size.height else { return }
          for y in first..<min(first + Self.rowsPerBand, unsafe meter.size.height) {
            sum.wrappingAdd(unsafe meter.countRow(y, of: source, thread: thread), ordering: .relaxed)
          }
        }
      }
      if scratch.count == 1 {
        work(0)
      } else {
        DispatchQueue.concurrentPerform(iterations: scratch.count, execute: work)
      }
    }
    greatestSum = max(greatestSum, sum.load(ordering: .relaxed))
  }

  /// The sum of a row's levels.
  private func countRow(_ y: Int, of source: FrameRows, thread: Int) -> Int {
    var (x, sum) = (0, 0)
    var row = reading.row(y, of: source)
    var peak: Int32 = 0
    while x < size.width {
      let count = min(Int(LANES_STRIP), size.width - x)
      reading.read(&row, x: x, count: count, into: scratch[thread], with: kernels)
      level(count, scratch[thread])
      let strip = unsafe Self.fold(
        scratch[thread].row(LaneProgram.light), count, limit: limit, columns[thread] + x)
      sum += Int(strip.sum)
      peak = max(peak, strip.peak)
      x += count
    }
    unsafe rows[y] = max(rows[y], peak)
    return sum
  }

  /// From what was read to levels, in a row of their own: by the program, or pixel by pixel where the lanes have no steps.
  private func level(_ count: Int, _ scratch: BandScratch) {
    if let program {
      unsafe withUnsafePointer(to: program.program) { unsafe kernels.color($0, scratch.strip, count) }
      return
    }
    let rows = unsafe (scratch.row(0), scratch.row(1), scratch.row(2), scratch.row(LaneProgram.light))
    for x in 0..<count {
      let codes = unsafe Codes(Double(rows.0[x]), Double(rows.1[x]), Double(rows.2[x]))
      unsafe rows.3[x] = Float(Self.units(signals.reading.decode(codes).components.max()))
    }
  }

  /// The level of a signal, in 256ths of a cd/m².
  static func units(_ signal: Double) -> Double { PerceptualQuantizer().eotf(signal).nits * unitsPerNit }

  /// The sum and the greatest of levels, rounded to integers and limited; raises the columns' levels to theirs.
  ///
  /// - Domain: `0...greatestLevel`, at most a strip of levels, whose sum then fits, as was seen to at the start.
  private static func fold(
    _ levels: UnsafePointer<Float>, _ count: Int, limit: Int32, _ columns: UnsafeMutablePointer<Int32>
  ) -> (sum: Int32, peak: Int32) {
    // 1.5 · 2²³: what is added to it is rounded to an integer, which stands in the lowest bits.
    let rounder: Float = 12_582_912
    let zero = Int32(bitPattern: rounder.bitPattern)
    var (sum, peak): (Int32, Int32) = (0, 0)
    for x in 0..<count {
      let level = min(unsafe Int32(bitPattern: (levels[x] + rounder).bitPattern) &- zero, limit)
      sum &+= level
      peak = max(peak, level)
      unsafe columns[x] = max(columns[x], level)
    }
    return (sum, peak)
  }
}
