internal import Colorimetry

/// The display's colors as `PerceptualGamutMap` lets colors come to them: a hair inside the cube, its edge at the cusp rounded, and
/// the fold at blue filled.
///
/// With M, N and m the largest, middle and smallest component of a color and P the peak, a color is inside where u < 1:
///
/// 1. f = 1 − (m + o − `floorMargin`·M) / (`floorCorner`·M), g = 1 − (P − M − `ceilingMargin`·(P − m)) / (`ceilingCorner`·(P − m)).
/// 2. u = hypot(f, g) where both are above 0, otherwise max(f, g).
/// 3. o = `overhang` · min(max(N, 0), `overhangReach` · max(0, B − max(R, G))). The blue corner of BT.709 overhangs its own hue lines
///    by 0.2 % of the light; without a filling pure blue would lose a fifth of its chroma.
///
/// Where the display holds the source, every color that is too bright for it comes down to the peak, and only that counts: u = M / P.
struct PerceptualHull: Hashable, Sendable {
  /// How far above 0 the smallest component stays, as a part of the largest.
  ///
  /// The signal has an infinite slope at no light: a component that lands on 0 itself would be told apart only by arithmetic far
  /// finer than any picture, and lanes of 24 bits would be wrong by whole codes there.
  static let floorMargin = 1e-3
  /// The rounding of the edge at the cusp: on its dark side as a part of the largest component.
  static let floorCorner = 0.01
  /// How far below the peak the largest component stays, as a part of what is missing to white.
  static let ceilingMargin = 4e-3
  /// The rounding of the edge at the cusp: on its bright side as a part of what is missing to white.
  static let ceilingCorner = 0.05
  /// The slope of the fold at the blue corner, filled up to `overhangReach` of blue.
  static let overhang = 0.15
  /// Where the filling of the fold stops growing, as a part of blue.
  static let overhangReach = 0.04

  let peak: Double
  let makesRoom: Bool

  /// How far outside a color is, and how fast that grows as the color moves: 0 on the hull, below 0 inside.
  @inline(__always) func excess(of c: SIMD3<Double>, moving velocity: SIMD3<Double>) -> (value: Double, slope: Double) {
    let low = c.x <= c.y ? (c.x <= c.z ? 0 : 2) : (c.y <= c.z ? 1 : 2)
    let high = c.z >= max(c.x, c.y) ? 2 : (c.x >= c.y ? 0 : 1)
    let (smallest, largest) = (c[low], c[high])
    let (smallestMoves, largestMoves) = (velocity[low], velocity[high])
    if !makesRoom { return (largest / peak - 1, largestMoves / peak) }
    // Black and white themselves have no depth; the bounds keep what is divided by finite.
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

  /// What fills the fold at the blue corner, and how fast that grows.
  @inline(__always) private func fold(
    _ c: SIMD3<Double>, middle: Int, moving velocity: SIMD3<Double>
  ) -> (value: Double, slope: Double) {
    let other = c.x >= c.y ? 0 : 1
    let reach = Self.overhangReach * max(0, c.z - c[other])
    let filled = max(c[middle], 0)
    let slope =
      filled < reach
      ? (c[middle] > 0 ? velocity[middle] : 0)
      : (reach > 0 ? Self.overhangReach * (velocity.z - velocity[other]) : 0)
    return (Self.overhang * min(filled, reach), Self.overhang * slope)
  }
}
