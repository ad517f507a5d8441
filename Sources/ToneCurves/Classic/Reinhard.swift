public import Colorimetry

/// Reinhard's curve in the form of libplacebo and FFmpeg: x / (x + offset), scaled to map the source's peak to 1.
///
///     let curve = Reinhard(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 122 cd/m²
///
/// Light is relative to the target's peak: x = 1 is SDR white.
///
/// - Domain: The source's range; clamped outside.
/// - Range: The target's range; black maps to black and peak to peak. With equal ranges it is not the identity.
/// - Source: libplacebo, `tone_mapping.c`, `reinhard`; FFmpeg, `vf_tonemap.c`; after Reinhard et al., *Photographic
///   Tone Reproduction for Digital Images* (2002), equation 3, which is contrast 0.5 without the scale.
public struct Reinhard: ScaledToneCurve, Hashable {
  let units: OperatorUnits
  let offset: Double

  /// `contrast`: The result at x = 1 before scaling, above 0 and below 1: `reinhard_contrast` in libplacebo.
  public init(from source: LuminanceRange, to target: LuminanceRange, contrast: Double = 0.5) {
    precondition(contrast > 0 && contrast < 1, "Reinhard's contrast is \(contrast); it must lie between 0 and 1")
    units = OperatorUnits(from: source, to: target)
    offset = (1 - contrast) / contrast
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let x = units.entering(light)
    let peak = units.peak
    return units.leaving(x / (x + offset) * ((peak + offset) / peak))
  }
}
