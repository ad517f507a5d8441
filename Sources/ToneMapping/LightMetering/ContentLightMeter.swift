internal import ColorOperations
internal import LightStatistics
package import Synchronization
internal import ToneKernels

/// Counts the light of frames as they are written: MaxCLL and MaxFALL.
///
///     var converter = try plan.converter(width: 3840, height: 2160, countingLight: true)
///     try converter.convert(input, into: &output)
///     converter.contentLight  // MaxCLL 612 cd/m², MaxFALL 88 cd/m²
///
/// A pixel's level is the light of the maximum of its R, G, B on the display, by the codes that were written; subsampled chroma is
/// interpolated as the plan itself reads such frames. MaxCLL is the maximum level of all frames, MaxFALL the maximum of the frames'
/// averages. The average covers the part of the picture that is not black in every frame: letterbox bars do not count. Both are
/// rounded up, because decoders treat them as bounds. For PQ, levels are the codes' own; for HLG and SDR, they are those of the
/// display that was converted for, whose black counts as 0 if it is HLG's.
///
/// If the plan's stages end at the target's peak, higher levels count as that peak. The mapped picture has no such light:
/// written codes exceed the peak only where chroma was averaged over an edge or dither raised a code.
///
/// A thread counts a band as soon as it has written it. Rows whose chroma is interpolated from the next band's wait until all are
/// written. Levels are whole 256ths of a cd/m², summed as integers, so the result does not depend on threads, bands or instructions.
///
/// - Source: CTA-861.3; Rec. ITU-T H.264, clause D.2.31, for the bounds.
@safe package final class ContentLightMeter: BandObserver {
  private let meter: LightMeter
  private var maximumSum = 0
  /// The plan that writes the frames.
  private let plan: ConversionPlan
  /// The level at which higher ones are limited in the current frame.
  private var limit: Float

  /// A meter for the frames that a plan writes.
  ///
  /// - Throws: `ConversionError.light(_:)` if such frames cannot be read; `.memory` if the system has none.
  package init(of plan: ConversionPlan, width: Int, height: Int, threads: Int, kernels: KernelSet)
    throws(ConversionError)
  {
    let signals: ConversionPlan
    do { signals = try plan.readingWritten() } catch { throw .light(error) }
    let display = (signals.targetTags.transfer ?? .pq).shown(as: plan.options.sdrTransfer, range: plan.targetLuminance)
    let level: @Sendable (SignalLevel) -> LightCount = { LightCount(display.eotf($0)) }
    let ceiling = signals.targetTags.transfer == .pq ? SignalLevel(1) : signals.sourceCeiling
    // Without steps for them, pixels are measured one by one, with the same levels.
    let program = signals.program.flatMap { program in
      Result { () throws(CurveError) in try program.countingLight(upTo: ceiling, level) }
        .mapError { UnsupportedOperation(description: "\($0)") }
    }
    let steps = if case .success(let steps) = program { steps as LaneProgram? } else { nil as LaneProgram? }
    let exact = LightMeter.Exact(row: StripRow.maximum) { read, _, _ in
      SIMD3(repeating: level(SignalLevel(signals(Codes(read)).components.max())).units)
    }
    meter = try LightMeter(
      signals, signals: steps, program: steps, exact: exact, onlyLevels: true, width: width, height: height,
      threads: threads, kernels: kernels)
    (self.plan, limit) = (plan, Self.limit(of: plan))
  }

  private static func limit(of plan: ConversionPlan) -> Float {
    Float((plan.keepsToPeak ? LightCount(plan.targetLuminance.peak) : .maximum).units.rounded(.down))
  }

  /// Begins a frame that another plan writes, for the same display.
  ///
  /// - Throws: `ConversionError.lightOfDisplay(_:_:expected:expectedRange:)`.
  package func begin(by other: ConversionPlan) throws(ConversionError) {
    // Codes of PQ mean the same light on every display.
    let isSameLight =
      other.targetTags.transfer == .pq
      || (other.targetLuminance == plan.targetLuminance && other.options.sdrTransfer == plan.options.sdrTransfer)
    guard other.targetTags == plan.targetTags, isSameLight else {
      throw .lightOfDisplay(
        other.targetTags, other.targetLuminance, expected: plan.targetTags, expectedRange: plan.targetLuminance)
    }
    limit = Self.limit(of: other)
  }
}

extension ConversionPlan {
  /// A plan that reads the frames which this one writes, to signals of which each alone tells its light: HLG's become PQ's.
  fileprivate func readingWritten() throws(PlanError) -> ConversionPlan {
    let (isHLG, peak) = (targetTags.transfer == .hlg, targetLuminance.peak)
    // PQ without primaries would be read as BT.2020; the same primaries on both sides leave signals as they are.
    return try ConversionPlan(
      from: Source(color: targetTags),
      to: Display(
        targetTags.primaries ?? .bt2020, transfer: isHLG ? .pq : targetTags.transfer ?? .pq,
        luminance: LuminanceRange(
          black: .nits(0), peak: isHLG ? PerceptualQuantizer.peak : peak)),
      tone: .identity,
      // The signal 1 of SDR and of linear light is the display's peak.
      options: targetTags.isHDR
        ? PlanOptions(sourcePeak: peak, referenceWhite: options.referenceWhite)
        : PlanOptions(referenceWhite: peak, sdrTransfer: options.sdrTransfer),
      reading: outputFormat, writing: .gbrpf32)
  }
}

// MARK: Counting

extension ContentLightMeter {
  /// Counts the rows of a band that has just been written, except those that are read with chroma of other bands.
  package func observe(_ band: Range<Int>, of picture: PlaneRows, thread: Int, using scratch: BandScratch) {
    let chroma = meter.plan.inputFormat.samples(ofPlane: 1, columns: 0..<1, rows: band).rows
    for y in band {
      if let needed = meter.reading.chromaRows(at: y), !chroma.contains(needed) {
        meter.counts.postpone(row: y)
      } else {
        meter.countRow(y, of: picture, upTo: limit, thread: thread, using: scratch)
      }
    }
  }

  /// Counts the rows that wait, until none is left; the whole picture is written now.
  package func observeRest(
    _ next: borrowing Atomic<Int>, of picture: PlaneRows, thread: Int, using scratch: BandScratch
  ) {
    while true {
      let first = next.wrappingAdd(Self.rowsToLookThrough, ordering: .relaxed).oldValue
      guard first < meter.height else { return }
      for y in first..<min(first + Self.rowsToLookThrough, meter.height) where meter.counts.takePostponed(row: y) {
        meter.countRow(y, of: picture, upTo: limit, thread: thread, using: scratch)
      }
    }
  }

  private static let rowsToLookThrough = 32

  /// Ends a frame, all of whose rows were counted.
  package func end() { maximumSum = max(maximumSum, meter.counts.takeSums().light) }
}

extension ContentLightMeter {
  /// MaxCLL and MaxFALL of all frames counted so far, each rounded up to whole cd/m²; unknown if everything was black.
  package var contentLight: ContentLightLevel {
    ContentLightLevel(
      maxCLL: CodedQuantity(units: UInt16(maximum.nits.rounded(.up))),
      maxFALL: CodedQuantity(units: UInt16(maximumAverage.nits.rounded(.up))))
  }

  /// The maximum level of a pixel.
  package var maximum: Luminance { LightCount(units: Double(meter.counts.maximum)).luminance }

  /// The maximum average of any frame, over the part of the picture that was not always black.
  package var maximumAverage: Luminance {
    guard let area = meter.counts.area else { return .nits(0) }
    // What is not quite black in the bars counts too, but no average exceeds the maximum.
    return min(area.average(ofSum: LightSum(units: Double(maximumSum))), maximum)
  }
}

extension FrameConverter {
  /// MaxCLL and MaxFALL of all frames converted so far, rounded up to whole cd/m²; `nil` if the converter does not count light.
  ///
  /// Both are taken from the codes that were written: a pixel's level is the light of the maximum of its R, G, B. The average leaves
  /// out what is black in every frame, such as letterbox bars. What a PQ signal stands for is absolute; the light of HLG and SDR is that
  /// of the display that was converted for.
  ///
  /// - Source: CTA-861.3.
  public var contentLight: ContentLightLevel? { meter?.contentLight }

  /// What counts the light; `nil` if nothing does.
  package var meter: ContentLightMeter? { observer as? ContentLightMeter }
}
