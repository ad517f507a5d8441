public import Colorimetry

/// The tone scale of the ACES 2 output transforms, without their color appearance model and gamut compression.
///
///     let curve = ACES2ToneScale(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 64.4 cd/m²
///
/// ACES maps scene light, where 1 is a perfect diffuser. Here 1 is reference white, 203 cd/m², or the target's peak if
/// that is lower. The result depends on the target's peak, not on the source's.
///
/// - Domain: The source's range; clamped outside.
/// - Range: Black maps to black. The target's peak is reached by scene light of 128 (for 100 cd/m²) to 896 (for 10 000 cd/m²), which few sources
///   contain, so their peak stays below the target's. With equal ranges it is not the identity.
/// - Source: Academy Software Foundation, aces-core, ACES 2, *Tonescale* (Daniele Evo), with the constants printed there.
public struct ACES2ToneScale: ScaledToneCurve, Hashable {
  /// The target peaks that the curve supports; below 47 cd/m² the published formula breaks down.
  public static let targetPeaks = Luminance.nits(48)...Luminance.nits(10_000)

  let units: OperatorUnits
  let m2, s2: Double
  /// The lowest scene light that maps to the peak.
  let rHit: Double

  static let g = 1.15
  static let t1 = 0.04

  /// - Precondition: The target's peak lies in `targetPeaks`.
  public init(from source: LuminanceRange, to target: LuminanceRange) {
    precondition(
      Self.targetPeaks.contains(target.peak),
      "ACES 2 has no tone scale for \(target); the peak must be 48 to 10000 cd/m²")
    // The published output ends at the peak n. Rescaled to the range from black to peak, it ends at the peak as well.
    let n = target.peak.nits
    units = OperatorUnits(
      from: source, to: target, sourceUnit: min(.referenceWhite, target.peak),
      targetUnit: .nits(target.span.nits / n * 100))

    let (nR, c, cD, wG, rMin, rMax) = (100.0, 0.18, 10.013, 0.14, 128.0, 896.0)
    let (g, t1) = (Self.g, Self.t1)
    rHit = rMin + (rMax - rMin) * (Elementary.log(n / nR) / Elementary.log(10_000 / 100.0))
    let m0 = n / nR
    let m1 = (m0 + (m0 * (m0 + 4 * t1)).squareRoot()) / 2
    let u = Elementary.pow((rHit / m1) / ((rHit / m1) + 1), g)
    let m = m1 / u
    let wI = Elementary.log2(n / 100)
    let cT = cD / nR * (1 + wI * wG)
    let gIP = (cT + (cT * (cT + 4 * t1)).squareRoot()) / 2
    let root = Elementary.pow(gIP / m, 1 / g)
    let gIPP2 = -(m1 * root) / (root - 1)
    let w2 = c / gIPP2
    s2 = w2 * m1
    let u2 = Elementary.pow((rHit / m1) / ((rHit / m1) + w2), g)
    m2 = m1 / u2
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    units.leaving(min(hundredsOfNits(units.entering(light)), target.peak.nits / 100))
  }

  public var breakpoints: [Luminance] {
    let ends = [source.black, source.peak]
    return rHit < units.peak ? ends + [units.source(of: rHit)] : ends
  }

  /// From scene light, with middle gray at 0.18, to hundreds of cd/m².
  package func hundredsOfNits(_ x: Double) -> Double {
    let f = m2 * Elementary.pow(x / (x + s2), Self.g)
    return f * f / (f + Self.t1)
  }
}
