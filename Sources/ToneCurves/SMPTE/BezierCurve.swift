public import Colorimetry

/// A knee and up to 15 Bézier anchors, as carried in ST 2094-40: a function from `0...1` to `0...1`.
///
///     let curve = try BezierCurve(knee: (0.1, 0.15), anchors: [0.3, 0.6])
///     ST2094_40(from: .nits(0...1000), to: .nits(0...400), bezier: curve)(.nits(100))  // 60 cd/m²
///
/// It is monotone if its anchors increase.
public struct BezierCurve: Hashable, Sendable {
  /// The maximum number of anchors.
  public static let capacity = 15

  // The knee, as `Double`.
  let corner: SIMD2<Double>
  /// The number of anchors.
  public let count: Int
  // P1 … PN; PN is 1. P0 is 0.
  let points: SIMD16<Double>
  // The points, each multiplied by its binomial coefficient.
  private let weights: SIMD16<Double>

  /// The point at which the line ends and the Bézier curve starts: relative to the source's peak, and to the display's.
  public var knee: (x: RelativeLevel, y: RelativeLevel) { (RelativeLevel(corner.x), RelativeLevel(corner.y)) }

  /// Creates the curve with this knee and these anchors.
  ///
  /// - Parameter knee: The input and output at the knee, each `0...1`.
  /// - Parameter anchors: P1, P2 …, each `0...1`: 0 is the light of the knee, 1 the peak.
  /// - Throws: `ToneCurveError.knee` or `.anchor` for a value outside its range; `.anchorCount` for more than 15 anchors.
  public init(knee: (x: RelativeLevel, y: RelativeLevel), anchors: [Double]) throws(ToneCurveError) {
    guard (0...1).contains(knee.x.value), (0...1).contains(knee.y.value) else { throw .knee(x: knee.x, y: knee.y) }
    var points = SIMD16<Double>.zero
    var count = 0
    for anchor in anchors {
      guard (0...1).contains(anchor) else { throw .anchor(anchor, index: count) }
      guard count < Self.capacity else { throw .anchorCount(count + 1) }
      points[count] = anchor
      count += 1
    }
    points[count] = 1
    self.init(corner: SIMD2(knee.x.value, knee.y.value), points: points, count: count)
  }

  /// Creates the curve from a knee and points that are known to be valid.
  init(corner: SIMD2<Double>, points: SIMD16<Double>, count: Int) {
    (self.corner, self.points, self.count) = (corner, points, count)
    var weights = points
    var binomial = 1.0
    for k in 0...count {
      binomial = binomial * Double(count + 1 - k) / Double(k + 1)
      weights[k] *= binomial
    }
    self.weights = weights
  }

  /// The output of the curve.
  ///
  /// - Domain: `0...1`; 1 is the source's peak.
  /// - Range: `0...1`; 1 is the display's peak.
  package func output(_ x: Double) -> Double {
    if x <= corner.x, corner.x > 0 { return corner.y / corner.x * x }
    let t = (x - corner.x) / (1 - corner.x)
    // The sum of weight · t^k · (1 − t)^(N − k), by Horner's rule on both powers at once.
    var (sum, power) = (0.0, 1.0)
    for k in 0...count {
      power *= t
      sum = sum * (1 - t) + weights[k] * power
    }
    return corner.y + (1 - corner.y) * sum
  }
}
