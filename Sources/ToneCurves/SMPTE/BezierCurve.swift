package import Colorimetry

/// A knee and up to 15 Bézier anchors, as carried in ST 2094-40: a function from `0...1` to `0...1`.
///
///     let curve = try BezierCurve(knee: SIMD2(0.1, 0.15), anchors: [0.3, 0.6])
///     ST2094_40(from: .nits(0...1000), to: .nits(0...400), bezier: curve)(.nits(100))  // 60 cd/m²
///
/// It is monotone if its anchors rise.
public struct BezierCurve: Hashable, Sendable {
  /// The maximum number of anchors.
  public static let capacity = 15

  /// The point at which the line ends and the Bézier curve begins.
  public let knee: SIMD2<Double>
  /// The number of anchors.
  public let count: Int
  // P1 … PN, of which the last is 1; P0 is 0.
  let points: SIMD16<Double>
  // The same, each times its binomial.
  private let weights: SIMD16<Double>

  /// Creates the curve with this knee and these anchors.
  ///
  /// - Parameter knee: The input and output at the knee, each `0...1`.
  /// - Parameter anchors: P1, P2 …, each `0...1`.
  /// - Throws: `ToneCurveError.knee` or `.anchor` for a value outside its range; `.anchorCount` for more than 15
  ///   anchors.
  public init(knee: SIMD2<Double>, anchors: some Sequence<Double>) throws(ToneCurveError) {
    guard (0...1).contains(knee.x), (0...1).contains(knee.y) else { throw .knee(knee) }
    var points = SIMD16<Double>.zero
    var count = 0
    for anchor in anchors {
      guard (0...1).contains(anchor) else { throw .anchor(anchor, index: count) }
      guard count < Self.capacity else { throw .anchorCount(count + 1) }
      points[count] = anchor
      count += 1
    }
    points[count] = 1
    self.init(knee: knee, points: points, count: count)
  }

  /// The curve through a knee with points that are known to be valid.
  init(knee: SIMD2<Double>, points: SIMD16<Double>, count: Int) {
    (self.knee, self.points, self.count) = (knee, points, count)
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
  package func callAsFunction(_ light: RelativeLevel) -> RelativeLevel { RelativeLevel(output(light.value)) }

  /// The same output for the same input, as bare numbers.
  func output(_ x: Double) -> Double {
    if x <= knee.x, knee.x > 0 { return knee.y / knee.x * x }
    let t = (x - knee.x) / (1 - knee.x)
    // The sum of weight · t^k · (1 − t)^(N − k), by Horner's rule on both powers at once.
    var (sum, power) = (0.0, 1.0)
    for k in 0...count {
      power *= t
      sum = sum * (1 - t) + weights[k] * power
    }
    return knee.y + (1 - knee.y) * sum
  }
}
