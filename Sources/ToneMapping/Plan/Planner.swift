internal import ColorOperations
internal import Colorimetry

/// The decisions from the source's codes to the target's, in the order of the pipeline; each appends its operations.
struct Planner {
  let source: Source
  let sourceCoding: SignalCoding
  let sourceLuminance: SourceLuminance
  let look: SourceLook
  let display: Display
  let targetCoding: SignalCoding
  let targetLuminance: LuminanceRange
  let tone: ToneOperator
  let gamut: GamutOperator
  let options: PlanOptions

  var steps = PlanSteps()
  /// The change of light, the treatment of alpha, and the finding for the tone curve.
  var light = LightChange.none
  var alpha: AlphaUse?
  var fallOfCurve: Finding?
  /// The primaries of the light after the last step.
  var gamutOfLight = Self.bt2020
  /// The factor on the system gamma that no step has applied yet.
  var surroundFactor = 1.0

  private var sourceColor: ResolvedColor { sourceCoding.color }
  private var targetColor: ResolvedColor { targetCoding.color }

  mutating func decide() throws(PlanError) {
    surroundFactor = try factorOfSurround()
    let curve = try toneCurve()
    let keepsSignal = keepsSignal(curve: curve)
    alpha = try AlphaUse(
      of: source, options, from: sourceCoding, to: targetCoding, keepsSignal: keepsSignal, chromaStays: chromaStays)
    if tone.isCustom, let light = curve?.fall {
      fallOfCurve = Finding(
        code: "tone-falls", found: "the tone curve \(tone) falls at \(light)", expected: "one that rises",
        consequence: "showing brighter light darker there", fix: "correct the curve, unless that is meant")
    }
    let keepsColors = keepsSignal && !(alpha?.changesSamples ?? false)
    if keepsColors, chromaStays {
      steps.recode(sourceCoding, to: targetCoding, alpha)
    } else {
      steps.decode(sourceCoding, alpha, for: targetCoding.format)
      if keepsSignal {
        steps.append(.keep, "source and target differ only in coding", [])
      } else {
        let needsGamutMap = needsGamutMap(curve: curve)
        light = .converted(endsAtPeak: curve != nil || needsGamutMap)
        try convert(curve, needsGamutMap: needsGamutMap)
      }
      alpha?.premultiplyOrFlatten(in: &steps)
      steps.encode(targetCoding, workingUnit: targetLuminance.peak)
    }
    steps.write(targetCoding, alpha, keepsColors && codesStay ? .none : options.dither)
  }

  /// Appends the operations from the source's signal to the target's, through light.
  private mutating func convert(_ curve: (any ToneCurve)?, needsGamutMap: Bool) throws(PlanError) {
    linearize()
    if sourceColor.primaries.codePoint == nil { convertPrimaries(to: Self.bt2020, limiting: [Limit.nonnegative]) }
    if surroundFactor != 1 { appendSurround() }
    if !look.isNeutral { append(.look, look.detail, look.operations, in: Self.bt2020) }
    if let curve { appendTone(curve) }
    if needsGamutMap {
      // A gamut map has one white: if the whites differ, colors are adapted first, then mapped within the target's primaries.
      let sameWhite = usedGamut.chromaticities.white == targetColor.primaries.chromaticities.white
      try appendGamutMap(from: sameWhite ? usedGamut : targetColor.primaries)
    }
    delinearize()
  }

  /// Appends operations on light of some primaries.
  private mutating func append(_ kind: PlanStage.Kind, _ detail: String, _ operations: Operations, in gamut: Gamut) {
    convertPrimaries(to: gamut)
    steps.append(kind, detail, operations)
  }

  /// Converts light to other primaries, if they differ, and then limits it.
  private mutating func convertPrimaries(to primaries: Gamut, limiting limits: Operations = []) {
    guard gamutOfLight.chromaticities != primaries.chromaticities else { return }
    let matrix = gamutOfLight.chromaticities.matrix(to: primaries.chromaticities)
    steps.append(.primaries, "\(gamutOfLight) to \(primaries)", [Affine(matrix)] + limits)
    gamutOfLight = primaries
  }

  private static let bt2020 = Gamut(.bt2020)

  /// Whether an SDR signal represents the scene in front of its camera.
  private var isOfScene: Bool { options.sdrTransfer == .bt709SceneLight && sourceColor.transfer.followsSDRTransfer }

  /// The gamut that contains all light of the source: its own, or BT.2020. Logs and camera gamuts are limited to BT.2020, because their primaries are
  /// not real colors, and so are colors that a look saturates.
  private var usedGamut: Gamut {
    sourceColor.transfer.isLog || sourceColor.primaries.codePoint == nil || look.chosen.saturation > 1
      ? Self.bt2020 : sourceColor.primaries
  }

  private func keepsSignal(curve: (any ToneCurve)?) -> Bool {
    let sameTransfer =
      sourceColor.transfer == targetColor.transfer
      || (sourceColor.transfer.followsSDRTransfer && targetColor.transfer.followsSDRTransfer)
    let sameLight = sourceColor.transfer.codePoint?.isHDR == true || sourceLuminance.range == targetLuminance
    if case .flattened(let background)? = options.alpha, background.compositing == .light { return false }
    return sameTransfer && sameLight && sourceColor.primaries.chromaticities == targetColor.primaries.chromaticities
      && curve == nil && surroundFactor == 1 && look.isNeutral
  }

  /// Whether chroma is subsampled, and each of its samples keeps its position in the output.
  private var chromaStays: Bool {
    let (input, output) = (sourceCoding.format, targetCoding.format)
    return input.model == .yCbCr && output.model == .yCbCr && input.chroma != .c444 && input.chroma == output.chroma
      && sourceColor.chromaLocation == targetColor.chromaLocation && sourceColor.matrix == targetColor.matrix
      && input.unpacked.planeCount > 1 && output.unpacked.planeCount > 1
  }

  /// Whether each code of the source is also a code of the output, so that rounding restores it without dither.
  private var codesStay: Bool {
    let (input, output) = (sourceCoding.format, targetCoding.format)
    return sourceColor == targetColor && input.model == output.model && input.chroma == output.chroma
      && input.bitDepth == output.bitDepth && !output.isFloat
  }

  // MARK: To light

  private mutating func linearize() {
    let span = "\(sourceLuminance.range), peak from \(sourceLuminance.evidence.rawValue)"
    let toBT2020 = sourceColor.primaries.chromaticities.matrix(to: .bt2020)
    func ootf(_ gamma: Double) -> String { "OOTF on BT.2020 luminance with system gamma \(gamma.rounded(to: 4))" }
    /// Appends the operations of a scene's signal through an OOTF, which is in BT.2020 and includes the effect of the surround.
    func show(_ detail: String, _ operations: Operations) {
      appendLight("\(detail), \(span)", operations, in: Self.bt2020)
      surroundFactor = 1
    }
    let transfer = sourceColor.transfer
    let inGamut = toBT2020 == .identity ? "" : " in \(sourceColor.primaries)"
    switch transfer.codePoint {
    case nil where sourceColor.transfer.isLog:
      let gamma = HybridLogGamma.reference.gamma * surroundFactor
      let white = CameraLog.hlgDisplayLight(ofReflectance: 1).nits.rounded()
      show(
        "\(transfer) in \(sourceColor.primaries), shown as HLG with a reflectance of 100 % at \(Luminance.nits(white)),"
          + " \(ootf(gamma))",
        transfer.displayLightFromLog(
          upTo: sourceCoding.ceiling, range: sourceCoding.range, gamma: gamma, toBT2020: toBT2020))
    case .hlg:
      let gamma = SystemGamma.extended(peak: sourceLuminance.range.peak) * surroundFactor
      let hlg = HybridLogGamma(luminance: sourceLuminance.range, gamma: gamma)
      show("HLG\(inGamut), \(ootf(gamma))", hlg.displayLightFromSignal(upTo: sourceCoding.ceiling, toBT2020: toBT2020))
    case let characteristics? where isOfScene:
      let hlg = HybridLogGamma.reference
      let white = Luminance.nits(hlg.luminance.peak.nits * hlg.scene(ofGray: options.referenceWhite).value)
      let scene = characteristics.curve.sceneLightFromSignal(upTo: sourceCoding.ceiling, white: white)
      show(
        "scene of \(characteristics)\(inGamut), shown as HLG with its white at \(options.referenceWhite),"
          + " \(ootf(hlg.gamma))",
        [scene, Affine(toBT2020), hlg.ootf()])
    case let characteristics:
      let white = LuminanceRange(black: .nits(0), peak: options.referenceWhite)
      let range = characteristics == .linear ? white : sourceLuminance.range
      let curve = characteristics?.shown(as: options.sdrTransfer, range: range) ?? transfer.shown(on: range)
      let name = characteristics == .linear ? "linear, 1 is \(options.referenceWhite)" : "\(curve)"
      // PQ ends at 1; the other curves continue to the end of narrow range's codes.
      appendLight(
        "\(name), \(span)",
        [curve.displayLightFromSignal(upTo: sourceCoding.ceiling)],
        in: sourceColor.primaries)
    }
  }

  private mutating func appendLight(_ detail: String, _ operations: Operations, in gamut: Gamut) {
    steps.append(.linearize, detail, look.sharpened(operations, for: targetLuminance.peak))
    gamutOfLight = gamut
  }

  // MARK: Surround

  /// The factor on the system gamma: 0.98^log2(Lview / Lauthored) (ITU-R BT.2390-11, clause 6.2).
  private func factorOfSurround() throws(PlanError) -> Double {
    guard case .luminance(let viewing) = display.surround else { return 1 }
    guard viewing.nits > 0, viewing <= PerceptualQuantizer.peak else { throw .surroundOutOfRange(viewing) }
    guard sourceColor.transfer.isHDR else { return 1 }
    return SystemGamma.surroundFactor(viewing, from: source.metadata.ambient?.surround ?? SystemGamma.referenceSurround)
  }

  /// Luminance Y becomes peak · (Y / peak)^factor; all three components are multiplied by the same factor, so hue does not change.
  ///
  /// - Source: ITU-R BT.2390-11, clause 6.2, for HLG; this library applies the same factor to PQ.
  private mutating func appendSurround() {
    let (factor, peak) = (surroundFactor, sourceLuminance.range.peak)
    let gain = Curve("(x / peak) to the power γ − 1", tolerance: .factor()) { (light: Luminance) in
      SystemGamma.gain(factor, atShareOfPeak: RelativeLevel(light.nits / peak.nits))
    }
    append(
      .surround, "luminance to the power \(factor.rounded(to: 4)), \(peak) unchanged",
      [Gain(of: .bt2020Luminance, by: gain)], in: Self.bt2020)
  }

  // MARK: Tone

  /// The light range of the curve: the scene's, if it was measured, otherwise the source's; after the look.
  private var rangeOfLight: LuminanceRange {
    guard let peak = options.scenePeak, sourceColor.transfer.isHDR else { return look.after }
    return look.range(of: LuminanceRange(black: sourceLuminance.range.black, peak: peak))
  }

  /// The tone curve, or `nil` if the target shows every luminance of the source unchanged.
  private func toneCurve() throws(PlanError) -> (any ToneCurve)? {
    let isHDR = sourceColor.transfer.isHDR(reaching: sourceLuminance.range.peak, white: options.referenceWhite)
    let isBrighter = !isHDR && targetLuminance.peak > rangeOfLight.peak
    let expands = tone.expands && isBrighter
    if options.expandsHighlights, isBrighter, !expands, !tone.acceptsAnyRange {
      return HighlightExpansion(from: rangeOfLight, to: targetLuminance)
    }
    guard tone.acceptsAnyRange || rangeOfLight.peak > targetLuminance.peak || expands else { return nil }
    // With an operator that accepts any range, light is relative to a white stated in metadata: black is 0, regardless of the mastering display. An
    // SDR source's white is its peak. An HDR display shows that white at its graded light, an SDR display at the reference white.
    var range = rangeOfLight
    if tone.acceptsAnyRange { range.black = .nits(0) }
    do {
      let curve = try tone.curve(
        from: range, to: targetLuminance, sceneAverage: options.sceneAverage.map { look($0) },
        sourceWhite: isHDR ? nil : sourceLuminance.range.peak,
        targetWhite: display.transfer.isHDR ? nil : options.referenceWhite)
      return curve is ToneIdentity ? nil : curve
    } catch {
      throw .tone(error)
    }
  }

  /// The application of a curve to color. Highlight expansion uses luminance, because saturated colors need no more light.
  private func variant(of curve: any ToneCurve) -> ToneVariant {
    tone.variant ?? (curve is HighlightExpansion ? .luminance : .brightness)
  }

  private mutating func appendTone(_ curve: any ToneCurve) {
    let (map, variant) = (curve as? any ColorToneMap, variant(of: curve))
    let name =
      curve is HighlightExpansion
      ? "highlights above half of the signal expanded" : "\(tone)" + (curve.detail.map { ", \($0)" } ?? "")
    let how = map == nil ? "to \(variant.rawValue)" : "by its own rule"
    append(
      .tone, "\(name), applied \(how), \(curve.source) to \(curve.target)",
      map?.operations ?? variant.operations(curve), in: Self.bt2020)
  }

  /// Whether colors may lie outside the target: its gamut is smaller, or the tone curve lets components exceed its peak.
  private func needsGamutMap(curve: (any ToneCurve)?) -> Bool {
    if let curve, curve is any ColorToneMap || tone.isCustom || variant(of: curve) != .maxRGB { return true }
    // PQ and logs have codes for light above the source's peak; and without a curve, nothing else limits light that the look raises.
    let isAbovePeak = sourceColor.transfer.codePoint == .pq || sourceColor.transfer.isLog
    let isRaised = curve == nil && !look.isNeutral && look.maximumComponent > targetLuminance.peak
    if isAbovePeak || isRaised, targetColor.transfer.codePoint != .pq { return true }
    return !targetColor.primaries.chromaticities.contains(usedGamut.chromaticities)
  }

  // MARK: Gamut

  private mutating func appendGamutMap(from current: Gamut) throws(PlanError) {
    let (source, display) = (current.chromaticities, targetColor.primaries.chromaticities)
    let preserving = gamut.chromaPreservation(from: source, to: display).map { ", chroma preservation \($0)" } ?? ""
    let map = gamut.map(from: source, to: display, peak: targetLuminance.peak)
    let fitted: any FittedGamutMap
    do throws(GamutMapError) {
      fitted =
        if let map = map as? any FittedGamutMap { map } else {
          try SampledGamutMap(map, of: gamut, from: source, to: display, peak: targetLuminance.peak)
        }
    } catch {
      throw .gamut(error)
    }
    append(
      .gamut, "\(gamut)\(preserving), \(current) to \(targetColor.primaries), peak \(targetLuminance.peak)",
      fitted.operations, in: current)
    gamutOfLight = targetColor.primaries
  }

  // MARK: To codes

  private mutating func delinearize() {
    let curve = display.curve(in: targetLuminance, options)
    // HLG's OOTF acts on BT.2020 light.
    let gamut = curve == nil ? Self.bt2020 : targetColor.primaries
    if let background = alpha?.background, background.compositing == .light {
      let linearization = display.displayLightFromSignal(in: targetLuminance, options)
      append(
        .composite, "over \(background.content.words), in the display's light",
        [background.content.under(through: linearization)], in: gamut)
    }
    if let curve {
      let white = display.transfer.isHDR ? "" : ", SDR 100 % is \(options.referenceWhite)"
      append(
        .delinearize, "\(curve), \(targetLuminance)\(white)",
        [curve.signalFromDisplayLight(workingUnit: targetLuminance.peak)], in: gamut)
    } else {
      let hlg = HybridLogGamma(luminance: targetLuminance)
      let fromBT2020 = RGBPrimaries.bt2020.matrix(to: targetColor.primaries.chromaticities)
      append(
        .delinearize, "HLG, inverse OOTF with system gamma \(hlg.gamma.rounded(to: 4)), \(targetLuminance)",
        hlg.signalFromDisplayLight(fromBT2020: fromBT2020), in: gamut)
    }
  }
}

extension TransferFunction {
  /// Whether signals up to a peak are HDR; linear light is HDR if the peak is above the reference white.
  func isHDR(reaching peak: Luminance, white: Luminance) -> Bool { isHDR || codePoint == .linear && peak > white }

  /// Whether this is an SDR camera curve.
  var followsSDRTransfer: Bool { codePoint?.followsSDRTransfer ?? false }
}

extension TransferCharacteristics {
  /// The display transfer of a transfer that acts on each component separately, which are all except HLG.
  package func shown(as sdr: SDRTransfer, range: LuminanceRange) -> TransferFunction {
    switch followsSDRTransfer ? sdr : .bt1886 {
    case .bt1886, .bt709SceneLight: displayTransfer(luminance: range)!
    case .bt709InverseOETF: curve.shownByInverse(on: range)
    case .srgb: Self.sRGB.displayTransfer(luminance: range)!
    case .power22: Self.bt470M.displayTransfer(luminance: range)!
    }
  }

  /// Whether an ``SDRTransfer`` selects the display transfer: this is an SDR camera curve, which is displayed with BT.1886 by default.
  var followsSDRTransfer: Bool { self == .bt709 || self == .smpte170M || self == .bt2020_10 || self == .bt2020_12 }
}
