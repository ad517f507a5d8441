package import Colorimetry

/// The rule by which `PerceptualGamutMap` moves colors onto the display's hull, smoothly and, except for deep blues, at constant hue.
///
/// Every color lies on one path of its hue. The path leads inward to the neutral axis, and its shape determines what a color outside the display's
/// gamut loses. At constant intensity, neon becomes a white wire and a bright red becomes salmon. At the intensity of its hue's cusp, the display's
/// most colorful color, neon becomes a flat shape. These paths bend: intensity falls first, then chroma. They never cross, and the order along each
/// of them is preserved, so different colors remain different.
///
/// "Makes room" below means that the display's gamut does not contain the source's, so that colors of the display must move to make room
/// for others. With c = (R, G, B) a color's light in the display's components, P the peak, and the quantities of `OpponentSpace` and
/// `PerceptualPaths`:
///
/// 1. Blue floor, if the map makes room and B > 0: R and G, as ratios r to B, become r + w (f² / (2 f − r) − r) where r is below f =
///    `blueFloor`, with w = smoothstep(`blueFrom`, `blueTo`, 1 − max(R, G, 0) / B). ICtCp calls the edge of BT.709 from blue to azure nearly one hue; at
///    constant hue, a blue whose red is −1 % of it would become an azure. So BT.2020's blue becomes BT.709's; the order along r stays.
/// 2. Dimming, if the map makes room: e = (max(R, G, B) − max(Y, 0)) / P, with Y the luminance. Where e > `excessFrom`, c is scaled by e′ / e, e′ =
///    `excessFrom` + x / (1 + `excessBend` x), x = e − `excessFrom`. Colors brighter than their luminance allows lose light rather than chroma.
/// 3. I, C and the hue position of c, the cusp Iᶜ of the hue, the column and z of the color's path, and h, the chroma at which that path leaves the
///    hull, are determined.
/// 4. K = (1 − `protectedPart`)(1 − `paleness` z) is the fraction of the way to the hull, measured from its end, that makes room. Bright
///    pale colors need less. If the map makes no room, K = 0, and `reachedPeak` · P replaces P in steps 3 to 7.
/// 5. d = max(0, C − (1 − K) h) and w = K h. The chroma removed is r = d − min(w, d w / (w + (1 − `shoulder` K) d)). If d is 0, the
///    color stays. Beyond, the shoulder starts with slope 1; it meets the hull far outside.
/// 6. C′ = C − r, e = r / C. With v = max(0, I − Iᶜ), intensity moves along the path by ΔI = −v δ (2 − δ), δ = climb · (u − u′) /
///    ((u₀ + u)(S + c u′)), u = C², u′ = C′².
/// 7. Each cone response x, with s = √x and D = ΔI − e (F(x) − I), becomes the response whose F is F(x) + D: it grows by E (2 s + E) with
///    E = (1 + s)(2^D − 1). The result is c plus the growth of L, M, S converted to the display's components.
/// 8. If the maximum component is above P, all three are scaled down so that it is P. If the map makes room, no component
///    remains below the fraction `floorMargin` of the maximum. No component is ever below 0.
///
/// The constants were chosen on pictures (neon, fire, blue LEDs, film, phone) together with measurements, in
/// `notebooks/derivations/gamut_perceptual.py` and docs/pictures.md.
///
/// - Source: Specific to this package. The idea that intensity should fall before chroma comes from libplacebo (its gamut function
///   `relative`); the paths are different. ICtCp: ITU-R BT.2100-3, Table 7.
package struct PerceptualRule: Hashable, Sendable {
  /// The ratio to blue below which red and green are lifted.
  static let blueFloor = 0.006
  /// The blueness at which the lift of red and green starts, and at which it is complete.
  static let (blueFrom, blueTo) = (0.3, 0.9)
  /// The excess of a component over luminance, relative to the peak, at which dimming starts.
  package static let excessFrom = 0.7
  /// The strength of the dimming above that excess.
  static let excessBend = 0.75
  /// The fraction of the way to the hull in which colors are unchanged; it is larger for pale bright colors.
  static let protectedPart = 0.95
  /// The reduction of room on the path to white relative to the path to the cusp, as a fraction.
  static let paleness = 0.8
  /// Determines the chroma at which the shoulder meets the hull: 1 + 1 / `shoulder` − K times the chroma of the hull, which is 3.28 or more. Colors
  /// of BT.2020 have up to 3.24 times the chroma of the BT.709 hull, most of them up to 2.2.
  static let shoulder = 0.43
  /// The peak to which colors are moved before they are scaled down to the display's, as a multiple of it, if the map makes no room. Between its
  /// nodes, the table is off by nearly as much, and no color of the display may move.
  static let reachedPeak = 1.07

  package let compresses: Bool
  package let paths: PerceptualPaths
  package let space: OpponentSpace
  private let peak: Double
  /// The peak to which colors are moved, in cd/m².
  let hullPeak: Double
  /// The intensities at which level paths end, for each cusp.
  var cusps: [Double] = []
  /// The chroma at which paths leave the hull: `[257][PerceptualPaths.columns]`, with the first position repeated as the last.
  var radii: [Double] = []
  /// The luminance of the display's components.
  private let weights: SIMD3<Double>

  package init(target: RGBPrimaries, peak: Luminance, compresses: Bool, chromaPreservation: Double) {
    (self.compresses, self.peak, weights) = (compresses, peak.nits, target.luminanceWeights)
    hullPeak = compresses ? peak.nits : Self.reachedPeak * peak.nits
    space = OpponentSpace(target: target, peak: hullPeak)
    paths = PerceptualPaths(preservation: chromaPreservation)
    computeNodes()
  }

  /// Applies the steps above to light in the display's components, in cd/m², above 0 in one of them.
  package func callAsFunction(_ display: SIMD3<Double>) -> SIMD3<Double> {
    let color = compresses ? dimmed(withBlueFloor(display)) : display
    let roots = OpponentSpace.roots(space.cones * color)
    let coded = OpponentSpace.curve(ofRoots: roots)
    let opponent = space.color(of: coded)
    let (change, removed, part) = move(opponent)
    if removed <= 0 { return settled(color) }
    let shift = SIMD3(repeating: change) - (coded - opponent.intensity) * part
    let growth = (roots + 1) * OpponentSpace.powersLessOne(shift)
    return settled(color + space.components * (growth * (2 * roots + growth)))
  }

  /// Step 1.
  private func withBlueFloor(_ c: SIMD3<Double>) -> SIMD3<Double> {
    guard c.z > 0 else { return c }
    let blueness = 1 - max(c.x, c.y, 0) / c.z
    let t = min(max((blueness - Self.blueFrom) / (Self.blueTo - Self.blueFrom), 0), 1)
    let weight = t * t * (3 - 2 * t)
    func lifted(_ component: Double) -> Double {
      let (r, floor) = (component / c.z, Self.blueFloor)
      return r < floor ? component + weight * (floor * floor / (2 * floor - r) - r) * c.z : component
    }
    return SIMD3(lifted(c.x), lifted(c.y), c.z)
  }

  /// Step 2.
  private func dimmed(_ c: SIMD3<Double>) -> SIMD3<Double> {
    let excess = (c.max() - max((weights * c).sum(), 0)) / peak
    let more = excess - Self.excessFrom
    return more > 0 ? c * ((Self.excessFrom + more / (1 + Self.excessBend * more)) / excess) : c
  }

  /// The displacement of a color, steps 3 to 6: the change of its intensity, the chroma removed, and that as a fraction of its chroma.
  package func move(_ color: OpponentSpace.OpponentColor) -> (change: Double, removed: Double, part: Double) {
    let (intensity, chroma, position) = (color.intensity, color.chroma, color.hue)
    let cusp = cusp(hue: position)
    let (column, z) = paths.column(intensity: intensity, chroma: chroma, cusp: cusp, white: space.white)
    let radius = radius(hue: position, column: column)
    let room = compresses ? (1 - Self.protectedPart) * (1 - Self.paleness * z) : 0
    let (over, width) = (max(0, chroma - (1 - room) * radius), room * radius)
    let kept = over * width > 0 ? min(width, over * width / (width + (1 - Self.shoulder * room) * over)) : 0
    let removed = over - kept
    let change = -max(0, intensity - cusp) * paths.loss(from: chroma, to: chroma - removed)
    return (change, removed, removed > 0 ? removed / chroma : 0)
  }

  /// Step 8.
  private func settled(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let high = color.max()
    let scaled = color * (peak / max(high, peak))
    let floor = compresses ? Self.floorMargin * min(high, peak) : 0
    return scaled.clamped(lowerBound: SIMD3(repeating: max(floor, 0)), upperBound: SIMD3(repeating: peak))
  }
}
