internal import RawVideo
internal import ToneMapping

/// What is to be said of converted frames: tags, and the metadata that is still true of them.
struct OutputColor {
  let color: ColorDescription
  /// The bits of an integer component; `nil` for floats.
  private let bitDepth: Int?
  private(set) var metadata: StaticMetadata
  /// What the source said and the output does not, or otherwise, each a sentence.
  let changes: [String]
  /// Whether the mastering display is the one for which was converted, and not the source's.
  private let isOurDisplay: Bool

  /// - Parameter mapping: The room and the display for which was converted.
  init(of plan: ConversionPlan, mapping: MappingOptions, trust: MetadataTrust) {
    var color = plan.target
    if plan.outputFormat.chroma == .c444 { color.chromaLocation = nil }
    self.color = color
    bitDepth = plan.outputFormat.isFloat ? nil : plan.outputFormat.bitDepth
    let isPQ = plan.target.transfer == .pq
    guard isPQ || plan.target.transfer == .hlg else {
      (metadata, changes, isOurDisplay) = (StaticMetadata(), [], false)
      return
    }
    guard plan.changesLight else {
      let kept = KeptMetadata(plan.metadata, transfer: color.transfer, trust: trust)
      metadata = kept.metadata
      // Nothing was mapped: on which display it was graded only the source can tell, or who names one now.
      isOurDisplay = isPQ && metadata.mastering == nil && mapping.targetPeak != nil
      if isOurDisplay { metadata.mastering = plan.masteringOfTarget }
      changes = kept.changes
      return
    }
    isOurDisplay = isPQ
    metadata = StaticMetadata(mastering: isPQ ? plan.masteringOfTarget : nil, ambient: plan.ambient(mapping.surround))
    changes =
      !isPQ && plan.metadata.contentLight != nil
      ? ["the source's MaxCLL and MaxFALL are no longer true, and HLG's depend on the display; none are stated"] : []
  }

  /// Whether the light of the frames is still to be counted: it is absolute, and nothing true is known of it.
  var needsLight: Bool { color.transfer == .pq && metadata.contentLight == nil }

  /// States the light that was counted.
  ///
  /// Where no stage ends at the display's peak, light may go beyond it: then the display that is stated shows all of it.
  ///
  /// - Returns: A sentence about such a display, where it had to be stated.
  mutating func take(_ light: ContentLightLevel) -> String? {
    metadata.contentLight = light == ContentLightLevel(maxCLL: nil, maxFALL: nil) ? nil : light
    // Levels are whole cd/m², rounded up: 594 is no more than a peak of 593.4.
    guard isOurDisplay, let maximum = light.maximum, let peak = metadata.mastering?.maximum,
      maximum.nits > peak.nits.rounded(.up)
    else { return nil }
    metadata.mastering?.maximumUnits = UInt32(maximum.nits * 10_000)
    return "nothing limits the light to the display's peak of \(peak), and the frames reach \(maximum);"
      + " the mastering display is stated to show that"
  }
}

extension OutputColor {
  /// What lies beside the output.
  func sidecar(for clip: Clip, format: PixelFormat) -> ColorSidecar {
    ColorSidecar(
      width: clip.openedSize.width, height: clip.openedSize.height, pixelFormat: format.name,
      frameRate: clip.frameRate.map { ColorSidecar.FrameRate($0.numerator, per: $0.denominator) }, color: color,
      metadata: metadata)
  }

  /// What the next tool must be told.
  func arguments(for tool: EncoderTool) -> EncoderArguments {
    EncoderOptions(color: color, metadata: metadata, bitDepth: bitDepth).arguments(for: tool)
  }
}

extension ConversionPlan {
  /// Whether light is another than the source's: where the signal is kept, all that was said of it stays true.
  fileprivate var changesLight: Bool { stages.contains { $0.name == "linearize" } }

  /// The display for which was converted, as a message can state it; `nil` for one that it cannot.
  fileprivate var masteringOfTarget: MasteringDisplayColorVolume? {
    guard let primaries = target.primaries else { return nil }
    // The darkest that the message can state; 0 would say unknown.
    let black = max(targetLuminance.black, .nits(0.0001))
    return try? MasteringDisplayColorVolume(
      primaries: primaries.rgb, luminance: LuminanceRange(black: black, peak: targetLuminance.peak))
  }

  /// The room for which was converted: the source's, unless another was chosen.
  fileprivate func ambient(_ surround: Surround) -> AmbientViewingEnvironment? {
    guard case .luminance(let light) = surround else { return metadata.ambient }
    return try? AmbientViewingEnvironment(
      lux: light.nits * .pi, light: metadata.ambient?.light.chromaticity ?? RGBPrimaries.bt2020.white)
  }
}

extension EncoderArguments {
  /// The arguments as a shell takes them.
  var line: String { ShellWords(arguments).line }
}
