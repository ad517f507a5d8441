public import Colorimetry

/// A gain in stops as a function of light relative to reference white: up to 32 points with slopes, and cubics between them.
///
///     try GainCurve(x: [1, 4], y: [0, -2])(2)  // -0.666…
///
/// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), 6.5 (curve) and C.3.9 (slopes absent from the metadata).
public struct GainCurve: Hashable, Sendable {
  /// The maximum number of points.
  public static let capacity = 32

  // The light of each point, its gain, and the slope there.
  let x, y, m: [Double]

  /// Creates the curve through points.
  ///
  /// - Parameters:
  ///   - x: The light of each point, `0...64`, nondecreasing.
  ///   - y: The gain at each point, in stops, `-6...6`; equal for points of equal light.
  ///   - slopes: The slope at each point, in stops per unit of light; `nil` for the standard's monotone interpolation (PCHIP).
  /// - Throws: ``HeadroomAdaptiveToneMapError``: `.pointCount`, `.point`, `.pointOrder` or `.allBlack`.
  public init(x: [WhiteRelativeLevel], y: [Stops], slopes: [Double]? = nil) throws(HeadroomAdaptiveToneMapError) {
    guard 1...Self.capacity ~= x.count, y.count == x.count, slopes?.count ?? x.count == x.count else {
      throw .pointCount(x.count)
    }
    for index in x.indices {
      guard 0...64 ~= x[index], -6...6 ~= y[index], slopes?[index].isFinite ?? true else {
        throw .point(index: index, light: x[index], gain: y[index])
      }
      if index > 0, x[index] < x[index - 1] || x[index] == x[index - 1] && y[index] != y[index - 1] {
        throw .pointOrder(index: index, light: x[index], before: x[index - 1])
      }
    }
    guard x.last! > 0 else { throw .allBlack }
    let (x, y) = (x.map(\.value), y.map(\.value))
    self.init(x, y, slopes ?? Self.slopes(x, y))
  }

  /// The slope, in stops per unit of light, of a line at an angle of −1/2 to 1/2 half turns: the tangent (ST 2094-50, C.3.9 in the public draft).
  public static func slope(rising halfTurns: Double) -> Double {
    Elementary.sinPi(halfTurns) / Elementary.cosPi(halfTurns)
  }

  // Of numbers that are known to be valid.
  package init(_ x: [Double], _ y: [Double], _ m: [Double]) { (self.x, self.y, self.m) = (x, y, m) }

  /// The slopes that keep the cubics monotone between points.
  ///
  /// Two points of equal light end the piece before them and start the piece after them. The public draft divides by zero there and has no limit on
  /// the slope at an end. The final text corrects both, according to Skia and libsmpte2094-50.
  ///
  /// - Source: SMPTE ST 2094-50:2026, through implementations written to it; Fritsch and Butland, doi:10.1137/0905021, for the ends.
  package static func slopes(_ x: [Double], _ y: [Double]) -> [Double] {
    let h = zip(x.dropFirst(), x).map { $0 - $1 }
    let s = zip(zip(y.dropFirst(), y).map { $0 - $1 }, h).map { $1 > 0 ? $0 / $1 : 0 }
    // Whether an interval exists and has points of different light.
    func isOpen(_ i: Int) -> Bool { h.indices.contains(i) && h[i] > 0 }
    return x.indices.map { i in
      switch (isOpen(i - 1), isOpen(i)) {
      case (true, true): inner(h[i - 1], h[i], s[i - 1], s[i])
      case (false, true): isOpen(i + 1) ? end(h[i], h[i + 1], s[i], s[i + 1]) : s[i]
      case (true, false): isOpen(i - 2) ? end(h[i - 1], h[i - 2], s[i - 1], s[i - 2]) : s[i - 1]
      case (false, false): 0
      }
    }
  }

  /// The slope at a point between two intervals, from their widths and secants.
  private static func inner(_ h0: Double, _ h1: Double, _ s0: Double, _ s1: Double) -> Double {
    guard s0 * s1 > 0 else { return 0 }
    return 3 * (h0 + h1) * s0 * s1 / ((2 * h0 + h1) * s0 + (h0 + 2 * h1) * s1)
  }

  /// The slope at an end, from the width and secant of its interval and of the next one inward.
  private static func end(_ h0: Double, _ h1: Double, _ s0: Double, _ s1: Double) -> Double {
    let slope = ((2 * h0 + h1) * s0 - h0 * s1) / (h0 + h1)
    guard slope * s0 > 0 else { return 0 }
    return s1 * s0 <= 0 && abs(slope) > 3 * abs(s0) ? 3 * s0 : slope
  }

  /// The gain for any light: constant below the first point; above the last, the gain that keeps the output constant.
  public func callAsFunction(_ light: WhiteRelativeLevel) -> Stops { Stops(stops(light.value)) }

  package func stops(_ light: Double) -> Double {
    let last = x.count - 1
    if light < x[0] { return y[0] }
    if light >= x[last] { return y[last] + Elementary.log2(x[last] / light) }
    var i = 0
    while light >= x[i + 1] { i += 1 }
    let h = x[i + 1] - x[i]
    let t = (light - x[i]) / h
    let (a, b) = (h * m[i], h * m[i + 1])
    let cubic = 2 * y[i] + a - 2 * y[i + 1] + b
    let square = -3 * y[i] + 3 * y[i + 1] - 2 * a - b
    return ((cubic * t + square) * t + a) * t + y[i]
  }
}

extension GainCurve {
  /// Creates the reference-white curve from the baseline's headroom to another, mapping reference white to `white`.
  ///
  /// - Source: SMPTE ST 2094-50:2026 (clauses as in its public draft), C.3.8, formulas C.3 to C.6.
  init(baseline: Stops, headroom: Stops, white: Double) {
    var (x, y, m): ([Double], [Double], [Double]) = ([], [], [])
    let kappa = 0.65
    let (xMax, yMax) = (baseline.ratio, headroom.ratio)
    let xMiddle = (1 - kappa) + kappa * (yMax / white)
    let yMiddle = (1 - kappa) * white + kappa * yMax
    let (ax, bx) = (1 - 2 * xMiddle + xMax, 2 * xMiddle - 2)
    let (ay, by) = (white - 2 * yMiddle + yMax, 2 * yMiddle - 2 * white)
    for c in 0..<8 {
      let t = Double(c) / 7
      let px = (ax * t + bx) * t + 1
      let py = (ay * t + by) * t + white
      let slope = (2 * ay * t + by) / (2 * ax * t + bx)
      x.append(px)
      y.append(Elementary.log2(py / px))
      m.append((px * slope - py) / (Elementary.log(2) * px * py))
    }
    self.init(x, y, m)
  }
}
