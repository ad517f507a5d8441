internal import Colorimetry
internal import RealModule

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
  func excess(of c: SIMD3<Double>) -> Double {
    let (low, high) = (c.min(), c.max())
    let middle = max(min(c.x, c.y), min(max(c.x, c.y), c.z))
    let blueness = max(0, c.z - max(c.x, c.y))
    let fold = PerceptualGamutMap.overhang * min(max(middle, 0), PerceptualGamutMap.overhangReach * blueness)
    let floorCorner = isRounded ? PerceptualGamutMap.floorCorner : 1
    let ceilingCorner = isRounded ? PerceptualGamutMap.ceilingCorner : 1
    // Black and white themselves have no depth; the bounds keep what is divided by finite.
    let depth = low + fold - (isRounded ? PerceptualGamutMap.floorMargin * high : 0)
    let floor = 1 - depth / max(floorCorner * high, 1e-30 * peak)
    let ceiling = 1 - (peak - high) / max(ceilingCorner * (peak - low), 1e-15 * peak)
    let reach = isRounded && min(floor, ceiling) > 0 ? Double.hypot(floor, ceiling) : max(floor, ceiling)
    return reach - 1
  }

  /// Where a line leaves the hull, or `nil` where it does not before `end`.
  ///
  /// The neutral end is inside. Bracketed steps, interpolated, truncated and projected (Oliveira and Takahashi 2020), on
  /// v/(6 + |v|) of the excess v, until the bracket is 1e-14 wide: about ten, and never above fifty. The first is at the
  /// color itself, for most colors lie close to the hull.
  func crossing(of line: Line, before end: Double) -> Double? {
    func value(_ place: Double) -> Double {
      let excess = excess(of: light(on: line, at: place))
      return excess / (6 + abs(excess))
    }
    let tolerance = 0.5e-14
    var (inside, outside) = (0.0, end)
    var (valueInside, valueOutside) = (value(inside), value(outside))
    guard valueOutside > 0 else { return nil }
    func take(_ place: Double) {
      let found = value(place)
      if found > 0 { (outside, valueOutside) = (place, found) } else { (inside, valueInside) = (place, found) }
    }
    if end > 1 { take(1) }
    var allowance = tolerance * 0x1p48
    while outside - inside > 2 * tolerance && allowance > 0.25 * tolerance {
      let half = (inside + outside) / 2
      let interpolated = (valueOutside * inside - valueInside * outside) / (valueOutside - valueInside)
      let side = half >= interpolated ? 1.0 : -1.0
      let width = outside - inside
      let truncation = min(0.2 * width * width / end, abs(half - interpolated))
      let truncated = interpolated + side * truncation
      let radius = max(allowance - width / 2, 0)
      let place = abs(truncated - half) <= radius ? truncated : half - side * radius
      take(place)
      allowance /= 2
    }
    return (inside + outside) / 2
  }
}
