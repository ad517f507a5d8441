/// One output for sources of several kinds, as for adjacent clips on a timeline.
///
///     let shared = SharedOutput(for: [phone, camera, logo])  // the plan of each alone
///     let plan = try ConversionPlan(from: source, to: shared.display)
///
/// The first applicable rule decides:
///
/// 1. If any source is HDR, or the log of a camera, the output is HDR.
/// 2. If any source is HLG or a log, the output is HLG: the display of HLG is not stated, so PQ can be converted to it, but not in reverse
///    without loss. The deciding source is one with Dolby Vision, otherwise one with an ambient viewing environment, otherwise the first.
/// 3. Otherwise it is PQ. Its display has the maximum luminance stated in the sources' metadata; values assumed for a source without metadata
///    count only if no source states any.
/// 4. Without HDR, the output is SDR: in P3-D65 if any source has a gamut wider than BT.709, such as P3 or BT.2020, otherwise in BT.709.
public struct SharedOutput: Hashable, Sendable {
  /// The display for which all sources are converted.
  public let display: Display
  /// The name of the preset, apart from its luminance.
  public let preset: Display.Preset
  /// The index of the deciding source; `nil` if no single one decides.
  public let deciding: Int?
  /// The reason for the output, in words.
  public let reason: String

  /// Chooses the output for sources that plans describe; the displays of these plans do not matter.
  ///
  /// - Parameter plans: A plan for each source, at least one.
  public init(for plans: [ConversionPlan]) {
    precondition(!plans.isEmpty, "an output is shared by one source at least")
    let hasSDR = plans.contains { !$0.hasHDRSource && !$0.isOfLog }
    let hlg = plans.filter(\.makesHLG)
    if let most = hlg.map(\.rankOfMetadata).max() {
      let best = plans.firstIndex { $0.makesHLG && $0.rankOfMetadata == most }
      (display, preset, deciding) = (.hlg, .hlg, best)
      let hasPQ = plans.contains { $0.hasHDRSource && !$0.makesHLG }
      let kind =
        !hlg.contains(where: \.isOfLog) ? "HLG" : hlg.contains(where: \.isHLG) ? "HLG or a camera log" : "a camera log"
      let reasons = [
        hasSDR ? "any HDR makes HDR" : nil,
        hasPQ ? "\(kind) comes before PQ" : hasSDR ? "which is \(kind)" : "all sources are \(kind)",
        hlg.contains { $0.rankOfMetadata < most }
          ? "\(most == 2 ? "Dolby Vision" : "an ambient viewing environment") comes before none" : nil,
      ]
      reason = reasons.compactMap(\.self).joined(separator: ", ")
    } else if let first = plans.firstIndex(where: \.hasHDRSource) {
      let stated = plans.indices.filter { plans[$0].hasHDRSource && plans[$0].peakEvidence != .assumed }
      let candidates = stated.isEmpty ? plans.indices.filter { plans[$0].hasHDRSource } : stated
      let peaks = candidates.compactMap { index in plans[index].sourceLuminance.map { (index, peak: $0.peak) } }
      let best = peaks.max { $0.peak < $1.peak }
      var display = Display.hdr10
      display.luminance = best.map { LuminanceRange(black: .nits(0), peak: $0.peak) }
      (self.display, preset, deciding) = (display, .pq, best?.0 ?? first)
      reason =
        (hasSDR ? "any HDR makes HDR" : "all sources are HDR")
        + (stated.isEmpty ? ", and no source states its peak" : ", with the maximum peak that is stated")
    } else {
      let wide = plans.firstIndex { $0.sourceGamut?.chromaticities.isWide == true }
      (display, preset, deciding) = (wide == nil ? .sdr : .p3SDR, wide == nil ? .sdr709 : .p3SDR, wide)
      reason =
        wide == nil ? "no source is HDR or of a wide gamut" : "no source is HDR, and any wide gamut makes a wide one"
    }
  }
}

extension ConversionPlan {
  fileprivate var isHLG: Bool { sourceTransfer?.codePoint == .hlg }
  fileprivate var makesHLG: Bool { isOfLog || isHLG }

  /// The priority of the metadata about the source's display: Dolby Vision 2, an ambient viewing environment 1.
  fileprivate var rankOfMetadata: Int { source.carriesDolbyVision ? 2 : metadata.ambient != nil ? 1 : 0 }

  /// Whether the source is the log of a camera.
  fileprivate var isOfLog: Bool { sourceTransfer?.isLog == true }

  /// The output's signal for the source's reference white, a gray; `nil` if the source is a log or of an unknown transfer.
  ///
  /// Reference white is 203 cd/m² or `PlanOptions/referenceWhite`: a signal of 1 in SDR, 0.58 in PQ, and 0.75 in HLG for a display of 1000 cd/m².
  /// Sources whose reference white has one signal in the output can be shown side by side.
  ///
  /// - Source: ITU-R BT.2408-8, Table 1.
  public var targetSignalOfReferenceWhite: SignalLevel? {
    white(in: sourceTransfer?.codePoint, peak: sourceLuminance?.peak).map { self(Signal(neutral: $0))[1] }
  }

  /// The output's signal of a gray at the reference white, which is the source's reference white unless a tone curve moves it; `nil` if the target's
  /// transfer is unknown.
  package var unmovedWhiteSignal: SignalLevel? {
    white(in: targetTags.transfer, peak: targetLuminance.peak)
  }

  /// The signal of reference white; in HLG, for a display of this peak.
  private func white(in transfer: TransferCharacteristics?, peak: Luminance?) -> SignalLevel? {
    switch transfer {
    case .pq: return PerceptualQuantizer().inverseEOTF(options.referenceWhite)
    case .hlg:
      return peak.map { peak in
        let hlg = HybridLogGamma(luminance: .nits(0...peak.nits))
        return hlg.oetf(hlg.scene(ofGray: options.referenceWhite))
      }
    case nil: return nil
    default: return 1
    }
  }
}
