public import Colorimetry

/// The reason why a tone curve cannot be created.
public enum ToneCurveError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The source or target range is empty, ends above 10 000 cd/m² (the peak of PQ), or has a black below 0 or not below reference white.
  case range(LuminanceRange)
  /// The scene's average light is below 0 or NaN.
  case sceneAverage(Luminance)
  /// The knee adaptation of the spline is outside `0...1`.
  case kneeAdaptation(Double)
  /// The operator's curve has a source or target range other than the requested one.
  case otherRange(LuminanceRange, expected: LuminanceRange)
  /// The operator's curve is not finite at this light.
  case notFinite(_ tone: String, at: Luminance)
  /// The operator has no curve between these ranges, for an operator-specific reason.
  case refused(String)
  /// Reference white is not above the black of the source or of the target.
  case referenceWhite(Luminance, black: Luminance)
  /// The operator cannot be computed for this target.
  case targetPeak(_ tone: String, found: Luminance, expected: ClosedRange<Luminance>)
  /// The knee of a Bézier curve lies outside the unit square.
  case knee(x: RelativeLevel, y: RelativeLevel)
  /// An anchor of a Bézier curve lies outside `0...1`.
  case anchor(Double, index: Int)
  /// A Bézier curve has more than 15 anchors.
  case anchorCount(Int)

  public var description: String {
    switch self {
    case .range(let range):
      "a tone curve cannot span \(range); its black must be 0 to below 203 cd/m² and its peak above that, up to 10000 cd/m²"
    case .sceneAverage(let found):
      "the scene's average is \(found); it must be 0 cd/m² or more; omit it if it is unknown"
    case .kneeAdaptation(let share):
      "the knee adaptation of the spline is \(share), but it must be 0 to 1; 0.4 is libplacebo's"
    case .otherRange(let found, let expected):
      "the tone curve spans \(found), but \(expected) was expected; make it from the ranges that the operator is given"
    case .notFinite(let tone, let light):
      "the curve of \(tone) is not finite at \(light), but it must be finite over the whole source; correct the curve"
    case .refused(let reason): reason
    case .referenceWhite(let white, let black):
      """
      reference white is \(white), but it must be above the black of source and display, here \(black); correct the metadata, or \
      choose another operator
      """
    case .targetPeak(let tone, let found, let expected):
      """
      \(tone) does not support a target peak of \(found), only \(expected.lowerBound.nits)…\(expected.upperBound.nits) cd/m²; \
      choose another operator or display
      """
    case .knee(let x, let y):
      "the knee of the Bézier curve is (\(x), \(y)); both numbers must be 0 to 1; check the metadata"
    case .anchor(let found, let index):
      "anchor \(index + 1) of the Bézier curve is \(found); it must be 0 to 1; check the metadata"
    case .anchorCount(let found):
      "the Bézier curve has \(found) anchors; ST 2094-40 allows at most 15; check the metadata"
    }
  }
}
