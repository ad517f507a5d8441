internal import CToneKernels
internal import ColorOperations
public import LightStatistics
internal import Synchronization
internal import SystemCalls
public import ToneKernels

/// A meter for the light of frames, one by one: their brightness, the distribution of their light, and the borders of their picture.
///
///     let plan = try ConversionPlan.measuring(.hdr10(), reading: .yuv420p10)
///     var meter = try FrameMeter(plan, width: 3840, height: 2160)
///     let statistics = try meter.measure(frame, index: 7)
///     statistics.maximum  // 812.3 cd/m²
///
/// A frame's statistics depend on that frame and its index alone, not on the number of threads, the instruction set, or previously measured frames.
///
/// Light is that of the source's own R, G and B. The light of a PQ signal is absolute. HLG is measured on its nominal display of 1000 cd/m², SDR on a
/// display with a white of 203 cd/m².
///
/// For pictures with alpha, the light is that of the color itself, premultiplied or not, regardless of its coverage; without coverage, it is black.
@safe public struct FrameMeter: ~Copyable {
  private let meter: LightMeter
  private let workspace: Workspace
  private let workers: Workers

  /// The plan that reads the frames.
  public var plan: ConversionPlan { meter.plan }
  /// The width of a frame, in luma samples.
  public var width: Int { meter.width }
  /// The height of a frame, in luma samples.
  public var height: Int { meter.height }

  /// Creates a meter for frames of one size.
  ///
  /// - Parameters:
  ///   - plan: A plan made by ``ConversionPlan/measuring(_:reading:strict:)``.
  ///   - width: The number of luma samples in a row, `1...65_535`.
  ///   - height: The number of rows, `1...65_535`.
  ///   - threads: The maximum number of threads that work on a frame, 1 or more.
  ///   - instructions: The instruction set; `nil` means the widest that this machine can run.
  /// - Throws: `ConversionError` for another plan, for an invalid size or number of threads, or if memory is insufficient.
  public init(
    _ plan: ConversionPlan, width: Int, height: Int, threads: Int = activeProcessorCount,
    on instructions: InstructionSet? = nil
  ) throws(ConversionError) {
    try self.init(plan, onlyLevels: false, width: width, height: height, threads: threads, on: instructions)
  }

  /// - Parameter onlyLevels: Whether only the maximum light of frames is counted, which takes a fraction of the time.
  package init(
    _ plan: ConversionPlan, onlyLevels: Bool, width: Int, height: Int, threads: Int, on instructions: InstructionSet?
  ) throws(ConversionError) {
    guard plan.measuresLight else { throw .notMeasuring(plan.targetTags, plan.targetLuminance, plan.outputFormat) }
    let workers = try Bands.workers(width: width, height: height, atMost: threads)
    let kernels = try KernelSet(for: instructions)
    let workspace = try Workspace(width: width, threads: workers.count)
    meter = try LightMeter(
      plan, levelsOn: onlyLevels ? .pq : nil, width: width, height: height, threads: workers.count, kernels: kernels)
    self.workers = workers
    self.workspace = workspace
  }

  /// Measures a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame, of this meter's size and the plan's input format.
  ///   - index: The absolute index of the frame.
  ///   - seconds: The time at which it is shown.
  /// - Throws: `ConversionError.inputFormat(_:expected:)` or `.inputSize`; for a view also `.lightOfRectangle(columns:rows:)`.
  public mutating func measure(
    _ frame: borrowing Frame, index: Int = 0, seconds: Seconds? = nil
  ) throws(ConversionError) -> FrameStatistics {
    try frame.withView { view throws(ConversionError) in try measure(view, index: index, seconds: seconds) }
  }

  /// Measures a picture in caller-owned memory, as ``measure(_:index:seconds:)`` measures a frame.
  public mutating func measure(
    _ frame: borrowing FrameView, index: Int = 0, seconds: Seconds? = nil
  ) throws(ConversionError) -> FrameStatistics {
    meter.clear()
    try count(frame)
    let (sums, area) = (meter.sums, meter.area)
    let letterbox = width * height - (area?.pixelCount ?? 0)
    return unsafe FrameStatistics(
      index: index, seconds: seconds, activeArea: area,
      maximumComponents: Light(SIMD3<Double>(sums.components) / LightCount.unitsPerNit),
      maxRGBSum: sums.light,
      maxRGB: LightDistribution(counts: meter.codes { unsafe $0.maximum_codes }, leavingOutDarkest: letterbox),
      luminance: LightDistribution(
        counts: meter.codes { unsafe $0.luminance_codes }, leavingOutDarkest: letterbox),
      outsideBT709: sums.outside.x, outsideP3: sums.outside.y, grid: meter.grid)
  }

  package mutating func count(_ frame: borrowing FrameView) throws(ConversionError) {
    guard frame.format == plan.inputFormat else { throw .inputFormat(frame.format, expected: plan.inputFormat) }
    guard frame.pictureWidth == width, frame.pictureHeight == height else {
      throw .inputSize(
        width: frame.pictureWidth, height: frame.pictureHeight, expectedWidth: width, expectedHeight: height)
    }
    guard frame.columns == 0..<width, frame.rows == 0..<height else {
      throw .lightOfRectangle(columns: frame.columns, rows: frame.rows)
    }
    let picture = frame.picture
    meter.reading.coverage?.fill(for: 0..<height, from: picture, by: workers)
    let next = Atomic(0)
    workers.perform { thread in
      unsafe meter.countRest(next, of: picture, thread: thread, using: workspace.scratch[thread])
    }
    meter.end()
  }

  package var refusedThreads: Int { workers.refused }
  /// The maximum light of max(R, G, B) of the counted pictures, and the maximum of their averages over the part that was not black in each of them.
  package var maximum: (pixel: Luminance, average: Luminance) { (meter.maximum, meter.maximumAverage) }
}
