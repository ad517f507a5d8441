public import Colorimetry

/// What brings colors into a display's gamut and below its peak: an operation that no other can say.
///
/// Its description completes the words "gamut by". The list is closed, so that the compiler of the vector kernels has steps for each.
public enum GamutFit: Hashable, Sendable, CustomStringConvertible {
  /// What a perceptual map does: to the light of the source if the map makes room, else to the display's.
  case perceptual(PerceptualGamutMap)
  /// What a compression does to the display's light.
  case compression(GamutCompression)
  /// What a desaturation does to the display's light.
  case desaturation(GamutDesaturation)
  /// Somebody else's map, from the light of the source.
  case sampled(SampledGamutMap)

  /// Whether this takes light in the source's components, and converts it itself; else it takes light in the display's.
  public var convertsPrimaries: Bool {
    switch self {
    case .perceptual(let map): map.compresses
    case .sampled: true
    case .compression, .desaturation: false
    }
  }

  /// From the components that this takes to the display's, if it changed nothing else.
  package var conversion: Matrix3x3 {
    switch self {
    case .perceptual(let map): map.innerMatrix
    case .sampled(let map): map.matrix
    case .compression, .desaturation: .identity
    }
  }

  /// Fits one color.
  ///
  /// - Domain: Any light in the components of the source or of the display, as ``convertsPrimaries`` says; NaN is not a color.
  /// - Range: Light that the display can show: each of its components is 0 to its peak.
  /// - Parameter light: A color in these components.
  public func fitted(_ light: Light) -> Light {
    switch self {
    case .perceptual(let map): Light(map.fitted(light.components))
    case .compression(let map): map.fitted(displayLight: light)
    case .desaturation(let map): map.fitted(displayLight: light)
    case .sampled(let map): map.fitted(light)
    }
  }

  public var description: String {
    switch self {
    case .perceptual(let map): "the perceptual map, chroma preservation \(map.chromaPreservation)"
    case .compression: "compressed distances from the maximum component"
    case .desaturation: "desaturation at equal luminance"
    case .sampled(let map):
      "the map \(map.name), on frames by \(SampledGamutMap.latticeSize)³ samples over roots of light"
    }
  }
}
