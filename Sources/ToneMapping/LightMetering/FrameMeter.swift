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
  /// The number of threads that the system refused.
  package var refusedThreads: Int { workers.refused }

  /// The plan that reads the frames.
  public var plan: ConversionPlan { meter.plan }
  /// The width of a frame, in luma samples.
  public var width: Int { meter.width }
  /// The height of a frame, in luma samples.
  public var height: Int { meter.height }

  /// Creates a meter for frames of one size.
  ///
  /// - Parameters:
  ///   - plan: A plan made for measuring.
  ///   - width: The number of luma samples in a row, `1...65_535`.
  ///   - height: The number of rows, `1...65_535`.
  ///   - threads: The maximum number of threads that work on a frame, 1 or more.
  ///   - instructions: The instruction set; `nil` means the widest that this machine can run.
  /// - Throws: `ConversionError` for an invalid size or number of threads, or if memory is insufficient.
  public init(
    _ plan: ConversionPlan, width: Int, height: Int, threads: Int = activeProcessorCount,
    on instructions: InstructionSet? = nil
  ) throws(ConversionError) {
    let workers = try Bands.workers(width: width, height: height, atMost: threads)
    let kernels = try KernelSet(for: instructions)
    let workspace = try Workspace(width: width, threads: workers.count)
    let signals = try? plan.program.get()
    let primaries = (plan.targetTags.primaries ?? .bt2020).chromaticities
    let start = signals ?? LaneProgram()
    guard let steps = try? start.measuringLight(of: primaries) else {
      preconditionFailure("the curve of PQ light did not compile")
    }
    let exact = LightMeter.Exact(row: StripRow.color.lowerBound) {
      plan.reference(ofRead: $0, coverage: $1, over: $2)
    }
    meter = try LightMeter(
      plan, signals: signals, program: steps, exact: exact, onlyLevels: false, width: width, height: height,
      threads: workers.count, kernels: kernels)
    self.workers = workers
    self.workspace = workspace
  }

  /// Measures a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame, of this meter's size and the plan's input format.
  ///   - index: The absolute index of the frame.
  ///   - seconds: The time at which it is shown.
  /// - Throws: `ConversionError.inputFormat(_:expected:)` or `.inputSize`.
  public mutating func measure(
    _ frame: borrowing Frame, index: Int = 0, seconds: Seconds? = nil
  ) throws(ConversionError) -> FrameStatistics {
    try frame.withView { view throws(ConversionError) in try measure(view, index: index, seconds: seconds) }
  }

  /// Measures a picture in caller-owned memory.
  ///
  /// - Parameters:
  ///   - frame: The whole picture, of this meter's size and the plan's input format.
  ///   - index: The absolute index of the frame.
  ///   - seconds: The time at which it is shown.
  /// - Throws: `ConversionError.inputFormat(_:expected:)` or `.inputSize`.
  public mutating func measure(
    _ frame: borrowing FrameView, index: Int = 0, seconds: Seconds? = nil
  ) throws(ConversionError) -> FrameStatistics {
    guard frame.format == plan.inputFormat else { throw .inputFormat(frame.format, expected: plan.inputFormat) }
    guard frame.width == width, frame.height == height else {
      throw .inputSize(width: frame.width, height: frame.height, expectedWidth: width, expectedHeight: height)
    }
    meter.counts.clear()
    let picture = frame.picture
    meter.reading.coverage?.fill(for: 0..<height, from: picture, by: workers)
    let next = Atomic(0)
    workers.perform { thread in
      while true {
        let first = next.wrappingAdd(Self.rowsAtOnce, ordering: .relaxed).oldValue
        guard first < height else { return }
        for y in first..<min(first + Self.rowsAtOnce, height) {
          unsafe meter.countRow(
            y, of: picture, upTo: Self.limit, thread: thread, using: workspace.scratch[thread])
        }
      }
    }
    return statistics(index, seconds)
  }

  private static let rowsAtOnce = 8
  private static let limit = Float(LightCount.maximum.units)

  /// The statistics of the frame, computed from the counts.
  private func statistics(_ index: Int, _ seconds: Seconds?) -> FrameStatistics {
    let total = meter.counts.takeSums()
    let area = meter.counts.area
    let letterbox = width * height - (area?.pixelCount ?? 0)
    let components = Light(SIMD3<Double>(total.components) / LightCount.unitsPerNit)
    return FrameStatistics(
      index: index, seconds: seconds, activeArea: area, maximumComponents: components,
      maxRGBSum: LightSum(units: Double(total.light)),
      maxRGB: LightDistribution(counts: meter.counts.codes(0), leavingOutDarkest: letterbox),
      luminance: LightDistribution(counts: meter.counts.codes(1), leavingOutDarkest: letterbox),
      outsideBT709: total.outside.bt709, outsideP3: total.outside.p3, grid: meter.counts.grid)
  }
}

extension ConversionPlan {
  /// Creates a plan that reads frames to measure their light: to PQ signals in the source's own primaries.
  ///
  /// - Parameters:
  ///   - source: The known properties of the frames.
  ///   - format: The pixel format of the frames.
  ///   - strict: Whether any assumption is an error.
  /// - Throws: `PlanError` for a source that cannot be read.
  public static func measuring(
    _ source: Source, reading format: PixelFormat, strict: Bool = false
  ) throws(PlanError) -> ConversionPlan {
    func plan(_ primaries: ColorPrimaries, _ peak: Luminance?) throws(PlanError) -> ConversionPlan {
      try ConversionPlan(
        from: source,
        to: Display(
          primaries, transfer: .pq, luminance: LuminanceRange(black: .nits(0), peak: PerceptualQuantizer.peak)),
        tone: .identity, options: PlanOptions(sourcePeak: peak, alpha: .kept(.straight), strict: strict),
        reading: format, writing: format.hasAlpha ? .gbrapf32 : .gbrpf32)
    }
    var assumed: [Finding] = []
    let transfer = try ResolvedColor(completing: source, format: format, assumptions: &assumed).transfer
    // PQ light is absolute, regardless of the source's peak, and linear light is read up to the peak of PQ; so nothing is assumed about the peak.
    let endsWithPQ = transfer.codePoint == .pq || transfer.codePoint == .linear && format.isFloat
    let peak = endsWithPQ ? PerceptualQuantizer.peak : nil
    let known = try plan(.bt2020, peak)
    let primaries = known.sourceTags.primaries ?? .bt2020
    return primaries == .bt2020 ? known : try plan(primaries, peak)
  }
}
