internal import Colorimetry

/// The colors that a display can show, as a cube of light, and the conversion from the source's primaries.
struct TargetCube: Hashable, Sendable {
  /// From the source's components to the display's; white maps to white.
  let matrix: Matrix3x3
  /// The contribution of each component of the display to luminance.
  let weights: SIMD3<Double>
  /// The luminance of the display's white, and of each full component.
  let peak: Luminance

  init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    precondition(peak.nits > 0, "the peak of the display is \(peak); it must be above 0 cd/m²")
    matrix = source.matrix(to: target)
    weights = target.luminanceWeights
    self.peak = peak
  }

  /// The luminance of components, both in cd/m².
  func luminance(of components: SIMD3<Double>) -> Double { (weights * components).sum() }

  /// The color with each component clamped to `0...peak`, in cd/m².
  func clipped(_ components: SIMD3<Double>) -> SIMD3<Double> {
    components.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: peak.nits))
  }
}
