internal import ColorOperations
internal import LightStatistics
package import Synchronization
internal import ToneKernels

/// A meter for MaxCLL and MaxFALL of frames while they are written.
///
///     var converter = try plan.converter(width: 3840, height: 2160, countingLight: true)
///     try converter.convert(input, into: &output)
///     converter.contentLight  // MaxCLL 612 cd/m², MaxFALL 88 cd/m²
///
/// A pixel's level is the light of the maximum of its R, G, B on the display, computed from the written codes; subsampled chroma is interpolated as
/// the plan itself reads such frames. MaxCLL is the maximum level of all frames, MaxFALL the maximum of the frames' averages. The average excludes
/// the part of the picture that is black in every frame, such as letterbox bars. Both are rounded up, because decoders treat them as bounds. For PQ,
/// levels are those of the codes; for HLG and SDR, they are those of the target display, with HLG's black counted as 0.
///
/// If the plan's stages end at the target's peak, higher levels count as that peak. The mapped picture has no such light: written codes exceed the
/// peak only where chroma was averaged over an edge or dither raised a code.
///
/// A thread measures a band immediately after writing it. Rows whose chroma is interpolated from the next band are postponed until all are written.
/// Levels are integer multiples of 1/256 cd/m², summed as integers, so the result does not depend on threads, bands or instructions.
///
/// - Source: CTA-861.3; Rec. ITU-T H.264, clause D.2.31, for the bounds.
@safe package final class ContentLightMeter: BandObserver {
  private let meter: LightMeter
  private var maximumSum = 0
  /// The plan that writes the frames.
  private let plan: ConversionPlan
  /// The level to which higher levels are clipped in the current frame.
  private var limit: Float

  /// Creates a meter for the frames that a plan writes.
  ///
  /// - Throws: `ConversionError.light(_:)` if such frames cannot be read; `.memory` if memory is insufficient.
  package init(of plan: ConversionPlan, width: Int, height: Int, threads: Int, kernels: KernelSet)
    throws(ConversionError)
  {
    let signals: ConversionPlan
    do { signals = try plan.readingWritten() } catch { throw .light(error) }
    let display = (signals.targetTags.transfer ?? .pq).shown(as: plan.options.sdrTransfer, range: plan.targetLuminance)
    let level: @Sendable (SignalLevel) -> LightCount = { LightCount(display.eotf($0)) }
    let ceiling = signals.targetTags.transfer == .pq ? SignalLevel(1) : signals.sourceCeiling
    // Without vector code, pixels are measured one by one, with the same levels.
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

  /// Starts a frame that another plan writes for the same display.
  ///
  /// - Throws: `ConversionError.lightOfDisplay(_:_:expected:expectedRange:)`.
  package func begin(by other: ConversionPlan) throws(ConversionError) {
    // PQ codes represent the same light on every display.
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
  /// Returns a plan that reads the written frames to signals with independent components: HLG becomes PQ.
  fileprivate func readingWritten() throws(PlanError) -> ConversionPlan {
    let (isHLG, peak) = (targetTags.transfer == .hlg, targetLuminance.peak)
    // PQ without primaries would be read as BT.2020; equal primaries on both sides leave signals unchanged.
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
  /// Measures the rows of a band that has just been written, except those that need chroma of other bands.
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

  /// Measures the postponed rows until none is left; the whole picture has been written.
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

  /// Ends a frame after all its rows were measured.
  package func end() { maximumSum = max(maximumSum, meter.counts.takeSums().light) }
}

extension ContentLightMeter {
  /// MaxCLL and MaxFALL of all frames measured so far, each rounded up to an integer in cd/m²; unknown if everything was black.
  package var contentLight: ContentLightLevel {
    ContentLightLevel(
      maxCLL: CodedQuantity(units: UInt16(maximum.nits.rounded(.up))),
      maxFALL: CodedQuantity(units: UInt16(maximumAverage.nits.rounded(.up))))
  }

  /// The maximum level of a pixel.
  package var maximum: Luminance { LightCount(units: Double(meter.counts.maximum)).luminance }

  /// The maximum average of any frame, over the part of the picture that was not black in every frame.
  package var maximumAverage: Luminance {
    guard let area = meter.counts.area else { return .nits(0) }
    // Bars that are not entirely black count too, but no average exceeds the maximum.
    return min(area.average(ofSum: LightSum(units: Double(maximumSum))), maximum)
  }
}

extension FrameConverter {
  /// MaxCLL and MaxFALL of all frames converted so far, rounded up to an integer in cd/m²; `nil` if the converter does not measure light.
  ///
  /// Both are computed from the written codes: a pixel's level is the light of the maximum of its R, G, B. The average excludes the part of the
  /// picture that is black in every frame, such as letterbox bars. The light of a PQ signal is absolute; the light of HLG and SDR is that of the
  /// target display.
  ///
  /// - Source: CTA-861.3.
  public var contentLight: ContentLightLevel? { meter?.contentLight }

  /// The meter of the light; `nil` if absent.
  package var meter: ContentLightMeter? { observer as? ContentLightMeter }
}
