internal import ColorOperations
internal import ElementaryMath

/// Chooses the stages between the source's signal and the target's.
struct StageBuilder {
  var color: ResolvedColor
  /// The signal of the largest luma code.
  var signalCeiling: Double
  var input: SourceLuminance
  var target: ResolvedColor
  var output: LuminanceRange
  var display: Display
  var tone: ToneOperator
  var gamut: GamutMap
  var options: PlanOptions
  var ambient: AmbientViewingEnvironment?
  var tables: DisplayTables

  /// The stages; only `keep` if source and target differ only in coding.
  func stages() throws(PlanError) -> [PlanStage] {
    let factor = try surroundFactor()
    let curve = try toneCurve()
    if keepsSignal(surroundFactor: factor, curve: curve) {
      return [PlanStage(kind: .keep, detail: "source and target differ only in coding", operations: [])]
    }

    var stages = [linearization(surroundFactor: factor)]
    var current = color.transfer == .hlg ? ColorPrimaries.bt2020 : color.primaries
    func convert(to primaries: ColorPrimaries) {
      guard current.rgb != primaries.rgb else { return }
      let matrix = current.rgb.matrix(to: primaries.rgb, adaptation: options.adaptation)
      stages.append(
        PlanStage(
          kind: .primaries, detail: "\(current.h273Name) to \(primaries.h273Name)", operations: [.matrix(matrix)]))
      current = primaries
    }

    if factor != 1 && color.transfer != .hlg {
      convert(to: .bt2020)
      stages.append(surround(gamma: factor))
    }
    if let curve {
      convert(to: .bt2020)
      stages.append(tone(by: curve))
    }
    let goal = target.transfer == .hlg ? ColorPrimaries.bt2020 : target.primaries
    if needsGamutMap(curve: curve) {
      // A gamut map works with one white: if the whites differ, colors are adapted first, then mapped within the target's primaries.
      let sameWhite = color.primaries.rgb.white == target.primaries.rgb.white
      convert(to: sameWhite ? color.primaries : target.primaries)
      stages.append(gamutMap(from: current))
      current = target.primaries
    }
    convert(to: goal)
    return stages + [delinearization()]
  }

  private func keepsSignal(surroundFactor: Double, curve: (any ToneCurve)?) -> Bool {
    let sameTransfer =
      color.transfer == target.transfer || (color.transfer.isCamera && target.transfer.isCamera)
    let sameLight = color.transfer == .hlg || color.transfer == .pq || input.range == output
    return sameTransfer && sameLight && color.primaries.rgb == target.primaries.rgb && curve == nil
      && surroundFactor == 1
  }

  // MARK: Tone

  /// The tone curve, or `nil` if the target shows every luminance of the source unchanged.
  private func toneCurve() throws(PlanError) -> (any ToneCurve)? {
    let expands = tone.expands && !color.transfer.isHDR && output.peak > input.range.peak
    guard tone != .identity, input.range.peak > output.peak || expands else { return nil }
    if let variant = options.variant, tone.definesColor { throw .variantNotApplicable(tone, variant) }
    do {
      return try tone.curve(
        from: input.range, to: output, sceneAverage: options.sceneAverage, bezier: options.scene?.bezier)
    } catch {
      throw .tone(error)
    }
  }

  private func tone(by curve: any ToneCurve) -> PlanStage {
    let map = curve as? any ColorToneMap
    let variant = options.variant ?? .luminance
    let how = map == nil ? "to \(variant.rawValue)" : "by its own rule"
    return PlanStage(
      kind: .tone, detail: "\(tone), applied \(how), \(curve.source) to \(curve.target)",
      operations: map?.operations ?? variant.operations(curve))
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

  /// Luminance Y becomes peak · (Y / peak)^γ; all three components are multiplied by the same factor, so hue does not change.
  ///
  /// - Source: ITU-R BT.2390-11, clause 6.2, for HLG; this library applies the same factor to PQ.
  private func surround(gamma: Double) -> PlanStage {
    let peak = input.range.peak.nits
    let factor = ColorCurve("(x / peak) to the power γ − 1", from: .light, to: .factor, exactness: .factor()) {
      Elementary.pow(max($0 / peak, 1e-9), gamma - 1)
    }
    return PlanStage(
      kind: .surround, detail: "luminance to the power \(rounded(gamma)), \(input.range.peak) unchanged",
      operations: [.gain(Gain(of: .weighted(ToneVariant.luminanceWeights), by: factor))])
  }

  // MARK: Gamut

  private func gamutMap(from current: ColorPrimaries) -> PlanStage {
    let strength = options.gamutStrength ?? PerceptualGamutMap.balanced
    let strengthText = gamut == .perceptual ? ", strength \(strength)" : ""
    return PlanStage(
      kind: .gamut,
      detail:
        "\(gamut.rawValue)\(strengthText), \(current.h273Name) to \(target.primaries.h273Name), peak \(output.peak)",
      operations: gamut.operations(from: current.rgb, to: target.primaries.rgb, peak: output.peak) {
        tables.map(from: current.rgb, to: target.primaries.rgb, peak: output.peak, strength: strength)
      })
  }

  // MARK: Transfer

  private func linearization(surroundFactor: Double) -> PlanStage {
    // PQ ends at 1; the other curves continue as far as narrow range has codes.
    let ceiling = color.transfer == .pq ? 1 : signalCeiling
    let span = "\(input.range), peak from \(input.evidence.rawValue)"
    if color.transfer == .hlg {
      let gamma = SystemGamma.extended(peak: input.range.peak) * surroundFactor
      let hlg = HybridLogGamma(range: input.range, gamma: gamma)
      let toBT2020 = color.primaries.rgb.matrix(to: .bt2020, adaptation: options.adaptation)
      return PlanStage(
        kind: .linearize, detail: "HLG, OOTF on BT.2020 luminance with system gamma \(rounded(gamma)), \(span)",
        operations: hlg.linearization(upTo: ceiling, toBT2020: toBT2020))
    }
    let transfer = transfer(color.transfer, range: input.range)
    return PlanStage(
      kind: .linearize, detail: "\(transfer), \(span)", operations: transfer.linearization(upTo: ceiling))
  }

  private func delinearization() -> PlanStage {
    if target.transfer == .hlg {
      let hlg = HybridLogGamma(range: output, gamma: SystemGamma.extended(peak: output.peak))
      let fromBT2020 = RGBPrimaries.bt2020.matrix(to: target.primaries.rgb, adaptation: options.adaptation)
      return PlanStage(
        kind: .delinearize, detail: "HLG, inverse OOTF with system gamma \(rounded(hlg.gamma)), \(output)",
        operations: hlg.delinearization(fromBT2020: fromBT2020))
    }
    let transfer = transfer(target.transfer, range: output)
    let white = target.transfer.isHDR ? "" : ", SDR 100 % is \(options.referenceWhite)"
    return PlanStage(
      kind: .delinearize, detail: "\(transfer), \(output)\(white)",
      operations: transfer.delinearization(peak: output.peak))
  }

  private func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }

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
