public import Colorimetry

/// The HDR10+ tone curve that applies to all frames of a conversion.
///
///     let tone = ToneOperator.st2094_40(try HDR10PlusCurve(frames))
public struct HDR10PlusCurve: Hashable, Sendable {
  /// The curve.
  public var bezier: BezierCurve
  /// The maximum component of the scene, 1 on the curve, `0...10_000` cd/m²; `nil` if it is unknown.
  ///
  /// If it is not above the display's peak, the curve is not used, because no compression is needed.
  public var peak: Luminance?
  /// The peak of the display for which the curve was made; `nil` if it is unknown.
  public var targetedDisplayPeak: Luminance?

  /// Creates the curve with the scene's peak and the peak of its target display.
  public init(bezier: BezierCurve, peak: Luminance? = nil, targetedDisplayPeak: Luminance? = nil) {
    self.bezier = bezier
    self.peak = peak
    self.targetedDisplayPeak = targetedDisplayPeak
  }
}
