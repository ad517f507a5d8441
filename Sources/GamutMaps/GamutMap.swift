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
  /// From the source's primaries to the display's, white to white.
  var matrix: Matrix3x3 { get }
  /// The luminance of the display's white, which no component of the result exceeds.
  var peak: Luminance { get }
  /// What brings colors into the display's gamut, the conversion included if it says so; `nil` if each component is limited by itself.
  var fit: GamutFit? { get }
}
