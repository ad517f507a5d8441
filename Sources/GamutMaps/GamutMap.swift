// Exported, because tools that read this module from outside of the package need the protocol to which its maps conform.
@_exported public import ColorOperations
public import Colorimetry

/// A map from the colors of one set of primaries to the colors that a display with other primaries can show.
///
///     let map = GamutOperator.perceptual.map(from: .bt2020, to: .bt709, peak: .nits(203))
///     map(.nits(10, 90, 30))  // BT.709 light, each component 0...203 cd/m²
///
/// A display can show a cube of light: each of its three components from 0 to the peak. Every map of this library makes five guarantees, all of them
/// tested:
///
/// - The result lies in that cube.
/// - Neutrals are unchanged, exactly.
/// - If the two sets of primaries are the same and the color fits, it is unchanged.
/// - The map is continuous.
/// - A neutral above the peak becomes the display's white.
public protocol GamutMap: Sendable {
  /// Maps a color to one that the display can show.
  ///
  /// - Domain: Light in the source's primaries after tone mapping, with luminance up to the peak and components of
  ///   saturated colors up to several times the peak. Light outside this domain still maps to a color of the display.
  /// - Range: Light in the display's primaries, each component `0...peak`.
  func callAsFunction(_ light: Light) -> Light
}

/// A gamut map composed of a matrix and an operation that brings colors into the display's gamut.
package protocol FittedGamutMap: GamutMap, ColorOperation {
  /// The colors of the display, and the matrix to its primaries.
  var cube: TargetCube { get }
  /// Whether the operation takes light in the source's components, which it converts itself, instead of light in the display's.
  var convertsPrimaries: Bool { get }
  /// The map, from light in the source's primaries to light in the display's.
  var operations: Operations { get }
}

extension FittedGamutMap {
  package var takes: ColorUnit? { .light() }
  package var convertsPrimaries: Bool { false }
  package var operations: Operations { convertsPrimaries ? [self] : [Affine(cube.matrix), self] }

  public func callAsFunction(_ light: Light) -> Light {
    Light(self(convertsPrimaries ? light.components : cube.matrix.keepingNeutrals(light.components), at: Pixel()))
  }
}

/// The colors that a display can show, as a cube of light, and the conversion from the source's primaries.
package struct TargetCube: Hashable, Sendable {
  /// From the source's components to the display's; white maps to white.
  package let matrix: Matrix3x3
  /// The contribution of each component of the display to luminance.
  package let weights: SIMD3<Double>
  /// The luminance of the display's white, and of each full component.
  package let peak: Luminance

  package init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    precondition(peak.nits > 0, "the peak of the display is \(peak); it must be above 0 cd/m²")
    matrix = source.matrix(to: target)
    weights = target.luminanceWeights
    self.peak = peak
  }

  /// The range of each component, in cd/m².
  var range: ClosedRange<Double> { 0...peak.nits }

  /// The luminance of components, both in cd/m².
  func luminance(of components: SIMD3<Double>) -> Double { (weights * components).sum() }

  /// The color with each component clamped to `0...peak`, in cd/m².
  func clipped(_ components: SIMD3<Double>) -> SIMD3<Double> {
    components.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: peak.nits))
  }
}
