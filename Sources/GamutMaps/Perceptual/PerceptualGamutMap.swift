public import Colorimetry
internal import ElementaryMath

/// Onto the display's hull at constant hue, smoothly, with a core that is left alone.
///
///     let map = PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(203))
///     map(Light(30, 40, 20))  // in the core: what the matrix alone gives
///     map(Light(300, 0, 0))   // a bright red: stays red; at 700 it is paler
///
/// Every color lies on one path of its hue. The path leads inward to the neutral axis, and its shape decides what a color gives up
/// that the display cannot show. At constant intensity neon becomes white wire, and a bright red salmon; pulled wholly to the intensity of
/// its hue's cusp, the display's most colorful color, neon becomes a flat shape. These paths bend: intensity falls first and chroma
/// after. They never cross, and along each of them order is kept: colors that differ keep differing.
///
/// Written out, with c = (R, G, B) a color's light in the display's components, P the peak, and the numbers of `OpponentSpace`,
/// `PerceptualPaths` and `PerceptualTable`:
///
/// 1. c = matrix · light, white to white. A light of three equal components is a neutral: its result is that component
///    limited to `0...P`, three times. Where no component is above 0 the result is black. Where the display holds the source (every
///    component of each of the source's primaries ≥ −0.002 in the display's) and c lies in `0...P`, it is c.
/// 2. I, C and the hue's position of c; its cusp Iᶜ; the column and z of its path; and h, the chroma at which that leaves the hull.
/// 3. K = (1 − `protectedPart`)(1 − `paleness` z): the part of the way to the hull, from its end, that makes room. Bright pale colors
///    need less. Where the display holds the source, K = 0, and for P in steps 2 to 6 stands `heldPeak` · P.
/// 4. d = max(0, C − (1 − K) h) and w = K h. The chroma removed is r = d − min(w, d w / (w + (1 − `shoulder` K) d)). Where d is 0 the
///    color is in the core and stays as it is. From there on the shoulder sets out with slope 1, and it meets the hull far outside.
/// 5. C′ = C − r, e = r / C. With v = max(0, I − Iᶜ), intensity moves along the path by ΔI = −v δ (2 − δ), δ = climb · (u − u′) /
///    ((u₀ + u)(S + c u′)), u = C², u′ = C′².
/// 6. Each cone response x, with s = √x and D = ΔI − e (F(x) − I), becomes that of F(x) + D: it grows by E (2 s + E) with
///    E = (1 + s)(2^D − 1). The result is c and what the growth of L, M, S is in the display's components.
///    Where room is made, only d² of the way there from max(c, 0) is gone, d = min(max((M / `dimmest` − 1) / 3, 0), 1), with M the largest
///    component relative to the peak: what is darker is black or nearly so.
/// 7. Where its largest component is above P, all three are scaled down to it. Where room is made, and in the core too, none stays below
///    the part `PerceptualHull.floorMargin` of what the largest is above `dimmest`; nowhere is one below 0.
///
/// The constants were chosen on pictures (neon, fire, blue LEDs, film, phone) with numbers beside them, in
/// `notebooks/gamut_perceptual.py` and `gamut_pictures.py`. A red ramp from where clipping would end it to the peak is 146 just noticeable
/// differences (ΔE ITP) long in BT.2020. Here 114 are left; clipped 7; at a strength of 0 254, of 1 55. Of a film's strong reds nine in ten
/// keep at least 0.63 of their chroma; clipped 0.73; at a strength of 0 0.23, of 1 0.73. On BT.709's own hull 2 to 8 differences are given
/// up, and 1.3 to 2.8 are left from there to P3's. The corners: with sharp ones a red ramp shows an edge where it bends at the cusp.
///
/// - Domain: Light in the source's primaries with components ≥ 0 and luminance up to the peak, as tone mapping on
///   luminance leaves it: a component may be 17 times the peak, up to 10 000 cd/m². Beyond, the result is still in range,
///   but may be flat.
/// - Range: Light in the display's primaries, each component `0...peak`.
/// - Source: This package's own. That intensity should fall first and chroma after is libplacebo's finding (its gamut function
///   `relative`); the paths are others. ICtCp: ITU-R BT.2100-3, Table 7.
public struct PerceptualGamutMap: GamutMapping, Hashable {
  /// The part of the way to the hull that is left alone, for all but pale bright colors, of which more is.
  package static let protectedPart = 0.93
  /// The light, as a part of the peak, up to which colors are left alone but for components below 0: by BT.1886 it is less than one code of
  /// 8 bits. Black that was coded with chroma a code off is common, and is here.
  package static let dimmest = 2e-6
  /// How much less room is made on the path to white than on the cusp's.
  package static let paleness = 0.8
  /// How far out the shoulder meets the hull: 1 + 1 / `shoulder` − K, 3.26 times as far or more. BT.2020's colors lie up to 3.24 times as
  /// far out as BT.709's hull, most up to 2.2.
  package static let shoulder = 0.43
  /// Where the display holds the source, the peak that colors are brought to, as a multiple of the display's, before they are scaled down
  /// to that: between its nodes the table is wrong by nearly as much, and no color of the display must be moved.
  package static let heldPeak = 1.07
  /// The strength that balances gradation and chroma.
  public static let balanced = 0.5

  /// What a color gives up: chroma at 0, intensity first at 1.
  public var strength: Double { paths.strength }
  /// Whether colors of the display must make room for others.
  package let makesRoom: Bool
  package let paths: PerceptualPaths
  package let table: PerceptualTable
  /// What tells at a glance that a color is in the core.
  package let glance: CoreGlance
  let cube: TargetCube
  let space: OpponentSpace
  /// From the display's components in cd/m² to L, M, S, and back.
  package var cones: Matrix3x3 { space.cones }
  package var components: Matrix3x3 { space.components }
  /// From F of L, M, S to I, X, Y.
  package var axes: Matrix3x3 { space.axes }
  /// The intensity of the display's white.
  package var white: Double { space.white }
  /// The least part of its largest component that every component of a result has.
  package static var floorMargin: Double { PerceptualHull.floorMargin }

  /// The map between two sets of primaries.
  ///
  /// - Parameter peak: The light of the display's white, above 0 cd/m².
  /// - Parameter strength: What a color gives up that is too bright and too colorful, `0...1`: 0 keeps intensity and gives up chroma; 1
  ///   keeps as much chroma as still lets different colors stay different.
  public init(
    from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance, strength: Double = Self.balanced
  ) {
    precondition((0...1).contains(strength), "the strength of a gamut map is 0 to 1, and \(strength) was given")
    cube = TargetCube(from: source, to: target, peak: peak)
    let columns = cube.matrix.transposed
    makesRoom = min(columns.rows.0.min(), columns.rows.1.min(), columns.rows.2.min()) < -0.002
    let reached = makesRoom ? peak.nits : Self.heldPeak * peak.nits
    space = OpponentSpace(target: target, peak: reached)
    paths = PerceptualPaths(strength: strength)
    table = PerceptualTable(space: space, paths: paths, hull: PerceptualHull(peak: reached, makesRoom: makesRoom))
    glance = CoreGlance(space: space, paths: paths, table: table, peak: peak.nits, makesRoom: makesRoom)
  }

  public func callAsFunction(_ light: Light) -> Light {
    let source = light.components
    let color = cube.components(of: light)
    if source.x == source.y && source.y == source.z || color.max() <= 0 { return cube.clipped(color) }
    if !makesRoom && cube.holds(color) { return Light(color) }

    let roots = OpponentSpace.roots(space.cones * color)
    let coded = OpponentSpace.curve(ofRoots: roots)
    let move = move(space.place(of: coded))
    if move.removed <= 0 { return settled(color) }
    let shift = SIMD3(repeating: move.change) - (coded - move.intensity) * move.part
    let growth =
      (roots + 1) * (SIMD3(Elementary.exp2(shift.x), Elementary.exp2(shift.y), Elementary.exp2(shift.z)) - 1)
    let moved = color + space.components * (growth * (2 * roots + growth))
    let brightness = makesRoom ? (color.max() / cube.peak / Self.dimmest - 1) / 3 : 1
    if brightness >= 1 { return settled(moved) }
    let (start, part) = (pointwiseMax(color, .zero), max(brightness, 0) * max(brightness, 0))
    return settled(start + part * (moved - start))
  }

  /// Where a color goes: steps 2 to 5.
  struct Move: Hashable, Sendable {
    /// The color's intensity, its change, the chroma that is removed, and that as a part of the color's.
    var intensity, change, removed, part: Double
  }

  func move(_ place: OpponentSpace.Place) -> Move {
    let (intensity, chroma, position) = (place.intensity, place.chroma, place.hue)
    let cusp = table.cusp(hue: position)
    let (column, z) = paths.column(intensity: intensity, chroma: chroma, cusp: cusp, white: space.white)
    let radius = table.radius(hue: position, column: column)
    let room = makesRoom ? Self.room(z: z) : 0
    let (over, width) = (max(0, chroma - (1 - room) * radius), room * radius)
    let kept = over * width > 0 ? min(width, over * width / (width + (1 - Self.shoulder * room) * over)) : 0
    let removed = over - kept
    return Move(
      intensity: intensity, change: -max(0, intensity - cusp) * paths.fall(from: chroma, to: chroma - removed),
      removed: removed, part: removed > 0 ? removed / chroma : 0)
  }

  /// K of step 3.
  static func room(z: Double) -> Double { (1 - protectedPart) * (1 - paleness * z) }

  /// Step 7.
  private func settled(_ color: SIMD3<Double>) -> Light {
    let high = color.max()
    let scaled = color * (cube.peak / max(high, cube.peak))
    let floor = makesRoom ? PerceptualHull.floorMargin * (min(high, cube.peak) - Self.dimmest * cube.peak) : 0
    return cube.clipped(scaled, above: max(floor, 0))
  }
}
