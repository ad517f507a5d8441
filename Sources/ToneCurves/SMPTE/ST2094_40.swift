public import Colorimetry

/// The tone curve carried in ST 2094-40 metadata: a line up to a knee, then a Bézier curve.
///
///     let curve = try BezierCurve(knee: SIMD2(0.1, 0.15), anchors: [0.3, 0.6])
///     ST2094_40(from: .nits(0...1000), to: .nits(0...400), bezier: curve)(.nits(100))  // 60 cd/m²
///
/// The curve is used as carried. It was made for a display with the peak targeted by the metadata. For another display
/// it keeps its shape and is scaled to that display's peak; the document's adaptation to other displays is not applied.
///
/// - Domain: The source's range, which is that of the scene; clamped outside.
/// - Range: The target's range; peak maps to peak, and black to black unless the knee is at 0 with a height above 0.
/// - Source: SMPTE ST 2094-40, the tone-mapping curve of application 4.
public struct ST2094_40: ToneCurve, Hashable {
  public let source, target: LuminanceRange
  /// The shape of the curve.
  public let bezier: BezierCurve
  let light: RelativeLight

  /// The curve from one range to another.
  ///
  /// - Precondition: Both ranges lie in `0...10_000` cd/m², with black below peak and below 203 cd/m².
  public init(from source: LuminanceRange, to target: LuminanceRange, bezier: BezierCurve) {
    self.source = source
    self.target = target
    self.bezier = bezier
    light = RelativeLight(from: source, to: target, sourceUnit: source.span)
  }

  public func callAsFunction(_ light: Luminance) -> Luminance {
    self.light.leaving(bezier(self.light.entering(light)))
  }

  public var breakpoints: Breakpoints { Breakpoints(at: source).adding(light.source(of: bezier.knee.x)) }
}

/// A knee and up to 15 Bézier anchors, as carried in ST 2094-40: a function from `0...1` to `0...1`.
///
///     try BezierCurve(knee: SIMD2(0, 0), anchors: [0.25, 0.5, 0.75])(0.5)  // 0.5
///
/// It is monotone if its anchors rise.
public struct BezierCurve: Hashable, Sendable {
  /// The maximum number of anchors.
  public static let capacity = 15

  /// The point at which the line ends and the Bézier curve begins.
  public let knee: SIMD2<Double>
  /// The number of anchors.
  public let count: Int
  // The Bernstein coefficients of P1 … PN, each times its binomial; P0 is 0 and PN is 1.
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
    var binomial = 1.0
    for k in 0...count {
      binomial = binomial * Double(count + 1 - k) / Double(k + 1)
      points[k] *= binomial
    }
    self.knee = knee
    self.count = count
    weights = points
  }

  /// The output of the curve.
  ///
  /// - Domain: `0...1`.
  /// - Range: `0...1`.
  public func callAsFunction(_ x: Double) -> Double {
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
