public import Colorimetry

/// Why there is no such tone curve.
public enum ToneCurveError: Error, Hashable, Sendable {
  /// The source or the target spans nothing, ends beyond PQ's 10 000 cd/m², or has a black below 0 or above white.
  case range(LuminanceRange)
  /// The scene's average is below 0, or not a number.
  case sceneAverage(Luminance)
  /// The operator needs the curve that dynamic metadata carries, and none was given.
  case missingBezier(ToneOperator)
  /// The operator cannot be computed for this target.
  case targetPeak(ToneOperator, found: Luminance, expected: ClosedRange<Double>)
  /// The knee of a Bézier curve lies outside the unit square.
  case knee(SIMD2<Double>)
  /// An anchor of a Bézier curve lies outside `0...1`.
  case anchor(Double, index: Int)
  /// A Bézier curve has more than 15 anchors.
  case anchorCount(Int)
}

extension ToneCurveError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .range(let range):
      "a tone curve cannot span \(range): give a black from 0 to below 203 and a peak above it, up to 10000"
    case .sceneAverage(let found):
      "the scene's average is \(found), and a luminance of 0 or more was expected: leave it out if it is not known"
    case .missingBezier(let tone):
      "\(tone) needs the Bézier curve of ST 2094-40 metadata, and there is none: give the metadata or another operator"
    case .targetPeak(let tone, let found, let expected):
      """
      \(tone) has no curve for a target peak of \(found), only for \(expected.lowerBound)…\(expected.upperBound): \
      choose another operator or display
      """
    case .knee(let found):
      "the Bézier curve's knee is (\(found.x), \(found.y)), and both must lie in 0…1: check the metadata"
    case .anchor(let found, let index):
      "anchor \(index + 1) of the Bézier curve is \(found), and it must lie in 0…1: check the metadata"
    case .anchorCount(let found):
      "the Bézier curve has \(found) anchors, and ST 2094-40 allows 15: check the metadata"
    }
  }
}
