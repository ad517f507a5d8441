package import ColorOperations
public import Colorimetry

/// The application of a curve of one number to a color.
///
///     let curve = try ToneOperator.spline.curve(from: .nits(0...1000), to: .nits(0...203))
///     ToneVariant.luminance.apply(curve, to: .nits(600, 300, 100))
///
/// - Source: ITU-R BT.2408-8, Annex 5, which names these variants except `brightness`.
public enum ToneVariant: String, CaseIterable, Hashable, Sendable {
  /// One gain for all components, from the perceived brightness of the color: its luminance, or more if it is saturated (`Norm.brightness`).
  /// Preserves ratios; saturated colors keep their chroma. It is not in BT.2408.
  case brightness
  /// One gain for all components, from the color's luminance. Preserves ratios; saturated highlights may leave the target's gamut.
  case luminance
  /// One gain for all components, from the maximum. Preserves ratios, and no color leaves the target's gamut.
  case maxRGB = "maxrgb"
  /// Each component separately. No color leaves the target's gamut, but hues shift and highlights lose saturation.
  case rgb
  /// The intensity of ICtCp, with the color differences reduced in proportion to its change. Preserves hues.
  case ictcp

  /// Maps a color of the source to the target, using only the curve of one number.
  ///
  /// The curve is applied to a neutral directly. A target black other than 0 is added as neutral light, and the gain applies to the light above it;
  /// the published quotient would be infinite at black. A `ColorToneMap` is not used as one here; call it with the color instead.
  ///
  /// - Domain: Finite BT.2020 light, cd/m².
  /// - Range: BT.2020 light, cd/m²; for `brightness`, `luminance` and `ictcp` it may lie outside the target.
  /// - Source: ITU-R BT.2408-8, Annex 5: *YRGB*, *maxRGB*, *R′G′B′* and *ICTCP*.
  public func apply(_ curve: any ToneCurve, to bt2020: Light) -> Light {
    if let neutral = bt2020.neutral { return Light(neutral: curve(neutral)) }
    return Light(operations(curve)(bt2020.components))
  }

  /// The application of a curve to BT.2020 light.
  package func operations(_ curve: any ToneCurve) -> Operations {
    let lift = curve.target.black.nits > 0 ? curve(.nits(0)) : .nits(0)
    let breakpoints = curve.knots
    // Below the source's black, most curves are constant.
    let floor = curve(.nits(0)) == curve(curve.source.black) ? curve.source.black : .nits(0)
    // A look can make light brighter than the maximum of a piecewise curve.
    let maximum = self == .brightness ? Luminance.nits(64 * curve.source.peak.nits) : nil
    let gain = Curve.quotient(breakpoints: breakpoints, upTo: maximum) { .nits(curve($0).nits - lift.nits) }
    switch self {
    case .brightness: return [Gain(of: .brightness, by: gain)] + Affine.adding(lift)
    case .luminance: return [Gain(of: .bt2020Luminance, by: gain)] + Affine.adding(lift)
    case .maxRGB: return [Gain(of: .maximum, by: gain)] + Affine.adding(lift)
    case .rgb:
      return [
        Curve(
          "tone(x)", domain: floor ... .nits(.infinity), breakpoints: breakpoints, isOfToneCurve: true,
          tolerance: .light(), curve.callAsFunction)
      ]
    case .ictcp: return Self.intensity(curve, breakpoints: breakpoints)
    }
  }

  private static func intensity(_ curve: any ToneCurve, breakpoints: [Luminance]) -> Operations {
    let pq = PerceptualQuantizer()
    // One PQ code spans up to 1/50 of its light; 10 bits resolve light after twelve such roundings.
    let fine = 1.0 / 200
    // Near black, PQ is so steep that these tolerances move light by less than 0.01 of an 8-bit code; finer ones double the table.
    let coded = Tolerance(numbers: [3]) { allowed, light, _ in
      let nits = light * allowed.unit.nits
      return max(allowed.signal * fine, nits < 2e-6 ? 1.2e-5 : nits < 1e-5 ? 2.5e-6 : 0)
    }
    let mapped = Curve(
      "PQ of tone(x)", breakpoints: breakpoints.map { pq.inverseEOTF($0) }, isOfToneCurve: true,
      tolerance: .signal(share: fine)
    ) { (signal: SignalLevel) in pq.inverseEOTF(curve(pq.eotf(signal))) }
    // Half the tolerance, because this is the second curve from PQ to light here, and the last of three for one component.
    let shown = TransferFunction.pq.displayLightFromSignal(
      workingUnit: curve.target.peak, tolerance: .light(share: 0.5))
    return [
      Affine(ICtCp.lmsFromBT2020), TransferFunction.pq.signalFromDisplayLight(tolerance: coded),
      Intensity(mapped, weights: ICtCp.ictcpFromPQLMS.rows.0), shown, Affine(ICtCp.bt2020FromLMS),
    ]
  }
}
