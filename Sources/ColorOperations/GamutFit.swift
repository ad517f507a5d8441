public import Colorimetry

/// What brings colors into a display's gamut and below its peak, in the display's components: an operation that no other can say.
///
/// Its description completes the words "gamut by". The compiler of the vector kernels has steps for the maps of the module GamutMaps.
public protocol GamutFit: Sendable, CustomStringConvertible {
  /// Fits one color.
  ///
  /// - Domain: Any light in the display's components; NaN is not a color.
  /// - Range: Light that the display can show: each component is 0 to its peak.
  /// - Parameter light: A color in the display's components.
  func fitted(displayLight light: Light) -> Light
}
