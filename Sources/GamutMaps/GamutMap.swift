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
  /// - Parameter light: Linear light in the source's primaries.
  /// - Returns: Linear light in the display's primaries.
  func callAsFunction(_ light: Light) -> Light
}

/// A gamut map composed of a matrix and a rule that brings colors into the display's gamut.
package protocol FittedGamutMap: GamutMap {
  /// From the source's primaries to the display's, white to white.
  var matrix: Matrix3x3 { get }
  /// The luminance of the display's white, which no component of the result exceeds.
  var peak: Luminance { get }
  /// Whether the input of ``fitted(_:)`` is light in the source's components, which it converts itself; otherwise it is light in the display's.
  var convertsPrimaries: Bool { get }

  /// Brings one color into the display's gamut.
  ///
  /// - Domain: Any light in the components of the source or of the display, depending on ``convertsPrimaries``; NaN is not a color.
  /// - Range: Light that the display can show: each component from 0 to its peak.
  /// - Parameter light: A color in these components, cd/m².
  func fitted(_ light: SIMD3<Double>) -> SIMD3<Double>
}

extension FittedGamutMap {
  package var convertsPrimaries: Bool { false }

  public func callAsFunction(_ light: Light) -> Light {
    Light(fitted(convertsPrimaries ? light.components : matrix.keepingNeutrals(light.components)))
  }
}

extension Light {
  /// This light with each component limited to 0 and a peak; NaN becomes 0.
  func limited(to peak: Luminance) -> Light {
    func limited(_ component: Double) -> Double { component > 0 ? min(component, peak.nits) : 0 }
    return Light(SIMD3(limited(components.x), limited(components.y), limited(components.z)))
  }
}
