internal import Colorimetry
internal import ElementaryMath

/// The display's hull as lines of constant hue meet it: with its edge at the cusp rounded, and the fold at blue filled.
///
/// The steps are those of `PerceptualGamutMap`, 6 to 8.
struct PerceptualHull: Hashable, Sendable {
  /// From the display's components to L, M, S, and back.
  let cones, components: Matrix3x3
  let peak: Double
  let isRounded: Bool

  init(target: RGBPrimaries, peak: Double, isRounded: Bool) {
    cones = ICtCp.lmsFromBT2020 * target.matrix(to: .bt2020)
    components = cones.inverse
    self.peak = peak
    self.isRounded = isRounded
  }

  /// A line in PQ-coded cone responses: at 0 it is at the neutral, at 1 at the color.
  struct Line {
    let neutral, direction: SIMD3<Double>

    init(from neutral: SIMD3<Double>, through coded: SIMD3<Double>) {
      self.neutral = neutral
      direction = coded - neutral
    }
  }

  /// The light of the display at a place on a line.
  func light(on line: Line, at place: Double) -> SIMD3<Double> {
    let pq = PerceptualQuantizer()
    let coded = line.neutral + place * line.direction
    return components * SIMD3(pq.eotf(coded.x).nits, pq.eotf(coded.y).nits, pq.eotf(coded.z).nits)
  }

  /// How far outside the hull a color is: 0 on it, below 0 inside.
  func excess(of c: SIMD3<Double>) -> Double { excess(of: c, moving: .zero).value }

  /// How far outside the hull a color is, and how fast that grows as the color moves.
  func excess(of c: SIMD3<Double>, moving velocity: SIMD3<Double>) -> (value: Double, slope: Double) {
    let low = c.x <= c.y ? (c.x <= c.z ? 0 : 2) : (c.y <= c.z ? 1 : 2)
    let high = c.z >= max(c.x, c.y) ? 2 : (c.x >= c.y ? 0 : 1)
    let middle = 3 - low - high
    let (smallest, largest) = (c[low], c[high])
    let (smallestMoves, largestMoves) = (velocity[low], velocity[high])
    // Black and white themselves have no depth; the bounds keep what is divided by finite.
    let floorUnit = max((isRounded ? PerceptualGamutMap.floorCorner : 1) * largest, 1e-30 * peak)
    let ceilingUnit = max((isRounded ? PerceptualGamutMap.ceilingCorner : 1) * (peak - smallest), 1e-15 * peak)
    let fold = fold(c, middle: middle, moving: velocity)
    let margin = isRounded ? PerceptualGamutMap.floorMargin : 0
    let depth = smallest + fold.value - margin * largest
    let floor = 1 - depth / floorUnit
    let ceiling = 1 - (peak - largest) / ceilingUnit
    let floorSlope = (depth / largest * largestMoves - (smallestMoves + fold.slope - margin * largestMoves)) / floorUnit
    let ceilingSlope = (largestMoves - (peak - largest) / (peak - smallest) * smallestMoves) / ceilingUnit
    if isRounded && min(floor, ceiling) > 0 {
      let reach = Elementary.hypot(floor, ceiling)
      return (reach - 1, (floor * floorSlope + ceiling * ceilingSlope) / reach)
    }
    return floor >= ceiling ? (floor - 1, floorSlope) : (ceiling - 1, ceilingSlope)
  }

  /// What fills the fold at the blue corner, and how fast that grows.
  private func fold(
    _ c: SIMD3<Double>, middle: Int, moving velocity: SIMD3<Double>
  ) -> (value: Double, slope: Double) {
    let other = c.x >= c.y ? 0 : 1
    let reach = PerceptualGamutMap.overhangReach * max(0, c.z - c[other])
    let filled = max(c[middle], 0)
    let slope =
      filled < reach
      ? (c[middle] > 0 ? velocity[middle] : 0)
      : (reach > 0 ? PerceptualGamutMap.overhangReach * (velocity.z - velocity[other]) : 0)
    return (PerceptualGamutMap.overhang * min(filled, reach), PerceptualGamutMap.overhang * slope)
  }
}
