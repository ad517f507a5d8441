public import Colorimetry

/// The ways to apply a curve of one number to a color.
///
///     let curve = try ToneOperator.spline.curve(from: .nits(0...1000), to: .nits(0...203))
///     ToneVariant.luminance.apply(curve, to: Light(600, 300, 100))
///
/// - Source: ITU-R BT.2390, clause 5.4; BT.2408-8, Annex 5, which name these ways.
public enum ToneVariant: String, CaseIterable, Hashable, Sendable {
  /// One gain for all components, from the color's luminance. Preserves ratios; saturated highlights may leave the
  /// target.
  case luminance
  /// One gain for all components, from the largest. Preserves ratios, and no color leaves the target.
  case maxRGB = "maxrgb"
  /// Each component separately. No color leaves the target, but hues shift and highlights lose saturation.
  case rgb
  /// The intensity of ICtCp, with the color differences reduced in proportion to its change. Preserves hues.
  case ictcp

  /// The weights of R, G and B in luminance.
  ///
  /// - Source: ITU-R BT.2100-3, Table 5 (HLG OOTF), as printed: rounded to four digits.
  public static let luminanceWeights = LumaWeights.bt2020.vector

  // Below this luminance, which no display shows, the gain is the one at this luminance. The gain has a limit at black,
  // but its quotient is undefined there. 1e-6 cd/m² is below the first step of 12-bit PQ.
  private static let least = 1e-6

  /// Maps a color of the source to the target, using the curve of one number only.
  ///
  /// A neutral is mapped by the curve itself. A target black other than 0 is added as neutral light, and the gain
  /// applies to the light above it; the published quotient would be infinite at black. The color mapping of an operator
  /// that defines its own (`ColorToneMap`) is not used here; call the operator with the color instead.
  ///
  /// - Domain: Finite BT.2020 light, cd/m².
  /// - Range: BT.2020 light, cd/m²; for `luminance` and `ictcp` it may lie outside the target.
  /// - Source: BT.2408-8, Annex 5: *YRGB*, *maxRGB*, *R′G′B′* and *ICTCP*.
  /// - Parameter curve: The curve to apply.
  /// - Parameter bt2020: A color of the source.
  /// - Returns: The color of the target.
  public func apply(_ curve: any ToneCurve, to bt2020: Light) -> Light {
    if let neutral = bt2020.neutral { return Light(neutral: curve(neutral)) }
    let rgb = bt2020.components
    switch self {
    case .luminance: return Self.scaled(rgb, by: curve, at: (Self.luminanceWeights * rgb).sum())
    case .maxRGB: return Self.scaled(rgb, by: curve, at: rgb.max())
    case .rgb: return Light(curve(.nits(rgb.x)).nits, curve(.nits(rgb.y)).nits, curve(.nits(rgb.z)).nits)
    case .ictcp: return Self.intensity(bt2020, by: curve)
    }
  }

  private static func scaled(_ rgb: SIMD3<Double>, by curve: some ToneCurve, at level: Double) -> Light {
    let lift = curve.target.black.nits > 0 ? curve(.nits(0)).nits : 0
    let lit = clamped(level, least, .infinity)
    return Light(rgb * ((curve(.nits(lit)).nits - lift) / lit) + lift)
  }

  private static func intensity(_ bt2020: Light, by curve: some ToneCurve) -> Light {
    let pq = PerceptualQuantizer()
    var color = ICtCp(bt2020: bt2020)
    let before = color.i
    color.i = pq.inverseEOTF(curve(pq.eotf(before)))
    // PQ's black is not 0, so neither is an intensity.
    let chroma = min(before / color.i, color.i / before)
    color.ct *= chroma
    color.cp *= chroma
    return color.bt2020
  }
}
