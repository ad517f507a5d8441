public import Colorimetry

/// The ways to fit color into a smaller gamut, by name.
public enum GamutMap: String, CaseIterable, Hashable, Sendable {
  /// At constant hue onto the display's hull, with a protected core; see `PerceptualGamutMap`.
  case perceptual
  /// Each component's distance from the largest one, compressed; see `GamutCompression`.
  case compress
  /// Toward the neutral of the same luminance; see `GamutDesaturation`.
  case desaturate
  /// Each component on its own; see `GamutClip`.
  case clip

  /// The map of this name between two sets of primaries.
  ///
  ///     GamutMap.perceptual.mapping(from: .bt2020, to: .bt709, peak: .nits(203))
  ///
  /// - Parameter source: The primaries of the light that comes in.
  /// - Parameter target: The primaries of the display.
  /// - Parameter peak: The light of the display's white, above 0 cd/m².
  /// - Parameter strength: That of `perceptual`, `0...1`; the others have none.
  public func mapping(
    from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance,
    strength: Double = PerceptualGamutMap.balanced
  ) -> any GamutMapping {
    switch self {
    case .perceptual: PerceptualGamutMap(from: source, to: target, peak: peak, strength: strength)
    case .compress: GamutCompression(from: source, to: target, peak: peak)
    case .desaturate: GamutDesaturation(from: source, to: target, peak: peak)
    case .clip: GamutClip(from: source, to: target, peak: peak)
    }
  }
}
