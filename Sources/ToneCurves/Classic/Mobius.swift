public import Colorimetry

/// The Möbius curve: unchanged light up to a knee, then a hyperbola that reaches 1 at the peak.
///
///     let curve = Mobius(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 138 cd/m²
///
/// Light is relative to the target's peak: x = 1 is SDR white.
///
/// - Domain: The source's range; clamped outside.
/// - Range: The target's range; black maps to black and peak to peak. Light is unchanged if the source's span does not exceed the target's.
/// - Source: libplacebo, `tone_mapping.c`, `mobius`, with `linear_knee` 0.3; FFmpeg, `vf_tonemap.c`.
public struct Mobius: ScaledToneCurve, Hashable {
  let units: OperatorUnits
  let knee: Double
  let a, b, scale: Double

  /// `knee`: The light at which the hyperbola starts, as a fraction of the target's peak, above 0 and below 1.
  public init(from source: LuminanceRange, to target: LuminanceRange, knee: RelativeLevel = 0.3) {
    precondition(knee > 0 && knee < 1, "the knee of the Möbius curve is \(knee); it must lie between 0 and 1")
    units = OperatorUnits(from: source, to: target)
    let peak = units.peak
    let j = knee.value
    // As the peak approaches 1, the hyperbola becomes the line and b grows without bound.
    self.knee = peak > 1 ? j : .infinity
    a = -j * j * (peak - 1) / (j * j - 2 * j + peak)
    b = (j * j - 2 * j * peak + peak) / max(peak - 1, 1e-6)
    scale = (b * b + 2 * b * j + j * j) / (b - a)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    let x = units.entering(light)
    return units.leaving(x > knee ? scale * (x + a) / (x + b) : x)
  }

  public var breakpoints: [Luminance] { [source.black, source.peak, units.source(of: knee)] }
}
