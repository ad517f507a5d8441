internal import Colorimetry

/// The colors that a display can show, as a cube of light, and the conversion from the source's primaries.
struct TargetCube: Hashable, Sendable {
  /// From the source's components to the display's; white maps to white.
  let matrix: Matrix3x3
  /// The contribution of each component of the display to luminance.
  let weights: SIMD3<Double>
  /// The luminance of the display's white, and the light of each full component.
  let peak: Double

  init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    precondition(peak.nits > 0, "the peak of the display is \(peak); it must be above 0 cd/m²")
    matrix = source.matrix(to: target)
    weights = target.luminanceWeights
    self.peak = peak.nits
  }

  /// The light in the display's components, not yet limited to the cube.
  ///
  /// A neutral is passed through unchanged: rounding in the matrix would give it a hue.
  func components(of light: Light) -> SIMD3<Double> {
    let c = light.components
    return c.x == c.y && c.y == c.z ? c : matrix * c
  }

  /// The luminance of components.
  func luminance(of components: SIMD3<Double>) -> Double { (weights * components).sum() }

  /// Whether a color lies in the cube.
  func holds(_ components: SIMD3<Double>) -> Bool { components.min() >= 0 && components.max() <= peak }

  /// The color with each component clamped to `least...peak`.
  func clipped(_ components: SIMD3<Double>, above least: Double = 0) -> Light {
    Light(components.clamped(lowerBound: SIMD3(repeating: least), upperBound: SIMD3(repeating: peak)))
  }
}
