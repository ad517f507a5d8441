public import Colorimetry
internal import ElementaryMath

/// Moves colors smoothly onto the display's hull at constant hue, leaving a core unchanged.
///
///     let map = PerceptualGamutMap(from: .bt2020, to: .bt709, peak: .nits(203))
///     map(.nits(30, 40, 20))  // in the core: the matrix alone
///     map(.nits(300, 0, 0))   // a bright red: stays red; at 700 it is paler
///
/// Every color lies on one path of its hue. The path leads inward to the neutral axis, and its shape decides what a color outside the
/// display's gamut gives up. At constant intensity, neon becomes a white wire and a bright red becomes salmon. Moved fully to the intensity
/// of its hue's cusp, the display's most colorful color, neon becomes a flat shape. These paths bend: intensity falls first, then chroma.
/// They never cross, and the order along each of them is preserved, so colors that differ still differ afterward.
///
/// "Makes room" below means that the display's gamut does not contain the source's, so that colors of the display must move to make room
/// for others. In detail, with c = (R, G, B) a color's light in the display's components, P the peak, and the quantities of
/// `OpponentSpace`, `PerceptualPaths` and `PerceptualTable`:
///
/// 1. c = matrix · light, white to white. A light of three equal components is a neutral; its result is that component clamped to
///    `0...P`, three times. If no component is above 0, the result is black. If the display's gamut contains the source's (every
///    component of each of the source's primaries is ≥ −0.002 in the display's) and c lies in `0...P`, the result is c.
/// 2. Determine I, C and the hue position of c; the cusp Iᶜ of the hue; the column and z of the color's path; and h, the chroma at
///    which that path leaves the hull.
/// 3. K = (1 − `protectedPart`)(1 − `paleness` z) is the fraction of the way to the hull, measured from its end, that makes room. Bright
///    pale colors need less. If the display's gamut contains the source's, K = 0, and `heldPeak` · P replaces P in steps 2 to 6.
/// 4. d = max(0, C − (1 − K) h) and w = K h. The chroma removed is r = d − min(w, d w / (w + (1 − `shoulder` K) d)). If d is 0, the
///    color is in the core and unchanged. Beyond the core, the shoulder starts with slope 1; it meets the hull far outside.
/// 5. C′ = C − r, e = r / C. With v = max(0, I − Iᶜ), intensity moves along the path by ΔI = −v δ (2 − δ), δ = climb · (u − u′) /
///    ((u₀ + u)(S + c u′)), u = C², u′ = C′².
/// 6. Each cone response x, with s = √x and D = ΔI − e (F(x) − I), becomes the one that belongs to F(x) + D: it grows by E (2 s + E) with
///    E = (1 + s)(2^D − 1). The result is c plus the growth of L, M, S converted to the display's components.
///    If the map makes room, the color moves only the fraction b² of the way from max(c, 0) to this result, where b =
///    min(max((M / `dimmest` − 1) / 3, 0), 1) and M is the largest component relative to the peak: darker colors are black or nearly so.
/// 7. If the largest component is above P, all three are scaled down so that it is P. If the map makes room, in the core as well, no
///    component remains below the fraction `PerceptualHull.floorMargin` of the amount by which the largest exceeds `dimmest`. No component
///    is ever below 0.
///
/// The constants were chosen on pictures (neon, fire, blue LEDs, film, phone) together with measurements, in
/// `notebooks/gamut_perceptual.py` and `gamut_pictures.py`. In BT.2020, a red ramp from the point where clipping would end it up to the
/// peak spans 146 just noticeable differences (ΔE ITP). After this map it spans 114, after clipping 7, with chroma preservation 0 254, with 1 55.
/// Of the strong reds of a film, nine in ten keep at least 0.63 of their chroma; after clipping 0.73, with 0 0.23, with 1
/// 0.73. On BT.709's own hull, 2 to 8 differences are given up; 1.3 to 2.8 remain from there to the hull of P3. The corners of the hull are
/// rounded because with sharp ones a red ramp shows an edge where it bends at the cusp.
///
/// - Domain: Light in the source's primaries with components ≥ 0 and luminance up to the peak, as it results from tone mapping on
///   luminance: a component may be ``brightest`` times the peak, up to 10 000 cd/m². Plans limit what is brighter.
/// - Range: Light in the display's primaries, each component `0...peak`.
/// - Source: Specific to this package. The idea that intensity should fall before chroma comes from libplacebo (its gamut function
///   `relative`); the paths are different. ICtCp: ITU-R BT.2100-3, Table 7.
public struct PerceptualGamutMap: GamutMap, Hashable {
  /// The fraction of the way to the hull in which colors are unchanged; it is larger for pale bright colors.
  package static let protectedPart = 0.93
  /// The light, as a fraction of the peak, up to which colors are unchanged except for components below 0. By BT.1886 it is less than one
  /// 8-bit code. Black coded with a chroma that is off by one code is common and falls in this range.
  package static let dimmest = 2e-6
  /// How much less room is made on the path to white than on the path to the cusp, as a fraction.
  package static let paleness = 0.8
  /// Determines where the shoulder meets the hull: at 1 + 1 / `shoulder` − K times the chroma of the hull, which is 3.26 or more. Colors of
  /// BT.2020 have up to 3.24 times the chroma of the BT.709 hull, most of them up to 2.2.
  package static let shoulder = 0.43
  /// If the display's gamut contains the source's, the peak to which colors are moved before they are scaled down to the display's, as a
  /// multiple of that. Between its nodes, the table is off by nearly as much, and no color of the display must move.
  package static let heldPeak = 1.07
  /// The greatest component that the map is for, as a multiple of the peak: that of BT.2020's blue with the peak's luminance. Beyond it,
  /// colors lie so far outside that paths through single and double precision part.
  public static let brightest = 17.0
  /// The default chroma preservation, which balances gradation and chroma.
  public static let balanced = 0.5

  /// What distinguishes a map from all others.
  package struct Key: Hashable, Sendable {
    private let cube: TargetCube
    private let chromaPreservation: Double

    /// The key of the map with these parameters.
    package init(from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance, chromaPreservation: Double) {
      self.init(cube: TargetCube(from: source, to: target, peak: peak), chromaPreservation: chromaPreservation)
    }

    fileprivate init(cube: TargetCube, chromaPreservation: Double) {
      (self.cube, self.chromaPreservation) = (cube, chromaPreservation)
    }
  }

  /// What distinguishes this map from all others.
  package var key: Key { Key(cube: cube, chromaPreservation: chromaPreservation) }
  /// What a color that is too bright and too colorful keeps, `0...1`: 0 intensity, 1 chroma.
  public var chromaPreservation: Double { paths.preservation }
  /// Whether colors of the display must make room for others.
  package let makesRoom: Bool
  package let paths: PerceptualPaths
  package let table: PerceptualTable
  /// The quick test for colors in the core.
  package let glance: CoreGlance
  let cube: TargetCube
  let space: OpponentSpace
  /// From the display's components in cd/m² to L, M, S, and the inverse.
  package var cones: Matrix3x3 { space.cones }
  package var components: Matrix3x3 { space.components }
  /// From F of L, M, S to I, X, Y.
  package var axes: Matrix3x3 { space.axes }
  /// The intensity of the display's white.
  package var white: Double { space.white }
  /// The minimum of every component of a result, as a fraction of its largest component.
  package static var floorMargin: Double { PerceptualHull.floorMargin }

  /// The map between two sets of primaries.
  ///
  /// - Parameter source: The primaries of the light that comes in.
  /// - Parameter target: The primaries of the display.
  /// - Parameter peak: The luminance of the display's white, above 0 cd/m².
  /// - Parameter chromaPreservation: What a color that is too bright and too colorful keeps, `0...1`: 0 its intensity, giving up chroma; 1 as
  ///   much chroma as is possible while different colors remain different.
  /// - Precondition: `peak` is above 0 cd/m², `chromaPreservation` in `0...1`; the primaries of each form a triangle.
  public init(
    from source: RGBPrimaries, to target: RGBPrimaries, peak: Luminance, chromaPreservation: Double = Self.balanced
  ) {
    precondition(
      (0...1).contains(chromaPreservation), "the chroma preservation is \(chromaPreservation); it must be 0 to 1")
    cube = TargetCube(from: source, to: target, peak: peak)
    makesRoom = !target.contains(source)
    let reached = makesRoom ? peak.nits : Self.heldPeak * peak.nits
    space = OpponentSpace(target: target, peak: reached)
    paths = PerceptualPaths(preservation: chromaPreservation)
    table = PerceptualTable(space: space, paths: paths, hull: PerceptualHull(peak: reached, makesRoom: makesRoom))
    glance = CoreGlance(space: space, paths: paths, table: table, peak: peak.nits, makesRoom: makesRoom)
  }

  public var matrix: Matrix3x3 { cube.matrix }
  public var peak: Luminance { cube.peak }
  public var fit: GamutFit? { .perceptual(self) }

  /// The steps above, from the light in the display's components.
  func fitted(displayLight light: Light) -> Light { Light(fitted(light.components)) }

  private func fitted(_ color: SIMD3<Double>) -> SIMD3<Double> {
    if color.x == color.y && color.y == color.z || color.max() <= 0 { return cube.clipped(color) }
    if !makesRoom && cube.holds(color) { return color }

    let roots = OpponentSpace.roots(space.cones * color)
    let coded = OpponentSpace.curve(ofRoots: roots)
    let move = move(space.color(of: coded))
    if move.removed <= 0 { return settled(color) }
    let shift = SIMD3(repeating: move.change) - (coded - move.intensity) * move.part
    let growth =
      (roots + 1) * (SIMD3(Elementary.exp2(shift.x), Elementary.exp2(shift.y), Elementary.exp2(shift.z)) - 1)
    let moved = color + space.components * (growth * (2 * roots + growth))
    let visibility = makesRoom ? (color.max() / cube.peak.nits / Self.dimmest - 1) / 3 : 1
    if visibility >= 1 { return settled(moved) }
    let (start, part) = (pointwiseMax(color, .zero), max(visibility, 0) * max(visibility, 0))
    return settled(start + part * (moved - start))
  }

  /// The move of a color: steps 2 to 5.
  struct Move: Hashable, Sendable {
    /// The color's intensity, the change of it, the chroma that is removed, and that as a fraction of the color's chroma.
    var intensity, change, removed, part: Double
  }

  func move(_ color: OpponentSpace.OpponentColor) -> Move {
    let (intensity, chroma, position) = (color.intensity, color.chroma, color.hue)
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
  private func settled(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let high = color.max()
    let scaled = color * (cube.peak.nits / max(high, cube.peak.nits))
    let floor = makesRoom ? PerceptualHull.floorMargin * (min(high, cube.peak.nits) - Self.dimmest * cube.peak.nits) : 0
    return cube.clipped(scaled, above: max(floor, 0))
  }
}
