public import Colorimetry

/// The available ways to fit colors into a smaller gamut, by name.
public enum GamutOperator: String, CaseIterable, Hashable, Sendable {
  /// Moves colors onto the display's hull at constant hue, except of deep blues, with a protected core; see `PerceptualGamutMap`.
  case perceptual
  /// Compresses each component's distance from the largest one; see `GamutCompression`.
  case compress
  /// Moves colors toward the neutral of the same luminance; see `GamutDesaturation`.
  case desaturate
  /// Clips each component; see `GamutClip`.
  case clip

  /// The map with this name between two sets of primaries.
  ///
  ///     GamutOperator.perceptual.map(from: .bt2020, to: .bt709, peak: .nits(203))
  ///
  /// - Parameter source: The primaries of the incoming light.
  /// - Parameter target: The primaries of the display.
  /// - Parameter peak: The luminance of the display's white, above 0 cd/m².
  /// - Parameter chromaPreservation: What `perceptual` keeps of colors that are too bright and too colorful, `0...1`: 0 intensity, 1 chroma;
  ///   `nil` means `PerceptualGamutMap.balanced(from:to:)`; ignored by the others.
  /// - Precondition: Peak and chroma preservation are in these ranges; the primaries of each form a triangle.
  public func map(
    from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance,
    chromaPreservation: Double? = nil
  ) -> any GamutMap {
    switch self {
    case .perceptual:
      PerceptualGamutMap(from: source, to: target, peak: peak, chromaPreservation: chromaPreservation)
    case .compress: GamutCompression(from: source, to: target, peak: peak)
    case .desaturate: GamutDesaturation(from: source, to: target, peak: peak)
    case .clip: GamutClip(from: source, to: target, peak: peak)
    }
  }
}
