public import Colorimetry

/// Hable's filmic curve, scaled to map the source's peak to 1.
///
///     let curve = Hable(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 79.3 cd/m²
///
/// Light is relative to the target's peak: x = 1 is SDR white.
///
/// - Domain: The source's range; clamped outside.
/// - Range: The target's range; black maps to black and peak to peak. With equal ranges it is not the identity.
/// - Source: John Hable, *Filmic Tonemapping Operators* (2010), without its exposure factor of 2. White is the source's
///   peak, as in libplacebo, `hable`, and FFmpeg, `vf_tonemap.c`.
public struct Hable: ScaledToneCurve, Hashable {
  let units: OperatorUnits
  let atPeak: Double

  public init(from source: LuminanceRange, to target: LuminanceRange) {
    units = OperatorUnits(from: source, to: target)
    atPeak = Self.filmic(units.peak)
  }

  // The published (x(Ax + CB) + DE) / (x(Ax + B) + DF) − E/F is written over one denominator, where DE cancels.
  // Otherwise rounding errors would remain at 0.
  private static func filmic(_ x: Double) -> Double {
    let (a, b, c, d, e, f) = (0.15, 0.50, 0.10, 0.20, 0.02, 0.30)
    return x * ((a * x + c * b) - e / f * (a * x + b)) / (x * (a * x + b) + d * f)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    units.leaving(Self.filmic(units.entering(light)) / atPeak)
  }
}
