public import Colorimetry
public import GamutMaps

/// A gamut map in the display's components: light in, light of the display out, `0...peak` each.
public enum GamutFit: Sendable {
  case perceptual(PerceptualGamutMap)
  case compression(GamutCompression)
  case desaturation(GamutDesaturation)

  /// Fits one color.
  public func callAsFunction(_ components: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .perceptual(let map): map.fitted(components).components
    case .compression(let map): map.fitted(components).components
    case .desaturation(let map): map.fitted(components).components
    }
  }
}

extension GamutMap {
  /// This map as operations, from light in the source's primaries to light of the display.
  ///
  /// - Parameter source: The primaries of the incoming light.
  /// - Parameter target: The primaries of the display.
  /// - Parameter peak: The luminance of the display's white, above 0 cd/m².
  /// - Parameter strength: The strength of `perceptual`, `0...1`; ignored by the others.
  public func operations(
    from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance, strength: Double = PerceptualGamutMap.balanced
  ) -> [ColorOperation] {
    operations(from: source, to: target, peak: peak) {
      PerceptualGamutMap(from: source, to: target, peak: peak, strength: strength)
    }
  }

  /// This map as operations, with a perceptual map that may be kept from earlier.
  package func operations(
    from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance, perceptual: () -> PerceptualGamutMap
  ) -> [ColorOperation] {
    let matrix = ColorOperation.matrix(source.matrix(to: target))
    switch self {
    case .perceptual: return [matrix, .gamut(.perceptual(perceptual()))]
    case .compress: return [matrix, .gamut(.compression(GamutCompression(from: source, to: target, peak: peak)))]
    case .desaturate: return [matrix, .gamut(.desaturation(GamutDesaturation(from: source, to: target, peak: peak)))]
    case .clip: return [matrix, .limit(0...peak.nits)]
    }
  }
}
