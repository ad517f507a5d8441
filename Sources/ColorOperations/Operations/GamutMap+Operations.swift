public import Colorimetry
public import GamutMaps

extension FittedGamutMap {
  /// The map, from light in the source's primaries to light in the display's.
  public var operations: Operations<Light, Light> {
    guard let fit else { return .matrix(matrix).then(.limit(LuminanceRange(black: .nits(0), peak: peak))) }
    return fit.convertsPrimaries ? .gamut(fit) : .matrix(matrix).then(.gamut(fit))
  }
}
