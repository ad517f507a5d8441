package import Colorimetry

/// A quick test, without a table lookup, for colors that `PerceptualGamutMap` leaves unchanged. It affects no result, but lets most
/// colors of a picture skip the map.
///
/// With c = (R, G, B) relative to the peak and m the smallest component, a color is certainly in the core if both hold:
///
/// - R ≥ floors₀·c + `depth`, G ≥ floors₁·c + `depth` and B ≥ floors₂·c + `depth`. The floor of the core is nearly a plane where each
///   component is the smallest, except for the darkest colors, where it is higher.
/// - 1 − c ≥ (`ceilings` − `bends` d) d for every component, with d = 1 − m. This is the shape of the core's ceiling where each
///   component is the largest: colors that are less pale may come nearer to the peak.
///
/// If the display's gamut contains the source's, all coefficients are 0 and the test is for the cube. Colors that miss the ceiling by
/// no more than `whiteSlack` are white except for rounding and pass the test too; the map would move them by little more.
///
/// The coefficients are computed from the core's boundary at every hue position and every column of the table, and at quarter columns
/// next to black, the cusp and white, where interpolating radii between columns is least accurate. A margin covers the colors in
/// between, which a test samples densely.
package struct CoreGlance: Hashable, Sendable {
  package static let whiteSlack = 1e-6
  /// Up to this light, only `depth` covers the floor.
  private static let dark = 2e-4
  private static let margin = 0.1

  /// By rows, the coefficients of the three components in the floors of red, green and blue; 0 on the diagonal.
  package private(set) var floors = Matrix3x3(.zero, .zero, .zero)
  package private(set) var depth = 0.0
  package private(set) var ceilings = SIMD3<Double>()
  package private(set) var bends = SIMD3<Double>()

  init(space: OpponentSpace, paths: PerceptualPaths, table: PerceptualTable, peak: Double, makesRoom: Bool) {
    guard makesRoom else { return }
    let (cusp, last) = (Double(PerceptualPaths.levels), Double(PerceptualPaths.columns - 1))
    let columns =
      [0.25, 0.5, 0.75] + stride(from: 1, to: cusp - 1, by: 1) + stride(from: cusp - 1, to: cusp + 1, by: 0.25)
      + stride(from: cusp + 1, to: last - 3, by: 1) + stride(from: last - 3, to: last, by: 0.25)
    var (floor, ceiling): ([SIMD3<Double>], [SIMD3<Double>]) = ([], [])
    for position in stride(from: 0, to: Double(OpponentSpace.turn), by: 1) {
      for column in columns {
        let color = Self.coreEnd(position: position, column: column, space: space, paths: paths, table: table) / peak
        if column <= cusp { floor.append(color) }
        if column >= cusp { ceiling.append(color) }
      }
    }
    for component in 0..<3 {
      (ceilings[component], bends[component]) = Self.bentLine(over: component, of: ceiling)
    }
    floor += ceiling.filter { isUnderCeilings($0) }
    let lit = floor.filter { $0.max() > Self.dark }
    floors = Matrix3x3(Self.plane(under: 0, of: lit), Self.plane(under: 1, of: lit), Self.plane(under: 2, of: lit))
    depth = max(floor.map { ($0 - floors * $0).min() }.max()!, 0) * (1 + Self.margin)
  }

  /// Whether a color, relative to the peak, is certainly in the core.
  package func holds(_ c: SIMD3<Double>) -> Bool { (c - floors * c).min() >= depth && isUnderCeilings(c) }

  private func isUnderCeilings(_ c: SIMD3<Double>) -> Bool {
    let depth = 1 - c.min()
    return (1 - c - (ceilings - bends * depth) * depth).min() >= -Self.whiteSlack
  }

  /// Bounds the distance of component `most` from the peak wherever it is the largest on the core's boundary, as a fraction of the smallest
  /// component's distance from the peak: the largest fraction at white, and how much lower it is where the smallest component is 0.
  private static func bentLine(over most: Int, of boundary: [SIMD3<Double>]) -> (part: Double, bend: Double) {
    let points = boundary.filter { $0[most] == $0.max() }.map { color in
      (depth: 1 - color.min(), part: (1 - color[most]) / (1 - color.min()))
    }
    let least = points.filter { $0.depth > 0.9 }.map(\.part).max() ?? 0
    let part = points.map { ($0.part - least * $0.depth) / max(1 - $0.depth, 0.1) }.max() ?? 0
    return (part * (1 + margin), max(part - least, 0) * (1 + margin))
  }

  /// Coefficients of the other two components whose weighted sum exceeds component `least` wherever it is the smallest on the core's
  /// boundary.
  private static func plane(under least: Int, of boundary: [SIMD3<Double>]) -> SIMD3<Double> {
    let (a, b) = ((least + 1) % 3, (least + 2) % 3)
    let points = boundary.filter { $0[least] <= min($0[a], $0[b]) }
    func part(of one: Int, beside other: Int) -> Double {
      points.filter { $0[other] <= 0.25 * $0[one] }.map { $0[least] / $0[one] }.max() ?? 0
    }
    var plane = SIMD3<Double>()
    (plane[a], plane[b]) = (part(of: a, beside: b), part(of: b, beside: a))
    let missed = points.map { $0[least] / max((plane * $0).sum(), 1e-30) }.max() ?? 1
    return plane * (max(missed, 1) * (1 + margin))
  }

  /// The light of the display at which the core ends on a path.
  private static func coreEnd(
    position: Double, column: Double, space: OpponentSpace, paths: PerceptualPaths, table: PerceptualTable
  ) -> SIMD3<Double> {
    let cusp = table.cusp(hue: position)
    let z = max(0, column - Double(PerceptualPaths.levels)) / Double(PerceptualPaths.climbs)
    let chroma = (1 - PerceptualGamutMap.room(z: z)) * table.radius(hue: position, column: column)
    let (x, y) = OpponentSpace.direction(at: position)
    let intensity = paths.path(column: column, cusp: cusp, white: space.white)(chroma).intensity
    return space.light(of: SIMD3(repeating: intensity) + space.coded * SIMD3(0, chroma * x, chroma * y))
  }
}
