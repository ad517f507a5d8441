internal import ElementaryMath

/// A stage of a plan that converts light to light, in cd/m².
enum LightStage: Sendable {
  /// Expresses the same color in other primaries.
  case primaries(Matrix3x3, from: ColorPrimaries, to: ColorPrimaries)
  /// Adapts contrast to another surround: luminance to a power, relative to the peak, in BT.2020.
  case surround(SurroundGamma)
  /// Applies a tone curve to BT.2020 light.
  case tone(any ToneCurve, ToneOperator, ToneVariant?)
  /// Brings colors into the target's gamut and below its peak; the result is in the target's primaries.
  case gamut(any GamutMapping, GamutMap, from: ColorPrimaries, to: ColorPrimaries)

  /// Applies this stage to one color.
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
/// Luminance Y becomes peak · (Y / peak)^γ; all three components are multiplied by the same factor, so hue does not change.
///
/// - Source: ITU-R BT.2390-11, clause 6.2, for HLG; this library applies the same factor to PQ.
struct SurroundGamma: Hashable, Sendable {
  /// The exponent, about 0.8…1.2.
  var gamma: Double
  /// The luminance that does not change.
  var peak: Luminance

  /// Applies this gamma to BT.2020 light.
  func callAsFunction(_ bt2020: Light) -> Light {
    let luminance = (ToneVariant.luminanceWeights * bt2020.components).sum()
    guard luminance > 0 else { return bt2020 }
    return bt2020 * Elementary.pow(luminance / peak.nits, gamma - 1)
  }
}
