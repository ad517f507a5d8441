internal import Colorimetry

/// The colors a display can show, as a cube of light, and the way there from the source's primaries.
struct TargetCube: Hashable, Sendable {
  /// From the source's components to the display's, white to white.
  let matrix: Matrix3x3
  /// What each component of the display adds to luminance.
  let weights: SIMD3<Double>
  /// The light of the display's white, and of each component at its full.
  let peak: Double

  init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    precondition(peak.nits > 0, "a display's peak of \(peak) shows nothing; it must be above 0 cd/m²")
    matrix = source.matrix(to: target)
    weights = target.luminanceWeights
    self.peak = peak.nits
  }

  /// The light in the display's components, not yet inside the cube.
  ///
  /// A neutral is passed on as it is: through the matrix it would gather rounding, and then have a hue.
  func components(of light: Light) -> SIMD3<Double> {
    let c = light.components
    return c.x == c.y && c.y == c.z ? c : matrix * c
  }

  /// The luminance of components.
  func luminance(of components: SIMD3<Double>) -> Double { (weights * components).sum() }

  /// Whether a color lies in the cube as it is.
  func holds(_ components: SIMD3<Double>) -> Bool { components.min() >= 0 && components.max() <= peak }

  /// The nearest point of the cube, component by component; or of the part of it where no component is below `least`.
  func clipped(_ components: SIMD3<Double>, above least: Double = 0) -> Light {
    Light(components.clamped(lowerBound: SIMD3(repeating: least), upperBound: SIMD3(repeating: peak)))
  }
}
