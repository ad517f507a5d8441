package import Colorimetry

/// The space in which `PerceptualRule` moves colors: ICtCp with a different curve instead of PQ, and with hue as two numbers instead of an angle.
///
/// 1. L, M, S are a color's cone responses in units of `unit`, by the matrix of BT.2100 from BT.2020. F(x) = log₂(1 + √x) of each
///    replaces PQ. Like PQ it is a root in the dark and a logarithm in bright light, so a line of constant hue here shifts by at most
///    about one degree of hue in ICtCp. Its inverse is a square. The unit is chosen to minimize that shift.
/// 2. I = (F(L) + F(M)) / 2; Ct and Cp are computed from F(L), F(M), F(S) as in ICtCp.
/// 3. X and Y are Ct and Cp rotated by the angle φ, both scaled by 0.3, and the second by another factor of 2. φ is chosen so that the
///    display's yellow, with two components at the peak, lies at X = Y < 0. Blue, where hues change fastest, then lies next to Y = 0,
///    where a step of the hue position changes the hue minimum.
/// 4. Chroma is C = |X| + |Y|. The position of a hue covers `0..<256` in one turn: 64 (1 − X/C) if Y ≥ 0, otherwise 64 (3 + X/C).
///
/// A color is represented by I, and by C on the ray of its hue; the direction of the ray, (X/C, Y/C), depends only on the position.
///
/// - Source: Specific to this package. The matrices are from ITU-R BT.2100-3, Table 7.
package struct OpponentSpace: Hashable, Sendable {
  /// The number of positions in one turn.
  static let turn = 256
  /// The cone response 1.0, in cd/m².
  static let unit = 1 / 1.15
  private static let scale = 0.3
  private static let stretch = 2.0

  /// From the display's components in cd/m² to L, M, S, and the inverse.
  package let cones, components: Matrix3x3
  /// From F(L), F(M), F(S) to I, X, Y, and the inverse.
  package let axes, coded: Matrix3x3
  /// The intensity of the display's white.
  package let white: Double

  package init(target: RGBPrimaries, peak: Double) {
    cones = ICtCp.lmsFromBT2020 * target.matrix(to: .bt2020) * (1 / Self.unit)
    components = cones.inverse
    let yellow = ICtCp.ictcpFromPQLMS * Self.curve(cones * SIMD3(peak, peak, 0))
    // Rotate from the direction of (1, 1 / stretch), at X = Y > 0, by half a turn.
    let length = Elementary.hypot(yellow.y, yellow.z) * Elementary.hypot(1, 1 / Self.stretch)
    let along = -(yellow.y + yellow.z / Self.stretch) / length
    let across = -(yellow.z - yellow.y / Self.stretch) / length
    let (x, y) = (Self.scale, Self.scale * Self.stretch)
    axes =
      Matrix3x3(SIMD3(1, 0, 0), SIMD3(0, x * along, x * across), SIMD3(0, -y * across, y * along))
      * ICtCp.ictcpFromPQLMS
    coded = axes.inverse
    white = Self.curve(SIMD3(repeating: peak / Self.unit)).x
  }

  /// F of each cone response; negative responses count as 0.
  package static func curve(_ cones: SIMD3<Double>) -> SIMD3<Double> { curve(ofRoots: roots(cones)) }

  /// F of cone responses given by their square roots.
  static func curve(ofRoots roots: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(logarithm(1 + roots.x), logarithm(1 + roots.y), logarithm(1 + roots.z))
  }

  static func powersLessOne(_ v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(powerLessOne(v.x), powerLessOne(v.y), powerLessOne(v.z))
  }

  /// The binary logarithm of numbers of 1 or more, within 1e-9: the logarithm of the mantissa's ratio to √2 as a series of the inverse hyperbolic
  /// tangent. A map needs tens of thousands of logarithms, and its nodes are rounded to 6e-5.
  @inline(__always) private static func logarithm(_ v: Double) -> Double {
    let (root2, perLn2) = (1.4142135623730951, 2.8853900817779268)
    let significand = Double(bitPattern: v.bitPattern & 0xF_FFFF_FFFF_FFFF | 0x3FF << 52)
    let t = (significand - root2) / (significand + root2)
    let u = t * t
    return Double(Int(v.bitPattern >> 52) - 1023) + 0.5 + perLn2 * t
      * (1 + u * (1.0 / 3 + u * (1.0 / 5 + u * (1.0 / 7 + u / 9))))
  }

  /// 2^x − 1 for numbers of −60 or more, within 1e-9 of the result: a series for the fraction, scaled.
  @inline(__always) private static func powerLessOne(_ x: Double) -> Double {
    let whole = Int(x + 60.5) - 60
    let y = (x - Double(whole)) * 0.69314718055994531
    let power = y * (1 + y / 2 * (1 + y / 3 * (1 + y / 4 * (1 + y / 5 * (1 + y / 6 * (1 + y / 7 * (1 + y / 8)))))))
    let scale = Double(bitPattern: UInt64(min(max(whole + 1023, 0), 2047)) << 52)
    return scale * power + (scale - 1)
  }

  /// The square root of each cone response; negative responses count as 0.
  static func roots(_ cones: SIMD3<Double>) -> SIMD3<Double> { pointwiseMax(cones, .zero).squareRoot() }

  /// A color as its intensity and its coordinates on the two axes.
  package struct OpponentColor: Hashable, Sendable {
    package var intensity, x, y: Double

    package init(_ v: SIMD3<Double>) { (intensity, x, y) = (v.x, v.y, v.z) }

    package var chroma: Double { abs(x) + abs(y) }

    /// The position of the hue, `0..<256`; arbitrary for neutrals.
    package var hue: Double {
      let chroma = chroma
      guard chroma > 0 else { return 0 }
      let position = (y >= 0 ? 1 - x / chroma : 3 + x / chroma) * Double(OpponentSpace.turn / 4)
      return min(position, Double(OpponentSpace.turn).nextDown)
    }
  }

  package func color(of coded: SIMD3<Double>) -> OpponentColor { OpponentColor(axes * coded) }

  /// X and Y at chroma 1 for a position.
  package static func direction(at position: Double) -> (x: Double, y: Double) {
    let part = 4 * position / Double(turn)
    let x = part < 2 ? 1 - part : part - 3
    return (x, part < 2 ? 1 - abs(x) : abs(x) - 1)
  }
}

extension OpponentSpace {
  /// The intensity of the display's most colorful color for each hue position: where the position's ray meets the six edges of the display's cube that
  /// lead from red through yellow, green, cyan, blue and magenta back to red.
  ///
  /// 1. Each edge has 64 points: one component is full, another is 0, and the third is u⁴ of full, with u = 0, 1/64 … 63/64 if it increases
  ///    and u = 1, 63/64 … 1/64 if it decreases. Consecutive points are joined by straight lines in I, X, Y, including the last and the first.
  /// 2. Each ray intersects this line. If it does so more than once, the intersection with the maximum chroma is used.
  ///
  /// - Parameter full: The light of a full component, in cd/m².
  package func hueRing(full: Double) -> [Double] {
    let points = Self.edgePoints.map { color(of: Self.curve(cones * ($0 * full))) }
    let loop = points + [points[0]]
    return (0..<Self.turn).map { position in
      let (x, y) = Self.direction(at: Double(position))
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
    // For each edge: the full component, the changing component, and whether it increases.
    let edges = [(0, 1, true), (1, 0, false), (1, 2, true), (2, 1, false), (2, 0, true), (0, 2, false)]
    return edges.flatMap { full, changing, rises in
      (0..<64).map { step in
        let u = Double(rises ? step : 64 - step) / 64
        var light = SIMD3<Double>()
        light[full] = 1
        light[changing] = u * u * u * u
        return light
      }
    }
  }()
}
