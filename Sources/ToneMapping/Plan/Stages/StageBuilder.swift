internal import ColorOperations
internal import Colorimetry

/// A builder that chooses the stages from the source's codes to the target's.
struct StageBuilder {
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
  let tables: DisplayTables

  private var sourceColor: ResolvedColor { sourceCoding.color }
  private var targetColor: ResolvedColor { targetCoding.color }

  /// Returns all stages, the treatment of alpha, and the finding for the tone curve. If source and target differ only in coding, there is only `keep`
  /// between the signals.
  func route() throws(PlanError) -> (PlanRoute, alpha: AlphaUse?, fallOfCurve: Finding?) {
    let factor = try surroundFactor()
    let curve = try toneCurve()
    let keepsSignal = keepsSignal(surroundFactor: factor, curve: curve)
    let alpha = try ConversionPlan.alpha(
      of: source, options, from: sourceCoding, to: targetCoding, keepsSignal: keepsSignal, chromaStays: chromaStays)
    let needsGamutMap = needsGamutMap(curve: curve)
    let conversion =
      keepsSignal
      ? [Stage](.keep, "source and target differ only in coding", [])
      : try conversion(surroundFactor: factor, curve: curve, needsGamutMap: needsGamutMap, alpha)
    let route = PlanRoute(
      from: sourceCoding, by: conversion, to: targetCoding,
      changing: keepsSignal ? .none : .converted(endsAtPeak: curve != nil || needsGamutMap),
      keepingSamples: keepsSignal && !(alpha?.changesSamples ?? false) && chromaStays,
      latticeSize: options.latticeSize, peak: targetLuminance.peak, alpha,
      dither: keepsSignal && codesStay && !(alpha?.changesSamples ?? false) ? .none : options.dither)
    return (route, alpha, curve.flatMap(fall))
  }

  /// The stages from the source's signal to the target's, through light.
  private func conversion(
    surroundFactor factor: Double, curve: (any ToneCurve)?, needsGamutMap: Bool, _ alpha: AlphaUse?
  ) throws(PlanError) -> [Stage] {
    var light = linearization(surroundFactor: factor)
    if sourceColor.primaries.codePoint == nil { light.convert(to: Self.bt2020, limiting: [Limit.nonnegative]) }
    if light.surroundFactor != 1 { light.append(surround(changingGammaBy: light.surroundFactor), in: Self.bt2020) }
    if !look.isNeutral { light.append(look.stage, in: Self.bt2020) }
    if let curve { light.append(toneStage(by: curve), in: Self.bt2020) }
    if needsGamutMap {
      // A gamut map has one white: if the whites differ, colors are adapted first, then mapped within the target's primaries.
      let sameWhite = gamutOfLight.chromaticities.white == targetColor.primaries.chromaticities.white
      let gamut = sameWhite ? gamutOfLight : targetColor.primaries
      light.append(try gamutMap(from: gamut), in: gamut, giving: targetColor.primaries)
    }
    let (delinearization, gamut) = delinearization()
    if let composite = alpha?.inLight(display.displayLightFromSignal(in: targetLuminance, options)) {
      light.append(composite, in: gamut)
    }
    light.convert(to: gamut)
    return light.stages + delinearization
  }

  private static let bt2020 = Gamut(.bt2020)

  private var log: CameraLog? { if case .log(let log) = sourceColor.transfer { log } else { nil } }

  /// Whether an SDR signal represents the scene in front of its camera.
  private var isOfScene: Bool { options.sdrTransfer == .bt709SceneLight && sourceColor.transfer.followsSDRTransfer }

  /// The gamut that contains all light of the source: its own, or BT.2020. Logs and camera gamuts are limited to BT.2020, because their primaries are
  /// not real colors, and so are colors that a look saturates.
  private var gamutOfLight: Gamut {
    log != nil || sourceColor.primaries.codePoint == nil || look.chosen.saturation > 1
      ? Self.bt2020 : sourceColor.primaries
  }

  private func keepsSignal(surroundFactor: Double, curve: (any ToneCurve)?) -> Bool {
    let sameTransfer =
      sourceColor.transfer == targetColor.transfer
      || (sourceColor.transfer.followsSDRTransfer && targetColor.transfer.followsSDRTransfer)
    let sameLight = sourceColor.transfer.codePoint?.isHDR == true || sourceLuminance.range == targetLuminance
    if case .flattened(let background)? = options.alpha, background.compositing == .light { return false }
    return sameTransfer && sameLight && sourceColor.primaries.chromaticities == targetColor.primaries.chromaticities
      && curve == nil
      && surroundFactor == 1 && look.isNeutral
  }

  /// Whether chroma is subsampled, and each of its samples keeps its position in the output.
  private var chromaStays: Bool {
    let (input, output) = (sourceCoding.format, targetCoding.format)
    return input.model == .yCbCr && output.model == .yCbCr && input.chroma != .c444 && input.chroma == output.chroma
      && sourceColor.chromaLocation == targetColor.chromaLocation && sourceColor.matrix == targetColor.matrix
      && input.planeCount > 1 && output.planeCount > 1
  }

  /// Whether each code of the source is also a code of the output, so that rounding restores it without dither.
  private var codesStay: Bool {
    let (input, output) = (sourceCoding.format, targetCoding.format)
    return sourceColor == targetColor && input.model == output.model && input.chroma == output.chroma
      && input.bitDepth == output.bitDepth && !output.isFloat
  }

  // MARK: To light

  private func linearization(surroundFactor: Double) -> LightStages {
    let span = "\(sourceLuminance.range), peak from \(sourceLuminance.evidence.rawValue)"
    let toBT2020 = sourceColor.primaries.chromaticities.matrix(to: .bt2020, adaptation: options.adaptation)
    func ootf(_ gamma: Double) -> String { "OOTF on BT.2020 luminance with system gamma \(gamma.rounded(to: 4))" }
    /// The stages of a scene's signal through an OOTF, which is in BT.2020 and includes the effect of the surround.
    func shown(_ detail: String, _ operations: Operations) -> LightStages {
      light("\(detail), \(span)", operations, in: Self.bt2020, surroundFactor: 1)
    }
    switch sourceColor.transfer {
    case .log(let log):
      let gamma = HybridLogGamma.reference.gamma * surroundFactor
      let white = CameraLog.hlgDisplayLight(ofReflectance: 1).nits.rounded()
      return shown(
        "\(log) in \(sourceColor.primaries), shown as HLG with a reflectance of 100 % at \(Luminance.nits(white)),"
          + " \(ootf(gamma))",
        log.displayLightFromSignal(
          upTo: sourceCoding.ceiling, range: sourceCoding.range, gamma: gamma, toBT2020: toBT2020))
    case .numbered(.hlg):
      let gamma = SystemGamma.extended(peak: sourceLuminance.range.peak) * surroundFactor
      let hlg = HybridLogGamma(luminance: sourceLuminance.range, gamma: gamma)
      return shown("HLG, \(ootf(gamma))", hlg.displayLightFromSignal(upTo: sourceCoding.ceiling, toBT2020: toBT2020))
    case .numbered(let characteristics) where isOfScene:
      let hlg = HybridLogGamma.reference
      let white = Luminance.nits(hlg.luminance.peak.nits * hlg.scene(ofGray: options.referenceWhite).value)
      let scene = characteristics.curve.sceneLightFromSignal(upTo: sourceCoding.ceiling, white: white)
      return shown(
        "scene of \(characteristics), shown as HLG with its white at \(options.referenceWhite), \(ootf(hlg.gamma))",
        [scene, Affine(toBT2020), hlg.ootf()])
    case .numbered(let characteristics):
      let white = LuminanceRange(black: .nits(0), peak: options.referenceWhite)
      let transfer = transfer(characteristics, range: characteristics == .linear ? white : sourceLuminance.range)
      let name = characteristics == .linear ? "linear, 1 is \(options.referenceWhite)" : "\(transfer)"
      // PQ ends at 1; the other curves continue to the end of narrow range's codes.
      return light(
        "\(name), \(span)",
        [transfer.displayLightFromSignal(upTo: characteristics == .pq ? 1 : sourceCoding.ceiling)],
        in: sourceColor.primaries, surroundFactor: surroundFactor)
    }
  }

  private func light(
    _ detail: String, _ operations: Operations, in gamut: Gamut, surroundFactor: Double
  ) -> LightStages {
    LightStages(
      stages: [Stage](.linearize, detail, look.sharpened(operations, for: targetLuminance.peak)), gamut: gamut,
      surroundFactor: surroundFactor, adaptation: options.adaptation)
  }

  // MARK: Surround

  /// The factor on the system gamma: 0.98^log2(Lview / Lauthored).
  ///
  /// - Source: ITU-R BT.2390-11, clause 6.2.
  private func surroundFactor() throws(PlanError) -> Double {
    guard case .luminance(let viewing) = display.surround else { return 1 }
    guard viewing.nits > 0, viewing <= PerceptualQuantizer.peak else { throw .surroundOutOfRange(viewing) }
    guard sourceColor.transfer.isHDR else { return 1 }
    return SystemGamma.surroundFactor(viewing, from: source.metadata.ambient?.surround ?? SystemGamma.referenceSurround)
  }

  /// Luminance Y becomes peak · (Y / peak)^factor; all three components are multiplied by the same factor, so hue does not change.
  ///
  /// - Source: ITU-R BT.2390-11, clause 6.2, for HLG; this library applies the same factor to PQ.
  private func surround(changingGammaBy factor: Double) -> [Stage] {
    let peak = sourceLuminance.range.peak.nits
    let gain = Curve("(x / peak) to the power γ − 1", tolerance: .factor()) { (light: Luminance) in
      SystemGamma.gain(factor, atShareOfPeak: RelativeLevel(light.nits / peak))
    }
    return [Stage](
      .surround, "luminance to the power \(factor.rounded(to: 4)), \(sourceLuminance.range.peak) unchanged",
      [Gain(of: .bt2020Luminance, by: gain)])
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
    var ranges = ToneOperator.Ranges(
      rangeOfLight, targetLuminance, average: options.sceneAverage.map { look($0) },
      sourceWhite: isHDR ? nil : sourceLuminance.range.peak,
      targetWhite: display.transfer.isHDR ? nil : options.referenceWhite)
    // Light is then relative to a white stated in metadata: black is 0, regardless of the mastering display. An SDR source's white is its peak. An
    // HDR display shows that white at its graded light, an SDR display at the reference white.
    if tone.acceptsAnyRange { ranges.source.black = .nits(0) }
    do {
      let curve = try tone.curve(for: ranges)
      return curve is ToneIdentity ? nil : curve
    } catch {
      throw .tone(error)
    }
  }

  /// The finding for a caller-supplied curve that decreases.
  private func fall(of curve: any ToneCurve) -> Finding? {
    guard tone.isCustom, let light = curve.fall else { return nil }
    return Finding(
      code: "tone-falls", found: "the tone curve \(tone) falls at \(light)", expected: "one that rises",
      consequence: "showing brighter light darker there", fix: "correct the curve, unless that is meant")
  }

  /// The application of a curve to color. Highlight expansion uses luminance, because saturated colors need no more light.
  private func variant(of curve: any ToneCurve) -> ToneVariant {
    tone.variant ?? (curve is HighlightExpansion ? .luminance : .brightness)
  }

  private func toneStage(by curve: any ToneCurve) -> [Stage] {
    let map = curve as? any ColorToneMap
    let variant = variant(of: curve)
    let name =
      curve is HighlightExpansion
      ? "highlights above half of the signal expanded" : "\(tone)" + (curve.detail.map { ", \($0)" } ?? "")
    let how = map == nil ? "to \(variant.rawValue)" : "by its own rule"
    return [Stage](
      .tone, "\(name), applied \(how), \(curve.source) to \(curve.target)",
      map?.operations ?? variant.operations(curve))
  }

  /// Whether colors may lie outside the target: its gamut is smaller, or the tone curve lets components exceed its peak.
  private func needsGamutMap(curve: (any ToneCurve)?) -> Bool {
    if let curve, curve is any ColorToneMap || tone.isCustom || variant(of: curve) != .maxRGB { return true }
    // Without a curve, nothing else limits light that the look raises, except in PQ, which has codes for it.
    if curve == nil, !look.isNeutral, look.maximumComponent > targetLuminance.peak,
      targetColor.transfer != .numbered(.pq)
    {
      return true
    }
    // PQ and logs have codes for light above the source's peak.
    if (sourceColor.transfer == .numbered(.pq) || log != nil) && targetColor.transfer != .numbered(.pq) { return true }
    return !targetColor.primaries.chromaticities.contains(gamutOfLight.chromaticities, adaptation: options.adaptation)
  }

  // MARK: Gamut

  private func gamutMap(from current: Gamut) throws(PlanError) -> [Stage] {
    let (source, display) = (current.chromaticities, targetColor.primaries.chromaticities)
    let preservation = gamut.chromaPreservation(from: source, to: display)
    let preserving = preservation.map { ", chroma preservation \($0)" } ?? ""
    let map = gamut.map(from: source, to: display, peak: targetLuminance.peak)
    let operations: Operations
    if let map = map as? any FittedGamutMap {
      operations = map.operations
    } else {
      do throws(GamutMapError) {
        let sampled = try SampledGamutMap(map, of: gamut, from: source, to: display, peak: targetLuminance.peak)
        operations = sampled.operations
      } catch {
        throw .gamut(error)
      }
    }
    return [Stage](
      .gamut, "\(gamut)\(preserving), \(current) to \(targetColor.primaries), peak \(targetLuminance.peak)",
      operations)
  }

  // MARK: To codes

  /// The stages from light to the target's signal, and the primaries of their input.
  private func delinearization() -> (stages: [Stage], gamut: Gamut) {
    if display.transfer == .hlg {
      let hlg = HybridLogGamma(luminance: targetLuminance)
      let fromBT2020 = RGBPrimaries.bt2020.matrix(
        to: targetColor.primaries.chromaticities, adaptation: options.adaptation)
      let stages = [Stage](
        .delinearize, "HLG, inverse OOTF with system gamma \(hlg.gamma.rounded(to: 4)), \(targetLuminance)",
        hlg.signalFromDisplayLight(fromBT2020: fromBT2020))
      return (stages, Self.bt2020)
    }
    let transfer = transfer(display.transfer, range: targetLuminance)
    let white = display.transfer.isHDR ? "" : ", SDR 100 % is \(options.referenceWhite)"
    let stages = [Stage](
      .delinearize, "\(transfer), \(targetLuminance)\(white)",
      [transfer.signalFromDisplayLight(workingUnit: targetLuminance.peak)])
    return (stages, targetColor.primaries)
  }

  private func transfer(_ characteristics: TransferCharacteristics, range: LuminanceRange) -> any DisplayTransfer {
    characteristics.shown(as: options.sdrTransfer, range: range)
  }
}

/// The stages from a signal to light, and the primaries of that light.
private struct LightStages {
  private(set) var stages: [Stage]
  private(set) var gamut: Gamut
  /// The factor on the system gamma that no stage has applied yet.
  let surroundFactor: Double
  let adaptation: ChromaticAdaptation

  init(stages: [Stage], gamut: Gamut, surroundFactor: Double, adaptation: ChromaticAdaptation) {
    (self.stages, self.gamut, self.surroundFactor, self.adaptation) = (stages, gamut, surroundFactor, adaptation)
  }

  /// Converts light to other primaries, if they differ, and then limits it.
  mutating func convert(to primaries: Gamut, limiting limits: Operations = []) {
    guard gamut.chromaticities != primaries.chromaticities else { return }
    let matrix = gamut.chromaticities.matrix(to: primaries.chromaticities, adaptation: adaptation)
    stages += [Stage](.primaries, "\(gamut) to \(primaries)", [Affine(matrix)] + limits)
    gamut = primaries
  }

  /// Adds a stage on light of some primaries.
  ///
  /// - Parameter given: The primaries of the resulting light; `nil` if unchanged.
  mutating func append(_ added: [Stage], in needed: Gamut, giving given: Gamut? = nil) {
    convert(to: needed)
    stages += added
    if let given { gamut = given }
  }
}

extension TransferFunction {
  /// Whether this is an SDR camera curve.
  var followsSDRTransfer: Bool { codePoint?.followsSDRTransfer ?? false }
}

extension TransferCharacteristics {
  /// The display transfer of a transfer that acts on each component separately, which are all except HLG.
  package func shown(as sdr: SDRTransfer, range: LuminanceRange) -> any DisplayTransfer {
    let chosen: TransferCharacteristics? =
      switch sdr {
      case .srgb: .sRGB
      case .power22: .bt470M
      case .bt1886, .bt709InverseOETF, .bt709SceneLight: nil
      }
    guard followsSDRTransfer else { return displayTransfer(luminance: range)! }
    if sdr == .bt709InverseOETF { return InvertedCurveDisplay(curve, luminance: range) }
    return (chosen ?? self).displayTransfer(luminance: range)!
  }

  /// Whether an ``SDRTransfer`` selects the display transfer: this is an SDR camera curve, which is displayed with BT.1886 by default.
  var followsSDRTransfer: Bool { self == .bt709 || self == .smpte170M || self == .bt2020_10 || self == .bt2020_12 }
}
