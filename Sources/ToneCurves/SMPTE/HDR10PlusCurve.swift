public import Colorimetry

/// The one curve that HDR10+ metadata has for all frames of a conversion.
///
///     let tone = ToneOperator.st2094_40(try HDR10PlusCurve(frames))
public struct HDR10PlusCurve: Hashable, Sendable {
  /// The curve.
  public var bezier: BezierCurve
  /// The brightest component of the scene, which is 1 on the curve, `0...10_000` cd/m²; `nil` if it is unknown.
  ///
  /// If it is not above the display's peak, the curve is not used, since nothing is to be compressed.
  public var peak: Luminance?
  /// The peak of the display for which the curve was made; `nil` if it is unknown.
  public var targetedDisplayPeak: Luminance?

  /// A curve, and what it was made for.
  public init(bezier: BezierCurve, peak: Luminance? = nil, targetedDisplayPeak: Luminance? = nil) {
    self.bezier = bezier
    self.peak = peak
    self.targetedDisplayPeak = targetedDisplayPeak
  }
}
