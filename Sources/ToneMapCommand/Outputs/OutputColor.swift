internal import RawVideo
internal import ToneMapping

/// What is to be said of converted frames: tags, and the metadata that is still true of them.
struct OutputColor {
  let color: ColorDescription
  private(set) var metadata: StaticMetadata
  /// What the source said and the output does not, and why, each a sentence.
  let dropped: [String]

  /// - Parameter surround: The light around the display for which was converted.
  init(of plan: ConversionPlan, surround: Surround) {
    var color = plan.target
    if plan.outputFormat.chroma == .c444 { color.chromaLocation = nil }
    self.color = color
    let isHDR = plan.target.transfer == .pq || plan.target.transfer == .hlg
    guard isHDR, plan.changesLight else {
      metadata = isHDR ? plan.metadata : StaticMetadata()
      dropped = []
      return
    }
    metadata = StaticMetadata(
      mastering: plan.target.transfer == .pq ? plan.masteringOfTarget : nil, ambient: plan.ambient(surround))
    dropped =
      plan.target.transfer == .hlg && plan.metadata.contentLight != nil
      ? ["the source's MaxCLL and MaxFALL are no longer true, and HLG's depend on the display; none are stated"] : []
  }

  /// Whether the light of the frames is still to be counted: it is absolute, and no longer what the source stated.
  var needsLight: Bool { color.transfer == .pq && metadata.contentLight == nil }

  /// States the light that was counted.
  mutating func take(_ light: ContentLightLevel) {
    metadata.contentLight = light == ContentLightLevel(maxCLL: nil, maxFALL: nil) ? nil : light
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
    EncoderOptions(color: color, metadata: metadata).arguments(for: tool)
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
  var line: String {
    arguments.map { word in
      let isPlain = word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_=.,:/+".contains($0)) }
      return isPlain && !word.isEmpty ? word : "'\(word)'"
    }.joined(separator: " ")
  }
}
