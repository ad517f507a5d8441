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

  /// The point at which the line ends and the Bézier curve starts: relative to the source's peak, and to the display's.
  let knee: SIMD2<Double>
  // P1 … PN; PN is 1. P0 is 0.
  private let points: [Double]
  // The points, each multiplied by its binomial coefficient.
  private let weights: [Double]

  /// - Parameter knee: The input and output at the knee, each `0...1`.
  /// - Parameter anchors: P1, P2 …, each `0...1`: 0 is the light of the knee, 1 the peak.
  /// - Throws: `ToneCurveError.knee` or `.anchor` for a value outside its range; `.anchorCount` for more than 15 anchors.
  public init(knee: (x: RelativeLevel, y: RelativeLevel), anchors: [Double]) throws(ToneCurveError) {
    guard (0...1).contains(knee.x.value), (0...1).contains(knee.y.value) else { throw .knee(x: knee.x, y: knee.y) }
    for (index, anchor) in anchors.enumerated() {
      guard (0...1).contains(anchor) else { throw .anchor(anchor, index: index) }
      guard index < Self.capacity else { throw .anchorCount(index + 1) }
    }
    self.init(knee: SIMD2(knee.x.value, knee.y.value), points: anchors + [1])
  }

  /// Creates the curve from a knee and points that are known to be valid.
  private init(knee: SIMD2<Double>, points: [Double]) {
    (self.knee, self.points) = (knee, points)
    var weights = points
    var binomial = 1.0
    for k in points.indices {
      binomial = binomial * Double(points.count - k) / Double(k + 1)
      weights[k] *= binomial
    }
    self.weights = weights
  }

  /// The output of the curve, `0...1` of the display's peak, for `0...1` of the source's.
  package func output(_ x: Double) -> Double {
    if x <= knee.x, knee.x > 0 { return knee.y / knee.x * x }
    let t = (x - knee.x) / (1 - knee.x)
    // The sum of weight · t^k · (1 − t)^(N − k), by Horner's rule on both powers at once.
    var (sum, power) = (0.0, 1.0)
    for weight in weights {
      power *= t
      sum = sum * (1 - t) + weight * power
    }
    return knee.y + (1 - knee.y) * sum
  }
}

extension BezierCurve {
  /// Returns the curve for a display other than the one for which it was made.
  ///
  ///     let curve = try BezierCurve(knee: (0, 0), anchors: [0.25, 0.5, 0.75])
  ///     curve.adapted(from: .nits(400), to: .nits(1000), scenePeak: .nits(1000))  // a straight line: nothing is compressed
  ///
  /// For a darker display the curve becomes brighter and approaches a clip as the display's peak falls. For a brighter display it becomes straighter,
  /// and is the identity if the display's peak equals the scene's.
  ///
  /// One rule is added to libplacebo's, because steep knees would give curves that decrease: for a brighter display the first anchor is at most the
  /// second.
  ///
  /// - Parameters:
  ///   - made: The peak of the display for which the curve was made, above 0 cd/m²; at most the scene's peak.
  ///   - display: The peak of the other display, above 0 cd/m² and at most the scene's.
  ///   - scenePeak: The scene's peak, which is 1 on the curve.
  /// - Source: libplacebo 7.360, `tone_mapping.c`, `st2094_40`, which is unverified against SMPTE ST 2094-40: SMPTE's own adaptation is not public.
  public func adapted(from made: Luminance, to display: Luminance, scenePeak: Luminance) -> BezierCurve {
    precondition(display > .nits(0) && display <= scenePeak && made > .nits(0), "no such display")
    let (made, display, peak) = (min(made, scenePeak).nits, display.nits, scenePeak.nits)
    if display < made { return brightened(to: display / made, slope: peak / display) }
    if display > made {
      let share = Elementary.pow(1 - (display - made) / (peak - made), 1.4)
      return straightened(keeping: share, gain: made / display, slope: display / peak)
    }
    return self
  }

  /// The curve for a darker display, whose peak is `ratio` times as high; `slope` is that of a clip, the scene's peak over the display's.
  private func brightened(to ratio: Double, slope: Double) -> BezierCurve {
    var (knee, points) = (knee * ratio, points)
    let degree = Double(points.count)
    // The slope of a clip, limited by the range of the first anchor.
    let limit = degree * knee.x / (1 - knee.x)
    knee.y = mix(min(knee.x * slope, limit / (limit + 1)), knee.y, ratio)
    for k in points.indices.dropLast() { points[k] = mix(k == 0 ? Self.intercept(knee, degree) : 1, points[k], ratio) }
    return BezierCurve(knee: knee, points: points)
  }

  /// The curve for a brighter display: `share` of its own shape, the rest a line.
  ///
  /// - Parameter gain: The peak for which the curve was made, over the display's.
  /// - Parameter slope: The slope of unchanged light: the display's peak over the scene's.
  private func straightened(keeping share: Double, gain: Double, slope: Double) -> BezierCurve {
    var (knee, points) = (knee, points)
    let degree = Double(points.count)
    knee.y = mix(knee.x * slope, knee.y * gain, share)
    for k in points.indices.dropLast() {
      let line = k == 0 ? Self.intercept(knee, degree) : Double(k + 1) / degree
      points[k] = mix(line, points[k], share)
    }
    if points.count > 1 { points[0] = min(points[0], points[1]) }
    return BezierCurve(knee: knee, points: points)
  }

  /// The first anchor of a curve that continues after the knee at the slope of the line before it, at most 1.
  private static func intercept(_ knee: SIMD2<Double>, _ degree: Double) -> Double {
    guard knee.x > 0, knee.y < 1 else { return 1 / degree }
    return min(knee.y / knee.x * (1 - knee.x) / (1 - knee.y) / degree, 1)
  }
}
