public import Colorimetry

/// What brings colors into a display's gamut and below its peak, in the display's components: an operation that no other can say.
///
/// Its description completes the words "gamut by". The list is closed, so that the compiler of the vector kernels has steps for each.
public enum GamutFit: Hashable, Sendable, CustomStringConvertible {
  /// What a perceptual map does to the display's light.
  case perceptual(PerceptualGamutMap)
  /// What a compression does to it.
  case compression(GamutCompression)
  /// What a desaturation does to it.
  case desaturation(GamutDesaturation)

  /// Fits one color.
  ///
  /// - Domain: Any light in the display's components; NaN is not a color.
  /// - Range: Light that the display can show: each component is 0 to its peak.
  /// - Parameter light: A color in the display's components.
  public func fitted(displayLight light: Light) -> Light {
    switch self {
    case .perceptual(let map): map.fitted(displayLight: light)
    case .compression(let map): map.fitted(displayLight: light)
    case .desaturation(let map): map.fitted(displayLight: light)
    }
  }

  public var description: String {
    switch self {
    case .perceptual(let map): "the table of the perceptual map, chroma preservation \(map.chromaPreservation)"
    case .compression: "compressed distances from the greatest component"
    case .desaturation: "desaturation at equal luminance"
    }
  }
}
