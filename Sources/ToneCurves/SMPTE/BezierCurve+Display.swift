public import Colorimetry

extension BezierCurve {
  /// Returns the curve for a display other than the one for which it was made.
  ///
  ///     let curve = try BezierCurve(knee: (0, 0), anchors: [0.25, 0.5, 0.75])
  ///     curve.adapted(from: .nits(400), to: .nits(1000), scenePeak: .nits(1000))  // a straight line: nothing is compressed
  ///
  /// For a darker display the curve becomes brighter and approaches a clip as the display's peak falls. For a brighter display it becomes straighter,
  /// and is the identity if the display's peak equals the scene's.
  ///
  /// This is libplacebo's adaptation, because SMPTE's own is not public. One rule is added: for a brighter display the first anchor is at most the
  /// second. Without it, steep knees give curves that decrease.
  ///
  /// - Parameters:
  ///   - made: The peak of the display for which the curve was made; at most the scene's peak.
  ///   - display: The peak of the other display.
  ///   - scenePeak: The scene's peak, which is 1 on the curve.
  /// - Precondition: `0 < display <= scenePeak` and `made > 0`.
  /// - Source: libplacebo 7.360, `tone_mapping.c`, `st2094_40`, which is unverified against SMPTE ST 2094-40.
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
    var (knee, points) = (corner * ratio, points)
    let degree = Double(count + 1)
    // The slope of a clip, limited by the range of the first anchor.
    let limit = degree * knee.x / (1 - knee.x)
    knee.y = mix(min(knee.x * slope, limit / (limit + 1)), knee.y, ratio)
    for k in 0..<count { points[k] = mix(k == 0 ? Self.intercept(knee, degree) : 1, points[k], ratio) }
    return BezierCurve(corner: knee, points: points, count: count)
  }

  /// The curve for a brighter display.
  ///
  /// - Parameter share: The weight of the curve's own shape; the remainder is a line.
  /// - Parameter gain: The peak for which the curve was made, over the display's.
  /// - Parameter slope: The slope of unchanged light: the display's peak over the scene's.
  private func straightened(keeping share: Double, gain: Double, slope: Double) -> BezierCurve {
    var (knee, points) = (corner, points)
    let degree = Double(count + 1)
    knee.y = mix(knee.x * slope, knee.y * gain, share)
    for k in stride(from: count - 1, through: 0, by: -1) {
      let line = k == 0 ? Self.intercept(knee, degree) : Double(k + 1) / degree
      points[k] = mix(line, points[k], share)
    }
    points[0] = min(points[0], count > 1 ? points[1] : 1)
    return BezierCurve(corner: knee, points: points, count: count)
  }

  /// The first anchor of a curve that continues after the knee at the slope of the line before it, at most 1.
  private static func intercept(_ knee: SIMD2<Double>, _ degree: Double) -> Double {
    guard knee.x > 0, knee.y < 1 else { return 1 / degree }
    return min(knee.y / knee.x * (1 - knee.x) / (1 - knee.y) / degree, 1)
  }
}
