internal import Colorimetry
internal import ElementaryMath

/// The space in which `PerceptualGamutMap` moves colors: ICtCp with another curve in PQ's place, in which hue is two numbers without
/// an angle.
///
/// 1. L, M, S are a color's cone responses in units of `unit`, by BT.2100's matrix from BT.2020. F(x) = log₂(1 + √x) of each takes the
///    place of PQ: a root in the dark and a logarithm in bright light, as PQ is, so that a line of constant hue here turns by about a
///    degree of hue at most in ICtCp; and its inverse is a square. The unit is where it turns least.
/// 2. I = (F(L) + F(M)) / 2; Ct and Cp from F(L), F(M), F(S) as in ICtCp.
/// 3. Ct and Cp are turned by the angle φ, both made 0.3 times as large, and the second twice as large again: X and Y. φ is such that
///    the display's yellow, two components at the peak, lies at X = Y < 0. Blue, where hues change fastest, is then beside Y = 0, where
///    a step of the hue's position turns it least.
/// 4. Chroma C = |X| + |Y|. The position of a hue runs through `0..<256` as it goes round: 64 (1 − X/C) where Y ≥ 0, else
///    64 (3 + X/C).
///
/// A color is I, and C on the ray of its hue; the direction of the ray, (X/C, Y/C), depends on the position alone.
///
/// - Source: This package's own. The matrices: ITU-R BT.2100-3, Table 7.
struct OpponentSpace: Hashable, Sendable {
  /// Positions in one turn.
  static let turn = 256
  /// 1.0 of a cone response, in cd/m².
  static let unit = 1 / 1.15
  private static let scale = 0.3
  private static let stretch = 2.0

  /// From the display's components in cd/m² to L, M, S, and back.
  let cones, components: Matrix3x3
  /// From F(L), F(M), F(S) to I, X, Y, and back.
  let axes, coded: Matrix3x3
  /// The intensity of the display's white.
  let white: Double

  init(target: RGBPrimaries, peak: Double) {
    cones = Self.cones(of: target)
    components = cones.inverse
    let yellow = ICtCp.fromPQ * Self.curve(cones * SIMD3(peak, peak, 0))
    // From the direction of (1, 1 / stretch), at X = Y > 0, half a turn on.
    let length = Elementary.hypot(yellow.y, yellow.z) * Elementary.hypot(1, 1 / Self.stretch)
    let along = -(yellow.y + yellow.z / Self.stretch) / length
    let across = -(yellow.z - yellow.y / Self.stretch) / length
    let (x, y) = (Self.scale, Self.scale * Self.stretch)
    axes =
      Matrix3x3(SIMD3(1, 0, 0), SIMD3(0, x * along, x * across), SIMD3(0, -y * across, y * along)) * ICtCp.fromPQ
    coded = axes.inverse
    white = Self.curve(SIMD3(repeating: peak / Self.unit)).x
  }

  /// From the components of a set of primaries to L, M, S.
  static func cones(of primaries: RGBPrimaries) -> Matrix3x3 {
    ICtCp.lmsFromBT2020 * primaries.matrix(to: .bt2020) * (1 / unit)
  }

  /// F of each cone response; one below 0 counts as 0.
  static func curve(_ cones: SIMD3<Double>) -> SIMD3<Double> { curve(ofRoots: roots(cones)) }

  /// F of cone responses whose roots are given.
  static func curve(ofRoots roots: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(Elementary.log2(1 + roots.x), Elementary.log2(1 + roots.y), Elementary.log2(1 + roots.z))
  }

  /// The square root of each cone response; one below 0 counts as 0.
  static func roots(_ cones: SIMD3<Double>) -> SIMD3<Double> { pointwiseMax(cones, .zero).squareRoot() }

  /// A color by its intensity and its two axes.
  struct Place: Hashable, Sendable {
    var intensity, x, y: Double

    init(_ v: SIMD3<Double>) { (intensity, x, y) = (v.x, v.y, v.z) }

    var chroma: Double { abs(x) + abs(y) }

    /// The position of the hue, `0..<256`; that of neutrals is arbitrary.
    var hue: Double {
      let chroma = chroma
      guard chroma > 0 else { return 0 }
      let position = (y >= 0 ? 1 - x / chroma : 3 + x / chroma) * Double(OpponentSpace.turn / 4)
      return min(position, Double(OpponentSpace.turn).nextDown)
    }
  }

  /// The light of the display, cd/m², of F(L), F(M), F(S). Where one is below 0, so is its cone response, as far as F's mirror image
  /// has it.
  func light(of coded: SIMD3<Double>) -> SIMD3<Double> {
    let roots = SIMD3(Elementary.exp2(coded.x), Elementary.exp2(coded.y), Elementary.exp2(coded.z)) - 1
    return components * (roots * pointwiseMax(roots, -roots))
  }

  /// The place of F(L), F(M), F(S).
  func place(of coded: SIMD3<Double>) -> Place { Place(axes * coded) }

  /// X and Y of chroma 1 at a position.
  static func direction(at position: Double) -> (x: Double, y: Double) {
    let part = 4 * position / Double(turn)
    let x = part < 2 ? 1 - part : part - 3
    return (x, part < 2 ? 1 - abs(x) : abs(x) - 1)
  }
}

/// The most colorful colors of a display: those of its cube's six edges that lead from red over yellow, green, cyan, blue and magenta
/// back to red, met by the rays of whole hue positions.
///
/// 1. Of each edge 64 points: one component is full, another 0, and the third u⁴ of full, with u = 0, 1/64 … 63/64, or, where it falls,
///    1, 63/64 … 1/64. Consecutive points are joined by straight lines in I, X, Y, the last and the first too.
/// 2. Of each ray the meeting point; where it meets the line more than once, the one of the greatest chroma.
struct HueRing {
  /// The intensity by position.
  let intensities: [Double]

  private static let edgeSteps = 64

  /// - Parameter full: The light of a full component, cd/m².
  init(in space: OpponentSpace, full: Double) {
    let points = Self.edgePoints.map { space.place(of: OpponentSpace.curve(space.cones * ($0 * full))) }
    let loop = points + [points[0]]
    intensities = (0..<OpponentSpace.turn).map { position in
      let (x, y) = OpponentSpace.direction(at: Double(position))
      var best = (intensity: 0.0, chroma: -1.0)
      for (a, b) in zip(loop, loop.dropFirst()) {
        let (offA, offB) = (x * a.y - y * a.x, x * b.y - y * b.x)
        guard (offA <= 0) != (offB <= 0) else { continue }
        let part = offA / (offA - offB)
        let (alongX, alongY) = (a.x + part * (b.x - a.x), a.y + part * (b.y - a.y))
        let chroma = x * alongX + y * alongY
        if chroma > best.chroma { best = (a.intensity + part * (b.intensity - a.intensity), chroma) }
      }
      return best.intensity
    }
  }

  private static let edgePoints: [SIMD3<Double>] = {
    // Each edge: the component that is full, the one that changes, and whether it rises.
    let edges = [(0, 1, true), (1, 0, false), (1, 2, true), (2, 1, false), (2, 0, true), (0, 2, false)]
    return edges.flatMap { full, changing, rises in
      (0..<edgeSteps).map { step in
        let u = Double(rises ? step : edgeSteps - step) / Double(edgeSteps)
        var light = SIMD3<Double>()
        light[full] = 1
        light[changing] = u * u * u * u
        return light
      }
    }
  }()
}
