package import Colorimetry

/// What tells, without a look at the table, that `PerceptualGamutMap` leaves a color alone: it changes no result, but spares most colors
/// of a picture their way through it.
///
/// With c = (R, G, B) relative to the peak and m the smallest of them, a color is surely in the core where
///
/// - R ≥ floors₀·c + `depth`, G ≥ floors₁·c + `depth` and B ≥ floors₂·c + `depth`, for the floor of the core is nearly a plane where each
///   of them is least, but for the darkest colors, where it is higher; and
/// - 1 − c ≥ (`ceilings` − `bends` d) d, d = 1 − m, component by component, for so is its ceiling where each is largest: colors that are
///   less pale may come nearer to the peak.
///
/// Where the display holds the source, all parts are 0, and what is left is the cube. Colors that miss the ceiling by `whiteSlack` are
/// white but for roundings, and left alone too: the map would move them by not much more.
///
/// The parts are found from the core's boundary at every hue of the table and each column, and at quarters of columns beside black, the
/// cusp and white, where the radii between columns are least as they ought to be. A margin is for what lies between. A test looks there
/// densely.
package struct CoreGlance: Hashable, Sendable {
  package static let whiteSlack = 1e-6
  /// Up to what light floors are left to `depth`.
  private static let dark = 2e-4
  private static let margin = 0.1

  /// By rows: the parts of the three components that red, green and blue exceed; 0 on the diagonal.
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

  /// Whether a color is surely in the core, relative to the peak.
  package func holds(_ c: SIMD3<Double>) -> Bool { (c - floors * c).min() >= depth && isUnderCeilings(c) }

  private func isUnderCeilings(_ c: SIMD3<Double>) -> Bool {
    let depth = 1 - c.min()
    return (1 - c - (ceilings - bends * depth) * depth).min() >= -Self.whiteSlack
  }

  /// What `most` lacks to the peak, wherever it is the largest on the core's boundary, as a part of what the smallest lacks: at most this
  /// part at white, and less by this at black.
  private static func bentLine(over most: Int, of boundary: [SIMD3<Double>]) -> (part: Double, bend: Double) {
    let points = boundary.filter { $0[most] == $0.max() }.map { color in
      (depth: 1 - color.min(), part: (1 - color[most]) / (1 - color.min()))
    }
    let least = points.filter { $0.depth > 0.9 }.map(\.part).max() ?? 0
    let part = points.map { ($0.part - least * $0.depth) / max(1 - $0.depth, 0.1) }.max() ?? 0
    return (part * (1 + margin), max(part - least, 0) * (1 + margin))
  }

  /// Parts of the other two components that exceed `least` wherever it is the smallest on the core's boundary.
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

  /// The light of the display where the core ends on a path.
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
