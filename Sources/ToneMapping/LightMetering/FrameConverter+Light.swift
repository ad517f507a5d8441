internal import ColorOperations
internal import LightStatistics
internal import ToneKernels

extension LightMeter {
  /// Creates a meter for MaxCLL and MaxFALL of the frames that a plan writes.
  ///
  /// A pixel's level is the light of the maximum of its R, G, B on the display, computed from the written codes; subsampled chroma is interpolated as
  /// the plan itself reads such frames. For PQ, levels are those of the codes; for HLG and SDR, they are those of the target display, with HLG's black
  /// counted as 0.
  ///
  /// - Throws: `ConversionError.light(_:)` if such frames cannot be read; `.memory` if memory is insufficient.
  package convenience init(
    ofFramesBy plan: ConversionPlan, width: Int, height: Int, threads: Int, kernels: KernelSet
  ) throws(ConversionError) {
    let signals: ConversionPlan
    do { signals = try plan.readingWritten() } catch { throw .light(error) }
    let transfer = signals.targetTags.transfer ?? .pq
    let display =
      plan.display.eotf?.shown(on: plan.targetLuminance)
      ?? transfer.shown(as: plan.options.sdrTransfer, range: plan.targetLuminance)
    try self.init(
      signals,
      counting: .level(
        { LightCount(display.eotf($0)) },
        upTo: transfer == .pq && plan.display.eotf == nil ? SignalLevel(1) : signals.sourceCeiling),
      writtenBy: plan, width: width, height: height, threads: threads, kernels: kernels)
  }

  /// MaxCLL and MaxFALL of all pictures counted so far, each rounded up to an integer in cd/m², because decoders treat them as bounds; unknown if
  /// everything was black.
  ///
  /// - Source: CTA-861.3; Rec. ITU-T H.264, clause D.2.31, for the bounds.
  package var contentLight: ContentLightLevel {
    ContentLightLevel(
      maxCLL: CodedQuantity(units: UInt16(maximum.nits.rounded(.up))),
      maxFALL: CodedQuantity(units: UInt16(maximumAverage.nits.rounded(.up))))
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
}
