public import Colorimetry

/// Onto the display's hull at constant hue, smoothly, with a core that is left alone.
///
///     let map = PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(203))
///     map(Light(30, 40, 20))  // in the core: what the matrix alone gives
///     map(Light(300, 0, 0))   // a hot red light: paler than 203, 0, 0, and at 400 paler still
///
/// In PQ-ICtCp every color lies on a line toward a neutral. The line holds the hue; its slope decides what a hot
/// light gives up, intensity or chroma. At constant intensity neon becomes white wire; pulled wholly to the intensity of
/// its hue's cusp it becomes a flat shape. These lines fan out of one point per hue, behind the neutral axis: they never
/// cross, so that colors that differ keep differing; they all but vanish as chroma does, so that no neutral moves; and
/// darker than the cusp they are level, so that nothing is made brighter than it was.
///
/// Written out, with c = (R, G, B) a color's light in the display's components, M, N and m the largest, middle and smallest
/// of them, P the peak, k = `protectedPart`, and PQ the inverse EOTF of BT.2100:
///
/// 1. c = matrix · light, white to white. A light of three equal components is a neutral: its result is that component
///    limited to `0...P`, three times. Where M ≤ 0 the result is black. Where the display's gamut holds the source's
///    (every component of each of the source's primaries ≥ −0.002 in the display's) and c lies in `0...P`, it is c.
/// 2. A shortcut that changes no result: where R, G and B are each at least their `sureFloor` times M, and M − m is at most
///    `sureCeiling`·(P − m), the result is c. Of real pictures this holds for most pixels.
/// 3. e = (L′, M′, S′), PQ of the cone responses of c; I, Ct, Cp of e; chroma C = √(Ct² + Cp²).
/// 4. Iᶜ = the cusp's intensity at this hue, see `HueCusps`; where the display's gamut holds the source's, no node of it above
///    max(0, PQ(P) − `clearance`).
/// 5. The anchor's intensity A = I − max(0, I − Iᶜ) · C / (C + `focus`). Where A ≥ PQ(P), the result is white.
/// 6. The line: c(s) = the light of (A, A, A) + s·(e − (A, A, A)), s ≥ 0: through the EOTF, and from cones to components.
///    c(0) is the anchor, c(1) the color.
/// 7. The rounded hull: u(c) = hypot(f, g) where both are above 0, otherwise max(f, g), with
///    f = 1 − (m + o − `floorMargin`·M) / (`floorCorner`·M) and g = 1 − (P − M) / (`ceilingCorner`·(P − m)). Inside it u < 1.
///    o = `overhang` · min(max(N, 0), `overhangReach` · max(0, B − max(R, G))) fills a fold: the blue corner of BT.709
///    overhangs its own hue lines by 0.23 % of the light; without a filling of that and of `floorMargin` those lines would
///    leave the hull more than once.
/// 8. Where u(c(1/k)) ≤ 1, the color is in the core, and the result is c, limited as in 11. Otherwise h = the s in `0..<1/k` with
///    u(c(s)) = 1; there is one, and the tests look for more. ρ = 1/h is how far out the color lies.
/// 9. q = how much of what may come in the color uses, of `0...1`: the larger of (M₀ − m₀) / (M₀ + `saturationBend`·m₀),
///    of the source's own components, m₀ at least 0, and (Y − m) / (P − m), Y being luminance. So q is 1 for colors on the
///    source's hull and for those of luminance P; it is 1 where m ≥ P, too.
/// 10. The shoulder: x = (ρ − k) / (1 − k), X = (ρ/q − k) / (1 − k), b = max(0, 1 − 1/X); y = min(1, x / (1 + b·x)).
///    It leaves the core with slope 1, and where q = 1 it has reached the hull.
/// 11. The result is c(h · (k + (1 − k)·y)), each component limited to `floorMargin`·M…P, M being the result's own and at most P
///    (for o and rounding alone): in the fold, too, no component lands on 0.
///
/// Where the display's gamut holds the source's, nothing needs room: k = 1, both corners are 1, `floorMargin` is 0, and u is
/// max(f, g). The hull is then the cube itself, in which a color stays as it is, and what lies a hair outside must land beside
/// it: so on the way to any color of the cube a line must not have left it. Lines that meet at the cusp's level would: yellow's
/// cusp is 0.010 below white, they graze the plane of the peak, green rises above it and falls again before red does.
///
/// The constants were chosen on pictures (neon, fire, blue LEDs, film, phone) with numbers beside them, in
/// `notebooks/gamut_perceptual.py` and `gamut_pictures.py`. `focus`: a red ramp from where clipping would end it to the
/// peak is 146 just noticeable differences (ΔE ITP) long in BT.2020; clipped 7, at constant intensity 250 and ending white,
/// pulled wholly to the cusp 121, at 0.15 it is 148. `protectedPart`: BT.709's own hull gives up 3 to 6 differences, and keeps
/// 2 to 6 to P3's. The corners: without them a red ramp bends at the cusp five times as sharply, a visible edge. `clearance`: from
/// 0.0143 on lines leave the cube once at every peak; at 0.05 yellows a code of ten bits apart land 6 differences apart at most (lines to
/// the cusp's level tore them 74 apart), and a yellow of the peak's luminance keeps 79 % of its chroma (29 %); at 0.08 they land 3.6
/// apart, but greens and cyans move as well.
///
/// - Domain: Light in the source's primaries with components ≥ 0 and luminance up to the peak, as tone mapping on
///   luminance leaves it: a component may be 17 times the peak, up to 10 000 cd/m². Beyond, the result is still in range,
///   but may be flat.
/// - Range: Light in the display's primaries, each component `0...peak`.
/// - Source: This package's own. ICtCp with PQ: ITU-R BT.2100-3, Table 7.
public struct PerceptualGamutMap: GamutMapping, Hashable {
  /// The part of the way to the hull that is left alone.
  package static let protectedPart = 0.9
  /// How far behind the neutral axis the lines of one hue meet, in chroma. 0 pulls wholly to the cusp, ∞ not at all.
  package static let focus = 0.15
  /// How far below white, in PQ, the lines of one hue meet at least, where the display's gamut holds the source's.
  ///
  /// BT.2020's yellow has its cusp 0.010 below white, cyan 0.037, green 0.050; the others are farther, and their lines are as anywhere.
  package static let clearance = 0.05
  /// The rounding of the hull's edge at the cusp: on its dark side as a part of the largest component.
  package static let floorCorner = 0.05
  /// How far above 0 the hull's dark side lies, as a part of the largest component.
  ///
  /// The signal has an infinite slope at no light: a component that lands on 0 itself would be told apart only by arithmetic
  /// far finer than any picture, and lanes of 24 bits would be wrong by whole codes there.
  package static let floorMargin = 1.5e-4
  /// The rounding of the hull's edge at the cusp: on its bright side as a part of what is missing to white.
  package static let ceilingCorner = 0.2
  /// The slope of the fold at the blue corner, filled up to `overhangReach` of blue.
  package static let overhang = 0.15
  /// Where the filling of the fold stops growing, as a part of blue.
  package static let overhangReach = 0.04
  /// How quickly a color of the source that is not fully saturated counts as less.
  package static let saturationBend = 4.0
  /// The parts of its largest component that red, green and blue of a color exceed which is surely in the core.
  package static let sureFloor = SIMD3(0.085, 0.05, 0.07)
  /// The part of what its smallest component lacks to the peak by which the components of such a color differ at most.
  package static let sureCeiling = 0.78

  /// The cusps of the display, by hue.
  package let cusps: HueCusps
  /// Whether colors of the display must make room for others.
  package let makesRoom: Bool
  let cube: TargetCube
  let hull: PerceptualHull
  /// From the display's components to L, M, S.
  package var cones: Matrix3x3 { hull.cones }
  /// From L, M, S to the display's components.
  package var components: Matrix3x3 { hull.components }
  private let white: Double

  /// The map between two sets of primaries.
  ///
  /// - Parameter peak: The light of the display's white, above 0 cd/m².
  public init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance) {
    cube = TargetCube(from: source, to: target, peak: peak)
    let columns = cube.matrix.transposed
    makesRoom = min(columns.rows.0.min(), columns.rows.1.min(), columns.rows.2.min()) < -0.002
    hull = PerceptualHull(target: target, peak: peak.nits, isRounded: makesRoom)
    white = PerceptualQuantizer().inverseEOTF(peak)
    cusps = HueCusps(cones: hull.cones, peak: peak.nits, atMost: makesRoom ? 1 : max(white - Self.clearance, 0))
  }

  public func callAsFunction(_ light: Light) -> Light {
    let source = light.components
    let color = cube.components(of: light)
    if source.x == source.y && source.y == source.z || color.max() <= 0 { return cube.clipped(color) }
    if isSurelyCore(color) || !makesRoom && cube.holds(color) { return Light(color) }

    guard let line = line(through: color) else { return Light(neutral: .nits(cube.peak)) }
    guard let crossing = hull.crossing(of: line, before: reach) else {
      return cube.clipped(color, floor: floor)
    }
    let part = shoulder(1 / crossing, use: use(of: color, source: source))
    return cube.clipped(hull.light(on: line, at: crossing * part), floor: floor)
  }

  /// How far out on its line a color must be looked for, where the color itself is at 1.
  var reach: Double { makesRoom ? 1 / Self.protectedPart : 1 }

  /// The least part of its largest component that every component of a result has.
  private var floor: Double { makesRoom ? Self.floorMargin : 0 }

  /// The line on which a color moves, steps 3 to 6, or `nil` where it starts at white or above.
  func line(through color: SIMD3<Double>) -> PerceptualHull.Line? {
    let coded = ICtCp.coded(cones: hull.cones * color)
    let perceived = ICtCp.fromPQ * coded
    let chroma = (perceived.y * perceived.y + perceived.z * perceived.z).squareRoot()
    let above = max(0, perceived.x - cusps.intensity(ct: perceived.y, cp: perceived.z))
    let anchor = perceived.x - above * chroma / (chroma + Self.focus)
    return anchor < white ? PerceptualHull.Line(from: SIMD3(repeating: anchor), through: coded) : nil
  }

  /// Whether a color is in the core at a glance: every color for which this is true is.
  ///
  /// - Parameter color: Light in the display's components.
  package func isSurelyCore(_ color: SIMD3<Double>) -> Bool {
    let (low, high) = (color.min(), color.max())
    return all(color .>= Self.sureFloor * high) && high - low <= Self.sureCeiling * (cube.peak - low)
  }

  /// How much of what may come in a color uses, `0...1`.
  private func use(of color: SIMD3<Double>, source: SIMD3<Double>) -> Double {
    let (least, largest) = (max(source.min(), 0), source.max())
    let saturation = largest > 0 ? (largest - least) / (largest + Self.saturationBend * least) : 1
    let low = color.min()
    let brightness = low < cube.peak ? (cube.luminance(of: color) - low) / (cube.peak - low) : 1
    return min(max(saturation, brightness), 1)
  }

  /// The part of the way to the hull at which a color lands that lies `ratio` of it out.
  private func shoulder(_ ratio: Double, use: Double) -> Double {
    let k = Self.protectedPart
    guard makesRoom else { return min(ratio, 1) }
    guard ratio > k else { return ratio }
    let x = (ratio - k) / (1 - k)
    let limit = (ratio / use - k) / (1 - k)
    let bend = max(0, 1 - 1 / limit)
    return k + (1 - k) * min(1, x / (1 + bend * x))
  }
}
