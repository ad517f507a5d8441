internal import CLanes
internal import Synchronization
internal import Threading
package import ToneKernels

/// Measures the light of PQ frames from the codes that were written: MaxCLL and MaxFALL.
///
///     let meter = try LightMeter(of: plan, width: 3840, height: 2160, kernels: InstructionSet.v3.kernels())
///     meter?.count(output)
///     meter?.contentLight  // MaxCLL 612 cd/m², MaxFALL 88 cd/m²
///
/// A pixel's level is the light of the greatest of its R′, G′, B′; subsampled chroma is interpolated as the plan itself reads
/// such frames. MaxCLL is the greatest level of all frames, MaxFALL the greatest of the frames' averages. The average covers
/// the part of the picture that is not black in every frame: letterbox bars do not count. Both are rounded up, because decoders
/// treat them as bounds.
///
/// If the plan's stages end at the target's peak, higher levels count as that peak. The mapped picture has no such light:
/// written codes exceed the peak only where chroma was averaged over an edge or dither raised a code.
///
/// Levels are counted in whole 256ths of a cd/m² and summed as integers, so the result does not depend on threads or bands.
///
/// - Source: CTA-861.3; Rec. ITU-T H.264, clause D.2.31, for the bounds.
@safe package final class LightMeter {
  let size: (width: Int, height: Int)
  private let reading: FrameReading
  private let program: LaneProgramMemory?
  private let signals: ConversionPlan
  private let kernels: KernelSet
  private let crew: Crew
  private let workspace: Workspace
  /// The level at which higher ones are limited, in units.
  private let limit: Int32
  /// The greatest level of each column, for each thread; and the greatest level of each row, for all threads together.
  let columns: [UnsafeMutablePointer<Int32>]
  let rows: UnsafeMutablePointer<Int32>
  private(set) var greatestSum = 0

  /// The number of counting units in a cd/m²: 10 000 cd/m² stay below 2²².
  static let unitsPerNit = 256.0
  /// The greatest level: PQ's peak.
  static let greatestLevel = 2_560_000

  /// A meter for the frames that a plan writes; `nil` if their light is not absolute.
  ///
  /// - Parameters:
  ///   - width: The number of luma samples in a row.
  ///   - height: The number of rows.
  ///   - threads: The number of threads that measure a frame, 1 or more.
  ///   - kernels: The kernels to run; all give the same result.
  /// - Throws: `PlanError` if such frames cannot be read; `ConversionError` without memory.
  package convenience init?(
    of plan: ConversionPlan, width: Int, height: Int, threads: Int = activeProcessorCount, kernels: KernelSet
  ) throws {
    try self.init(
      of: plan.target, as: plan.outputFormat, limit: plan.keepsToPeak ? plan.targetLuminance.peak : nil, width: width,
      height: height, threads: threads, kernels: kernels)
  }

  /// A meter for frames with these tags.
  ///
  /// - Parameter limit: The light to which higher levels are limited; `nil` means PQ's peak.
  init?(
    of color: ColorDescription, as format: PixelFormat, limit: Luminance? = nil, width: Int, height: Int, threads: Int,
    kernels: KernelSet
  ) throws {
    // Only PQ codes stand for absolute light: HLG's light depends on the display, SDR's on its white.
    guard color.transfer == .pq else { return nil }
    precondition(Int(LANES_STRIP) * Self.greatestLevel <= Int32.max, "the sum of a strip does not fit its 32 bits")
    // PQ without primaries is read as BT.2020, like any such source; the target's primaries are the same, so that signals do not
    // change.
    signals = try ConversionPlan(
      from: Source(color: color), to: Display(color.primaries ?? .bt2020, transfer: .pq), tone: .identity,
      reading: format, writing: .gbrpf32)
    self.kernels = kernels
    self.limit = limit.map { Int32($0.nits * Self.unitsPerNit) } ?? Int32(Self.greatestLevel)
    size = (width, height)
    // Either failure costs only time: pixels are then measured one by one, with the same levels.
    let program = (try? signals.program.get()).flatMap { try? $0.countingLight() }
    reading = FrameReading(plan: signals, program: program, width: width, height: height)
    self.program = program.map { LaneProgramMemory($0) }
    crew = Crew(threads: threads)
    workspace = try Workspace(width: width, threads: crew.count)
    unsafe columns = (0..<crew.count).map { _ in unsafe Self.levels(width) }
    unsafe rows = Self.levels(height)
  }

  private static func levels(_ count: Int) -> UnsafeMutablePointer<Int32> {
    let levels = UnsafeMutablePointer<Int32>.allocate(capacity: count)
    unsafe levels.initialize(repeating: 0, count: count)
    return unsafe levels
  }

  deinit {
    unsafe columns.forEach { unsafe $0.deallocate() }
    unsafe rows.deallocate()
  }
}

// MARK: Counting

extension LightMeter {
  /// The number of rows that a thread takes at a time.
  private static let rowsPerBand = 32

  /// Measures a frame.
  ///
  /// - Shape: A frame of this meter's format and size.
  package func count(_ frame: borrowing Frame) {
    precondition(
      frame.format == signals.inputFormat && frame.width == size.width && frame.height == size.height,
      "the frame must have the meter's format and size")
    let sum = Atomic(0)
    let next = Atomic(0)
    // Shared without a lock: each thread has its own scratch and columns, and each row belongs to one band.
    frame.withView { view in
      let source = view.picture
      crew.perform { thread in
        while true {
          let first = next.wrappingAdd(Self.rowsPerBand, ordering: .relaxed).oldValue
          guard first < size.height else { return }
          for y in first..<min(first + Self.rowsPerBand, size.height) {
            sum.wrappingAdd(countRow(y, of: source, thread: thread), ordering: .relaxed)
          }
        }
      }
    }
    greatestSum = max(greatestSum, sum.load(ordering: .relaxed))
  }

  /// The sum of a row's levels.
  private func countRow(_ y: Int, of source: PlaneRows, thread: Int) -> Int {
    let scratch = unsafe workspace.scratch[thread]
    var (x, sum) = (0, 0)
    var row = reading.row(y, of: source)
    var peak: Int32 = 0
    while x < size.width {
      let count = min(Int(LANES_STRIP), size.width - x)
      reading.read(&row, x: x, count: count, into: scratch, with: kernels)
      level(count, scratch)
      let strip = unsafe Self.fold(
        scratch.row(LaneProgram.light), count, limit: limit, columns[thread] + x)
      sum += Int(strip.sum)
      peak = max(peak, strip.peak)
      x += count
    }
    unsafe rows[y] = max(rows[y], peak)
    return sum
  }

  /// Turns the samples read into levels, in their own row: by the program, or pixel by pixel if the lanes have no steps.
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

  /// The sum and the greatest of levels, rounded to integers and limited; also raises the columns' levels to them.
  ///
  /// - Domain: `0...greatestLevel`, at most a strip of levels, so that the sum fits; `init` checks that.
  private static func fold(
    _ levels: UnsafePointer<Float>, _ count: Int, limit: Int32, _ columns: UnsafeMutablePointer<Int32>
  ) -> (sum: Int32, peak: Int32) {
    // 1.5 · 2²³: adding a number to it rounds that number to an integer in the lowest bits.
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
