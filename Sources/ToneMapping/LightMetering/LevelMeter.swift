internal import ColorOperations
internal import LightStatistics
internal import Synchronization
internal import SystemCalls
package import ToneKernels

/// A meter for only MaxCLL and MaxFALL of frames, which takes a fraction of the time of ``FrameMeter``.
///
/// - Source: CTA-861.3.
@safe package struct LevelMeter: ~Copyable {
  private let meter: LightMeter
  private let workspace: Workspace
  private let workers: Workers
  private var maximumSum = 0

  /// Creates a meter for frames of one size.
  ///
  /// - Parameter plan: A plan made for measuring.
  /// - Throws: `ConversionError` for an invalid size or number of threads, or if memory is insufficient.
  package init(
    _ plan: ConversionPlan, width: Int, height: Int, threads: Int, on instructions: InstructionSet
  ) throws(ConversionError) {
    let workers = try Bands.workers(width: width, height: height, atMost: threads)
    let workspace = try Workspace(width: width, threads: workers.count)
    let signals = try? plan.program.get()
    let quantizer = PerceptualQuantizer()
    let level: @Sendable (SignalLevel) -> LightCount = { LightCount(quantizer.eotf($0)) }
    let steps = try? (signals ?? LaneProgram()).countingLight(upTo: SignalLevel(1), level)
    let exact = LightMeter.Exact(row: signals == nil ? StripRow.color.lowerBound : StripRow.maximum) {
      plan.reference(ofRead: $0, coverage: $1, over: $2)
    }
    let kernels = try KernelSet(for: instructions)
    meter = try LightMeter(
      plan, signals: signals, program: steps, exact: exact, onlyLevels: true, width: width, height: height,
      threads: workers.count, kernels: kernels)
    self.workers = workers
    self.workspace = workspace
  }

  /// Measures a frame of this meter's size and the plan's input format.
  package mutating func measure(_ frame: borrowing FrameView) throws(ConversionError) {
    guard frame.format == meter.plan.inputFormat else {
      throw .inputFormat(frame.format, expected: meter.plan.inputFormat)
    }
    guard frame.width == meter.width, frame.height == meter.height else {
      throw .inputSize(
        width: frame.width, height: frame.height, expectedWidth: meter.width, expectedHeight: meter.height)
    }
    let picture = frame.picture
    meter.reading.coverage?.fill(for: 0..<meter.height, from: picture, by: workers)
    let next = Atomic(0)
    workers.perform { thread in
      while true {
        let first = next.wrappingAdd(Self.rowsAtOnce, ordering: .relaxed).oldValue
        guard first < meter.height else { return }
        for y in first..<min(first + Self.rowsAtOnce, meter.height) {
          unsafe meter.countRow(y, of: picture, upTo: Self.limit, thread: thread, using: workspace.scratch[thread])
        }
      }
    }
    maximumSum = max(maximumSum, meter.counts.takeSums().light)
  }

  private static let rowsAtOnce = 8
  private static let limit = Float(LightCount.maximum.units)

  /// The maximum light of max(R, G, B) of a pixel so far.
  package var maximum: Luminance { LightCount(units: Double(meter.counts.maximum)).luminance }

  /// The maximum average of a frame so far, over the part of the picture that was not black in every frame.
  package var maximumAverage: Luminance {
    guard let area = meter.counts.area else { return .nits(0) }
    return min(area.average(ofSum: LightSum(units: Double(maximumSum))), maximum)
  }
}
