public import Colorimetry
public import GamutMaps

extension GamutMap {
  /// The map, from light in the source's primaries to light in the display's.
  public var operations: Operations<Light, Light> {
    guard let fit else { return .matrix(matrix).then(.limit(LuminanceRange(black: .nits(0), peak: peak))) }
    return fit.convertsPrimaries ? .gamut(fit) : .matrix(matrix).then(.gamut(fit))
  }

  /// Maps a color to one that the display can show: `operations`, evaluated in `Double`.
  ///
  /// - Domain: Light in the source's primaries after tone mapping, with luminance up to the peak and components of
  ///   saturated colors up to several times the peak. Light outside this domain still maps to a color of the display.
  /// - Range: Light in the display's primaries, each component `0...peak`.
  /// - Parameter light: Linear light in the source's primaries.
  /// - Returns: Linear light in the display's primaries.
  public func callAsFunction(_ light: Light) -> Light { operations(light) }
}
