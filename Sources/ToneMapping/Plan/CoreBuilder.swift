/// Chooses the stages between the two signals.
struct CoreBuilder {
  var color: ResolvedColor
  /// The signal of the largest luma code.
  var signalCeiling: Double
  var input: LuminanceRange
  var target: ResolvedColor
  var output: LuminanceRange
  var display: Display
  var tone: ToneOperator
  var gamut: GamutMap
  var options: PlanOptions
  var ambient: AmbientViewingEnvironment?

  /// The stages, or `keep` if source and target differ only in coding.
  func core() throws(PlanError) -> ConversionPlan.Core {
    let factor = try surroundFactor()
    let curve = try toneCurve()
    if keepsSignal(surroundFactor: factor, curve: curve) { return .keep }

    var stages: [LightStage] = []
    var current = color.transfer == .hlg ? ColorPrimaries.bt2020 : color.primaries
    func convert(to primaries: ColorPrimaries) {
      guard current.rgb != primaries.rgb else { return }
      let matrix = current.rgb.matrix(to: primaries.rgb, adaptation: options.adaptation)
      stages.append(.primaries(matrix, from: current, to: primaries))
      current = primaries
    }

    if factor != 1 && color.transfer != .hlg {
      convert(to: .bt2020)
      stages.append(.surround(SurroundGamma(gamma: factor, peak: input.peak)))
    }
    if let curve {
      convert(to: .bt2020)
      stages.append(.tone(curve, tone, tone.definesColor ? nil : options.variant ?? .luminance))
    }
    let goal = target.transfer == .hlg ? ColorPrimaries.bt2020 : target.primaries
    if needsGamutMap(curve: curve) {
      // A gamut map works with one white: if the whites differ, colors are adapted first, then mapped within the target's primaries.
      let sameWhite = color.primaries.rgb.white == target.primaries.rgb.white
      convert(to: sameWhite ? color.primaries : target.primaries)
      let map = gamut.mapping(
        from: current.rgb, to: target.primaries.rgb, peak: output.peak,
        strength: options.gamutStrength ?? PerceptualGamutMap.balanced)
      stages.append(.gamut(map, gamut, from: current, to: target.primaries))
      current = target.primaries
    }
    convert(to: goal)
    return .light(linearization(surroundFactor: factor), stages, delinearization())
  }

  private func keepsSignal(surroundFactor: Double, curve: (any ToneCurve)?) -> Bool {
    let sameTransfer =
      color.transfer == target.transfer || (color.transfer.isCamera && target.transfer.isCamera)
    let sameLight = color.transfer == .hlg || color.transfer == .pq || input == output
    return sameTransfer && sameLight && color.primaries.rgb == target.primaries.rgb && curve == nil
      && surroundFactor == 1
  }

  // MARK: Tone

  /// The tone curve, or `nil` if the target shows every luminance of the source unchanged.
  private func toneCurve() throws(PlanError) -> (any ToneCurve)? {
    let expands = tone.expands && !color.transfer.isHDR && output.peak > input.peak
    guard tone != .identity, input.peak > output.peak || expands else { return nil }
    if let variant = options.variant, tone.definesColor { throw .variantNotApplicable(tone, variant) }
    do {
      return try tone.curve(from: input, to: output, sceneAverage: options.sceneAverage, bezier: options.bezier)
    } catch {
      throw .tone(error)
    }
  }

  /// Whether colors may lie outside the target: its gamut is smaller, or the tone curve lets components exceed its peak.
  private func needsGamutMap(curve: (any ToneCurve)?) -> Bool {
    if let curve, curve is any ColorToneMap || (options.variant ?? .luminance) != .maxRGB { return true }
    // PQ has codes for more light than the source's stated peak.
    if color.transfer == .pq && target.transfer != .pq { return true }
    return !target.primaries.rgb.contains(color.primaries.rgb, adaptation: options.adaptation)
  }

  // MARK: Surround

  /// The factor on the system gamma: 0.98^log2(Lview / Lauthored).
  ///
  /// - Source: ITU-R BT.2390-11, clause 6.2.
  private func surroundFactor() throws(PlanError) -> Double {
    guard case .luminance(let viewing) = display.surround else { return 1 }
    guard viewing.nits > 0, viewing <= PerceptualQuantizer.peak else { throw .surroundOutOfRange(viewing) }
    guard color.transfer.isHDR else { return 1 }
    return SystemGamma.surroundFactor(viewing, from: ambient?.surround ?? SystemGamma.referenceSurround)
  }

  // MARK: Transfer

  private func linearization(surroundFactor: Double) -> Linearization {
    // PQ ends at 1; the other curves continue as far as narrow range has codes.
    let ceiling = color.transfer == .pq ? 1 : signalCeiling
    if color.transfer == .hlg {
      let gamma = SystemGamma.extended(peak: input.peak) * surroundFactor
      let hlg = HybridLogGamma(range: input, gamma: gamma)
      let toBT2020 = color.primaries.rgb.matrix(to: .bt2020, adaptation: options.adaptation)
      return Linearization(transfer: .hlg(hlg, toBT2020: toBT2020), ceiling: ceiling)
    }
    return Linearization(transfer: .components(transfer(color.transfer, range: input)), ceiling: ceiling)
  }

  private func delinearization() -> Delinearization {
    if target.transfer == .hlg {
      let gamma = SystemGamma.extended(peak: output.peak)
      return .hlg(
        HybridLogGamma(range: output, gamma: gamma),
        fromBT2020: RGBPrimaries.bt2020.matrix(to: target.primaries.rgb, adaptation: options.adaptation))
    }
    return .components(transfer(target.transfer, range: output))
  }

  /// The curve of a transfer that acts on each component separately.
  private func transfer(_ characteristics: TransferCharacteristics, range: LuminanceRange) -> any DisplayTransfer {
    let chosen: TransferCharacteristics? =
      switch options.sdrTransfer {
      case .srgb: .sRGB
      case .gamma22: .gamma22
      case .bt1886, .bt709Camera: nil
      }
    guard characteristics.isCamera else { return characteristics.display(range)! }
    if options.sdrTransfer == .bt709Camera { return SceneDisplay(characteristics.camera, range: range) }
    return (chosen ?? characteristics).display(range)!
  }
}

extension TransferCharacteristics {
  /// Whether this names a camera's curve, which is displayed with BT.1886 by default.
  var isCamera: Bool { self == .bt709 || self == .smpte170M || self == .bt2020_10 || self == .bt2020_12 }
}

extension RGBPrimaries {
  /// Whether this gamut contains every color of `other`, to within what a 10-bit code can resolve.
  ///
  /// P3's red lies 0.0012 outside BT.2020; for choosing a gamut map that counts as inside.
  func contains(_ other: RGBPrimaries, adaptation: ChromaticAdaptation) -> Bool {
    let m = other.matrix(to: self, adaptation: adaptation)
    return min(m.rows.0.min(), m.rows.1.min(), m.rows.2.min()) > -0.002
  }
}
