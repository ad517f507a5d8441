internal import ElementaryMath

/// A step of a plan that takes light to light, in cd/m².
enum LightStage: Sendable {
  /// The same color in other primaries.
  case primaries(Matrix3x3, from: ColorPrimaries, to: ColorPrimaries)
  /// Contrast for another surround: luminance to a power, relative to the peak, in BT.2020.
  case surround(SurroundGamma)
  /// A tone curve, applied to BT.2020 light.
  case tone(any ToneCurve, ToneOperator, ToneVariant?)
  /// Into the target's gamut and peak; the light leaves in the target's primaries.
  case gamut(any GamutMapping, GamutMap, from: ColorPrimaries, to: ColorPrimaries)

  /// This step on one color.
  func callAsFunction(_ light: Light) -> Light {
    switch self {
    case .primaries(let matrix, _, _): matrix * light
    case .surround(let gamma): gamma(light)
    case .tone(let curve, _, let variant):
      if let map = curve as? any ColorToneMap { map(light) } else { (variant ?? .luminance).apply(curve, to: light) }
    case .gamut(let map, _, _, _): map(light)
    }
  }
}

/// The system gamma that adapts a picture's contrast to the light around the display.
///
/// Luminance Y becomes peak · (Y / peak)^γ; all three components share its factor, so hue stays.
///
/// - Source: ITU-R BT.2390-11, clause 6.2, for HLG; this library applies the same factor to PQ.
struct SurroundGamma: Hashable, Sendable {
  /// The exponent, about 0.8…1.2.
  var gamma: Double
  /// The luminance that stays as it is.
  var peak: Luminance

  /// This gamma on BT.2020 light.
  func callAsFunction(_ bt2020: Light) -> Light {
    let luminance = (ToneVariant.luminanceWeights * bt2020.components).sum()
    guard luminance > 0 else { return bt2020 }
    return bt2020 * Elementary.pow(luminance / peak.nits, gamma - 1)
  }
}
