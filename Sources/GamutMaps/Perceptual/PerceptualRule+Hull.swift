internal import Colorimetry

// The points at which the paths of `PerceptualRule` start and leave the hull, at nodes, with linear interpolation as part of the definition.
//
// - The cusps, one for every fourth hue position: the intensity at which level paths end and climbing paths start. It is the intensity of
//   the most colorful color of the hue, by `OpponentSpace.hueRing`, with its full component at 0.99 of the peak. If the display's gamut contains
//   the source's, it is 0.97 of the minimum over all positions, for every hue, so that no color needs a level path.
// - The radii, for each of 256 hue positions and each column: the chroma at which the path leaves the hull; 0 for the last column. If the
//   display's gamut contains the source's, the radii below the cusp's column are equal to the one of the cusp.
extension PerceptualRule {
  /// The number of positions from one cusp to the next.
  static let cuspStep = 4

  /// Computes the cusps, then the radii.
  mutating func computeNodes() {
    let ring = space.hueRing(full: compresses ? 0.99 * hullPeak : hullPeak)
    cusps = stride(from: 0, to: OpponentSpace.turn, by: Self.cuspStep).map {
      compresses ? ring[$0] : 0.97 * ring.min()!
    }
    radii.reserveCapacity((OpponentSpace.turn + 1) * PerceptualPaths.columns)
    for position in 0..<OpponentSpace.turn { radii += radii(at: position) }
    radii += radii.prefix(PerceptualPaths.columns)
  }

  package func cusp(hue position: Double) -> Double {
    let place = position / Double(Self.cuspStep)
    let node = min(Int(place), cusps.count - 1)
    let (low, high) = (cusps[node], cusps[(node + 1) % cusps.count])
    return low + (place - Double(node)) * (high - low)
  }

  /// The chroma at which the path of a column leaves the hull, at a hue position.
  package func radius(hue position: Double, column: Double) -> Double {
    let (node, place) = (min(Int(position), OpponentSpace.turn - 1), min(Int(column), PerceptualPaths.columns - 2))
    let (across, along) = (position - Double(node), column - Double(place))
    func mixed(_ node: Int) -> Double {
      let i = node * PerceptualPaths.columns + place
      return radii[i] + along * (radii[i + 1] - radii[i])
    }
    let (near, far) = (mixed(node), mixed(node + 1))
    return near + across * (far - near)
  }

  private func radii(at position: Int) -> [Double] {
    let (x, y) = OpponentSpace.direction(at: Double(position))
    let (cusp, outward) = (cusp(hue: Double(position)), space.coded * SIMD3(0, x, y))
    let ln2 = 0.693147180559945309417232
    var (last, before) = (0.0, 0.0)
    let first = compresses ? 1 : PerceptualPaths.levels
    let found = (first..<PerceptualPaths.columns - 1).map { column in
      let path = paths.path(column: Double(column), cusp: cusp, white: space.white)
      let radius = Self.crossing(from: 2 * last - before) { chroma in
        let (intensity, slope) = path(chroma)
        let coded = SIMD3(repeating: intensity) + chroma * outward
        let moving = SIMD3(repeating: slope) + outward
        // The cone response of F is x |x| with x = 2^F − 1; its slope is 2 |x| 2^F ln 2.
        let roots = OpponentSpace.powersLessOne(coded)
        let sizes = pointwiseMax(roots, -roots)
        return excess(
          of: space.components * (roots * sizes), moving: space.components * (sizes * (roots + 1) * moving * (2 * ln2)))
      }
      (before, last) = (last, radius)
      return radius
    }
    return [Double](repeating: compresses ? 0 : found[0], count: first) + found + [0]
  }

  /// The zero of an increasing excess, by Newton's method from an initial guess, within a bracket.
  @inline(__always) private static func crossing(
    from guess: Double, _ excess: (Double) -> (value: Double, slope: Double)
  ) -> Double {
    var (inside, outside) = (0.0, 4.0)
    var place = guess > 0 && guess < outside ? guess : 0.1
    for _ in 0..<100 {
      let (value, slope) = excess(place)
      if value > 0 { outside = place } else { inside = place }
      var next = place - value / slope
      if !(next > inside && next < outside) { next = (inside + outside) / 2 }
      // Each Newton step doubles the number of digits, so the next one would change no node of the lattice.
      if abs(next - place) < 1e-6 * next { return next }
      place = next
    }
    return place
  }
}

// The hull onto which `PerceptualRule` moves colors: slightly inside the display's cube, with the edge at the cusp rounded and
// the fold at blue filled.
//
// With M, N and m the maximum, middle and minimum component of a color and P the peak, a color is inside if u < 1:
//
// 1. f = 1 − (m + o − `floorMargin`·M) / (`floorCorner`·M), g = 1 − (P − M − `ceilingMargin`·(P − m)) / (`ceilingCorner`·(P − m)).
// 2. u = hypot(f, g) if both are above 0, otherwise max(f, g).
// 3. o = `overhang` · min(max(N, 0), `overhangReach` · max(0, B − max(R, G))). The blue corner of BT.709 overhangs its own hue lines
//    by 0.2 % of the light; without the filling, pure blue would lose a fifth of its chroma.
//
// If the display's gamut contains the source's, colors that are too bright are only brought down to the peak: u = M / P.
extension PerceptualRule {
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

  /// The signed excess of a color over the hull (0 on it, below 0 inside), and its rate of change as the color moves.
  @inline(__always) package func excess(of c: SIMD3<Double>, moving velocity: SIMD3<Double>) -> (
    value: Double, slope: Double
  ) {
    let low = c.x <= c.y ? (c.x <= c.z ? 0 : 2) : (c.y <= c.z ? 1 : 2)
    let high = c.z >= max(c.x, c.y) ? 2 : (c.x >= c.y ? 0 : 1)
    let (smallest, largest) = (c[low], c[high])
    let (smallestMoves, largestMoves) = (velocity[low], velocity[high])
    if !compresses { return (largest / hullPeak - 1, largestMoves / hullPeak) }
    // At black and white the divisors would be 0; the bounds keep the quotients finite.
    let floorUnit = max(Self.floorCorner * largest, 1e-30 * hullPeak)
    let ceilingUnit = max(Self.ceilingCorner * (hullPeak - smallest), 1e-15 * hullPeak)
    let fold = fold(c, middle: 3 - low - high, moving: velocity)
    let depth = smallest + fold.value - Self.floorMargin * largest
    let room = hullPeak - largest - Self.ceilingMargin * (hullPeak - smallest)
    let (floor, ceiling) = (1 - depth / floorUnit, 1 - room / ceilingUnit)
    let floorSlope =
      (depth / largest * largestMoves - (smallestMoves + fold.slope - Self.floorMargin * largestMoves)) / floorUnit
    let ceilingSlope =
      (largestMoves - Self.ceilingMargin * smallestMoves - room / (hullPeak - smallest) * smallestMoves) / ceilingUnit
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
