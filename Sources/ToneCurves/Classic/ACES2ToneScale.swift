public import Colorimetry
internal import ElementaryMath

/// The tone scale of the ACES 2 output transforms, alone: without their color appearance model and gamut compression.
///
///     let curve = ACES2ToneScale(from: .nits(0...1000), to: .nits(0...203))
///     curve(.nits(203))  // 64.4 cd/m²
///
/// ACES maps scene light, where 1 is a perfect diffuser. Here that is reference white, 203 cd/m², or the target's peak
/// if that is less. The result depends on the target's peak, not on the source's.
///
/// - Domain: The source's range; outside it is as the nearest end.
/// - Range: Black to black; the target's peak is reached by scene light of 128 (at 100 cd/m²) to 896 (at 10 000),
///   which few sources have: their peak stays below the target's. With equal ranges it is not the identity.
/// - Source: Academy Software Foundation, aces-core, ACES 2, *Tonescale* (Daniele Evo), constants as printed there.
public struct ACES2ToneScale: ToneCurve, Hashable {
  /// The target peaks for which it can be computed, cd/m²: below 47 the published formula breaks down.
  public static let targetPeaks = 48.0...10_000

  public let source, target: LuminanceRange
  let light: RelativeLight
  let m2, s2: Double
  /// The scene light that becomes the peak, as does what is above.
  let rHit: Double

  static let g = 1.15
  static let t1 = 0.04

  /// The curve from one range to another.
  ///
  /// - Precondition: Both ranges lie in `0...10_000` cd/m², black below peak; the target's peak lies in `targetPeaks`.
  public init(from source: LuminanceRange, to target: LuminanceRange) {
    precondition(Self.targetPeaks.contains(target.peak.nits), "ACES 2 has no tone scale for \(target)")
    self.source = source
    self.target = target
    // The published nits end at the peak n; laid between black and peak they end there too.
    let n = target.peak.nits
    light = RelativeLight(
      from: source, to: target, sourceUnit: min(Luminance.referenceWhite.nits, n), targetUnit: target.span / n * 100)

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
    self.light.leaving(min(scaled(self.light.entering(light)), target.peak.nits / 100))
  }

  public var breakpoints: Breakpoints {
    let ends = Breakpoints(at: source)
    return rHit < light.peak ? ends.adding(light.source(of: rHit)) : ends
  }

  /// From scene light, 0.18 being grey, to hundreds of cd/m².
  package func scaled(_ x: Double) -> Double {
    let f = m2 * Elementary.pow(x / (x + s2), Self.g)
    return f * f / (f + Self.t1)
  }
}
