public import Colorimetry
public import VideoFrames

extension PixelFormat.Spelling {
  /// The range of codes that the name implies; `nil` if it leaves the range open.
  ///
  ///     PixelFormat.Spelling("420f")?.impliedRange  // .full
  public var impliedRange: QuantizationRange? { isFullRange.map { $0 ? .full : .narrow } }
}

extension PixelFormat {
  /// The default code of full coverage: the maximum, or 1 in floating point.
  var opaqueAlpha: Double { isFloat ? 1 : Double(maximumCode) }
}
