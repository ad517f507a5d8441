public import ColorOperations
public import Colorimetry

/// A map from the colors of one set of primaries to those that a display with other primaries can show.
///
///     let map = GamutOperator.perceptual.map(from: .bt2020, to: .bt709, peak: .nits(203))
///     map(.nits(10, 90, 30))  // BT.709 light, each component 0...203 cd/m²
///
/// A display can show a cube of light: each of its three components from 0 to the peak. Every map here keeps five
/// promises, each of which is tested:
///
/// - The result lies in that cube.
/// - Neutrals are unchanged, exactly.
/// - If the two sets of primaries are the same and the color fits, it is unchanged.
/// - The map is continuous.
/// - A neutral above the peak becomes the display's white.
public protocol GamutMap: Sendable {
  /// The map, from light in the source's primaries to light in the display's.
  var operations: Operations<Light, Light> { get }
}

extension GamutMap {
  /// Maps a color to one that the display can show: `operations`, evaluated in `Double`.
  ///
  /// - Domain: Light in the source's primaries after tone mapping, with luminance up to the peak and components of
  ///   saturated colors up to several times the peak. Light outside this domain still maps to a color of the display.
  /// - Range: Light in the display's primaries, each component `0...peak`.
  /// - Parameter light: Linear light in the source's primaries.
  /// - Returns: Linear light in the display's primaries.
  public func callAsFunction(_ light: Light) -> Light { operations(light) }
}
