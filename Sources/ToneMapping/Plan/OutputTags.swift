/// The tags for the frames of a conversion: their color, and the metadata that describes them.
///
///     var tags = OutputTags(of: plan)
///     for change in tags.changes { print(change) }
///     if tags.needsContentLight, let light = converter.contentLight { _ = tags.add(contentLight: light) }
///     print(tags.encoderOptions.commandLine(for: .x265).arguments)
public struct OutputTags: Hashable, Sendable {
  /// The tags; no chroma location where chroma is not subsampled.
  public let color: ColorDescription
  /// The metadata. HDR10's light levels are missing until they have been measured: see `needsContentLight`.
  public private(set) var metadata = StaticMetadata()
  /// The source's metadata that the output omits or changes.
  public private(set) var changes: [Finding] = []
  /// The number of bits of an integer component; `nil` for floating point.
  private let bitDepth: Int?

  /// Creates the tags of the frames that a plan writes.
  ///
  /// A signal that is only passed through keeps the trusted part of the source's metadata. After a change of light, PQ states the target display; HLG
  /// and PQ state the light around it; SDR states neither. After a lookup table, PQ states a display only if its luminance range was given.
  public init(of plan: ConversionPlan) {
    var color = plan.targetTags
    if plan.outputFormat.chroma == .c444 { color.chromaLocation = nil }
    self.color = color
    bitDepth = plan.outputFormat.isFloat ? nil : plan.outputFormat.bitDepth
    let isPQ = plan.targetTags.transfer == .pq
    guard isPQ || plan.targetTags.transfer == .hlg else { return }
    // Whether the mastering display is the target display, and not the source's.
    let isOurDisplay: Bool
    switch plan.light {
    case .ofTable:
      isOurDisplay = isPQ && plan.display.luminance != nil
      if plan.metadata != StaticMetadata() {
        changes.note(
          "metadata-left-out", "the source's metadata describes light that the lookup table changes",
          consequence: "the output does not state it",
          fix: isPQ && !isOurDisplay ? "state the display that the table was made for with \(.targetPeak)" : nil)
      }
    case .converted:
      isOurDisplay = isPQ
      metadata = StaticMetadata(ambient: plan.statedAmbient(&changes))
      if !isPQ, plan.metadata.contentLight != nil {
        changes.note(
          "light-levels-left-out",
          "the source's MaxCLL and MaxFALL do not apply to the output, and those of HLG depend on the display",
          consequence: "the output states none")
      }
    case .none:
      // Only the source, or the caller, knows the mastering display.
      (metadata, changes) = plan.metadata.kept(transfer: color.transfer, trust: plan.options.trust)
      isOurDisplay = isPQ && metadata.mastering == nil && plan.display.luminance != nil
      if plan.alpha?.background != nil, metadata.contentLight != nil {
        metadata.contentLight = nil
        changes.note(
          "light-levels-left-out", "the source's MaxCLL and MaxFALL do not describe the background",
          consequence: isPQ ? "they are measured again" : "the output states none")
      }
    }
    if isOurDisplay { metadata.mastering = plan.statedMastering(&changes) }
  }

  /// Whether the light of the frames must still be measured: it is absolute, and valid levels are unknown.
  public var needsContentLight: Bool { color.transfer == .pq && metadata.contentLight == nil }

  /// Sets the measured light levels.
  ///
  /// If no stage limits light to the display's peak, light may exceed it. The stated display is then extended to show all of it.
  ///
  /// - Returns: The finding if that display had to be changed.
  public mutating func add(contentLight light: ContentLightLevel) -> Finding? {
    metadata.contentLight = light == ContentLightLevel(maxCLL: nil, maxFALL: nil) ? nil : light
    // Levels are integers in cd/m², rounded up: 594 does not exceed a peak of 593.4.
    guard let maximum = light.maximum, let peak = metadata.mastering?.maximum,
      maximum.nits > peak.nits.rounded(.up)
    else { return nil }
    metadata.mastering?.maximumUnits = CodedLuminance(clamping: maximum)
    return Finding(
      code: "light-above-display",
      found: "nothing limits the light to the mastering display's peak of \(peak), and the frames reach \(maximum)",
      consequence: "the output states a display of that peak")
  }

  /// The color as options of encoders and muxers.
  public var encoderOptions: EncoderOptions { EncoderOptions(color: color, metadata: metadata, bitDepth: bitDepth) }
}

extension ConversionPlan {
  /// Whether HLG is written with its original samples, as far as layout and coding allow: 4:2:0 of 10 bits, in the same range.
  package var keepsHLG: Bool {
    light == .none && sourceTags.transfer == .hlg && targetTags.transfer == .hlg
      && sourceTags.range == targetTags.range && alpha == nil && outputFormat.bitDepth == 10
      && outputFormat.chroma == .c420
  }

  /// The target display, as metadata can state it.
  ///
  /// - Source: SMPTE ST 2086:2014, clause 5.3: the maximum is a whole number of cd/m²; it is rounded up.
  fileprivate func statedMastering(_ changes: inout [Finding]) -> MasteringDisplayColorVolume? {
    guard let primaries = targetTags.primaries else { return nil }
    // The minimum black that the metadata can state; 0 would mean unknown.
    let black = max(targetLuminance.black, .nits(0.0001))
    // A peak that is whole but for rounding stays so.
    let peak = Luminance.nits((targetLuminance.peak.nits - 0.0001).rounded(.up))
    do throws(MetadataError) {
      return try MasteringDisplayColorVolume(
        primaries: primaries.chromaticities, luminance: LuminanceRange(black: black, peak: peak))
    } catch {
      changes.note("mastering-unstated", "\(error)", consequence: "the output states no display")
      return nil
    }
  }

  /// The viewing environment of the conversion: the source's, unless another was chosen.
  fileprivate func statedAmbient(_ changes: inout [Finding]) -> AmbientViewingEnvironment? {
    guard case .luminance(let light) = display.surround else { return metadata.ambient }
    do throws(MetadataError) {
      return try AmbientViewingEnvironment(
        Illuminance(ofWhiteWallAt: light),
        lightChromaticity: metadata.ambient?.lightChromaticity.chromaticity ?? RGBPrimaries.bt2020.white)
    } catch .outOfRange(_, let found, let limits, let unit) {
      changes.note(
        "ambient-unstated", "the light around the display is \(plain(found))\(unit)",
        expected: "\(plain(limits.lowerBound)) to \(plain(limits.upperBound))\(unit)",
        consequence: "the output does not state it", fix: "give \(.viewing, plain(limits.lowerBound)) or more")
      return nil
    } catch {
      changes.note("ambient-unstated", "\(error)", consequence: "the output does not state it")
      return nil
    }
  }
}
