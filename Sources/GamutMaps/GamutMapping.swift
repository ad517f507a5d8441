public import Colorimetry

/// A way to bring the colors of one set of primaries into what a display of other primaries can show.
///
///     let map = GamutMap.perceptual.mapping(from: .bt2020, to: .bt709, peak: .nits(203))
///     map(Light(10, 90, 30))  // BT.709 light, each component 0...203 cd/m²
///
/// The room is the display's cube of light: each of its three components from 0 to the peak. Every map here keeps
/// five promises, and a test holds each of them: the result lies in that cube; neutrals come out as they went in,
/// exactly; where the two sets of primaries are one and the color fits, it is untouched; the map is continuous; and a
/// neutral above the peak comes out as the display's white.
public protocol GamutMapping: Sendable {
  /// The color that the display shows in place of this one.
  ///
  /// - Domain: Light in the source's primaries after tone mapping: luminance up to the peak, components of saturated
  ///   colors up to several times the peak. What lies outside still gives a color of the display.
  /// - Range: Light in the display's primaries, each component `0...peak`.
  /// - Parameter light: Linear light in the source's primaries.
  /// - Returns: Linear light in the display's primaries.
  func callAsFunction(_ light: Light) -> Light
}
