internal import RawVideo
internal import ToneMapping

/// The color of converted frames: tags, and the metadata that is still true.
struct OutputColor {
  let color: ColorDescription
  /// The bits of an integer component; `nil` for floating point.
  private let bitDepth: Int?
  private(set) var metadata: StaticMetadata
  /// What the source states but the output leaves out or changes, one sentence each.
  let changes: [String]
  /// Whether the mastering display is the one that was converted to, and not the source's.
  private let isOurDisplay: Bool

  /// - Parameter mapping: The room and the display that were converted for.
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
      // Nothing was mapped: only the source, or the user now, knows the display on which it was graded.
      isOurDisplay = isPQ && metadata.mastering == nil && mapping.targetPeak != nil
      if isOurDisplay { metadata.mastering = plan.masteringOfTarget }
      changes = kept.changes
      return
    }
    isOurDisplay = isPQ
    metadata = StaticMetadata(mastering: isPQ ? plan.masteringOfTarget : nil)
    var changes =
      !isPQ && plan.metadata.contentLight != nil
      ? ["the source's MaxCLL and MaxFALL are no longer true, and HLG's depend on the display; the output states none"]
      : []
    do throws(MetadataError) {
      metadata.ambient = try plan.ambient(mapping.surround)
    } catch {
      changes.append("the output does not state the light around the display: \(error)")
    }
    self.changes = changes
  }

  /// Whether the light of the frames has yet to be counted: it is absolute, and no true levels are known.
  var needsLight: Bool { color.transfer == .pq && metadata.contentLight == nil }

  /// Sets the light levels that were counted.
  ///
  /// If no stage limits light to the display's peak, light may exceed it. The stated display is then one that shows all of it.
  ///
  /// - Returns: A sentence about that display if it had to be changed.
  mutating func take(_ light: ContentLightLevel) -> String? {
    metadata.contentLight = light == ContentLightLevel(maxCLL: nil, maxFALL: nil) ? nil : light
    // Levels are whole cd/m², rounded up: 594 is no more than a peak of 593.4.
    guard isOurDisplay, let maximum = light.maximum, let peak = metadata.mastering?.maximum,
      maximum.nits > peak.nits.rounded(.up)
    else { return nil }
    metadata.mastering?.maximumUnits = UInt32(maximum.nits * 10_000)
    return "nothing limits the light to the display's peak of \(peak), and the frames reach \(maximum);"
      + " the mastering display is stated with that peak"
  }
}

extension OutputColor {
  /// The color JSON that is written beside the output.
  func sidecar(for clip: Clip, format: PixelFormat) -> ColorSidecar {
    ColorSidecar(
      width: clip.openedSize.width, height: clip.openedSize.height, pixelFormat: format.name,
      frameRate: clip.frameRate.map { ColorSidecar.FrameRate($0.numerator, per: $0.denominator) }, color: color,
      metadata: metadata)
  }

  /// The arguments that the next tool needs.
  func arguments(for tool: EncoderTool) -> EncoderArguments {
    EncoderOptions(color: color, metadata: metadata, bitDepth: bitDepth).arguments(for: tool)
  }
}

extension ConversionPlan {
  /// Whether light differs from the source's. If the signal is passed through, its metadata stays true.
  fileprivate var changesLight: Bool { stages.contains { $0.name == "linearize" } }

  /// The display that was converted to, as metadata can state it; `nil` if it cannot.
  fileprivate var masteringOfTarget: MasteringDisplayColorVolume? {
    guard let primaries = target.primaries else { return nil }
    // The darkest value that the metadata can state; 0 would mean unknown.
    let black = max(targetLuminance.black, .nits(0.0001))
    return try? MasteringDisplayColorVolume(
      primaries: primaries.rgb, luminance: LuminanceRange(black: black, peak: targetLuminance.peak))
  }

  /// The room that was converted for: the source's, unless another was chosen.
  ///
  /// - Throws: `MetadataError.outOfRange` for a room that is too dark for the message.
  fileprivate func ambient(_ surround: Surround) throws(MetadataError) -> AmbientViewingEnvironment? {
    guard case .luminance(let light) = surround else { return metadata.ambient }
    return try AmbientViewingEnvironment(
      lux: light.illuminance, light: metadata.ambient?.light.chromaticity ?? RGBPrimaries.bt2020.white)
  }
}

extension EncoderArguments {
  /// The arguments in one line for a shell.
  var line: String { ShellWords(arguments).line }
}
