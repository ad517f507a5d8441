internal import Colorimetry

/// The hull onto which `PerceptualRule` moves colors: slightly inside the display's cube, with the edge at the cusp rounded and
/// the fold at blue filled.
///
/// With M, N and m the maximum, middle and minimum component of a color and P the peak, a color is inside if u < 1:
///
/// 1. f = 1 − (m + o − `floorMargin`·M) / (`floorCorner`·M), g = 1 − (P − M − `ceilingMargin`·(P − m)) / (`ceilingCorner`·(P − m)).
/// 2. u = hypot(f, g) if both are above 0, otherwise max(f, g).
/// 3. o = `overhang` · min(max(N, 0), `overhangReach` · max(0, B − max(R, G))). The blue corner of BT.709 overhangs its own hue lines
///    by 0.2 % of the light; without the filling, pure blue would lose a fifth of its chroma.
///
/// If the display's gamut contains the source's, colors that are too bright are only brought down to the peak: u = M / P.
package struct PerceptualHull: Hashable, Sendable {
  /// The minimum of the smallest component, as a fraction of the maximum component.
  ///
  /// The signal has an infinite slope at black. A component that lands exactly on 0 would require arithmetic of much higher precision than any
  /// picture has; lanes of 24 bits would be off by whole codes there.
  static let floorMargin = 1e-3
  /// The rounding of the edge at the cusp on its dark side, as a fraction of the maximum component.
  static let floorCorner = 0.01
  /// The distance of the maximum component below the peak, as a fraction of the minimum component's distance from the peak.
  static let ceilingMargin = 4e-3
  /// The rounding of the edge at the cusp on its bright side, as a fraction of the minimum component's distance from the peak.
  static let ceilingCorner = 0.05
  /// The slope of the fold at the blue corner, which is filled up to `overhangReach` of blue.
  static let overhang = 0.15
  /// The limit at which the filling of the fold stops growing, as a fraction of blue.
  static let overhangReach = 0.04

  let peak: Double
  let compresses: Bool

  package init(peak: Double, compresses: Bool) { (self.peak, self.compresses) = (peak, compresses) }

  /// The signed excess of a color over the hull (0 on it, below 0 inside), and its rate of change as the color moves.
  @inline(__always) package func excess(of c: SIMD3<Double>, moving velocity: SIMD3<Double>) -> (
    value: Double, slope: Double
  ) {
    let low = c.x <= c.y ? (c.x <= c.z ? 0 : 2) : (c.y <= c.z ? 1 : 2)
    let high = c.z >= max(c.x, c.y) ? 2 : (c.x >= c.y ? 0 : 1)
    let (smallest, largest) = (c[low], c[high])
    let (smallestMoves, largestMoves) = (velocity[low], velocity[high])
    if !compresses { return (largest / peak - 1, largestMoves / peak) }
    // At black and white the divisors would be 0; the bounds keep the quotients finite.
    let floorUnit = max(Self.floorCorner * largest, 1e-30 * peak)
    let ceilingUnit = max(Self.ceilingCorner * (peak - smallest), 1e-15 * peak)
    let fold = fold(c, middle: 3 - low - high, moving: velocity)
    let depth = smallest + fold.value - Self.floorMargin * largest
    let room = peak - largest - Self.ceilingMargin * (peak - smallest)
    let (floor, ceiling) = (1 - depth / floorUnit, 1 - room / ceilingUnit)
    let floorSlope =
      (depth / largest * largestMoves - (smallestMoves + fold.slope - Self.floorMargin * largestMoves)) / floorUnit
    let ceilingSlope =
      (largestMoves - Self.ceilingMargin * smallestMoves - room / (peak - smallest) * smallestMoves) / ceilingUnit
    if min(floor, ceiling) > 0 {
      let reach = (floor * floor + ceiling * ceiling).squareRoot()
      return (reach - 1, (floor * floorSlope + ceiling * ceilingSlope) / reach)
    }
    return floor >= ceiling ? (floor - 1, floorSlope) : (ceiling - 1, ceilingSlope)
  }

  /// The filling of the fold at the blue corner, and its rate of change.
  @inline(__always) private func fold(
    _ c: SIMD3<Double>, middle: Int, moving velocity: SIMD3<Double>
  ) -> (value: Double, slope: Double) {
    let other = c.x >= c.y ? 0 : 1
    let reach = Self.overhangReach * max(0, c.z - c[other])
    let filled = max(c[middle], 0)
    let slope =
      filled < reach
      ? (c[middle] > 0 ? velocity[middle] : 0) : (reach > 0 ? Self.overhangReach * (velocity.z - velocity[other]) : 0)
    return (Self.overhang * min(filled, reach), Self.overhang * slope)
  }
}
