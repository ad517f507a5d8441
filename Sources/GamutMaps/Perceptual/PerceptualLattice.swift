/// The finite table of `PerceptualGamutMap` outside its core: the displacement of colors at nodes, with interpolation between them.
///
/// With x a color's light in the source's components relative to the display's peak, M its maximum component, and p and q the other two over M, in
/// the order red, green, blue:
///
/// 1. The face is the component equal to M; among equal components, red precedes green and green precedes blue.
/// 2. p has the coordinate r(1/16 + 15/16 p), where r(u) is 0 for u = 1/16 and runs through four equal cells in each octave up to u = 1: 16 cells.
///    The same applies to q.
/// 3. 1/M, limited to `1/32...256`, has one cell in each octave, but five in 1/2…1 and nine in 1…2: 25 cells.
/// 4. Nodes hold the displacement of each of the display's components, over M, in units of 2⁻¹⁴. Between them, the nodes of a triangle are
///    interpolated: with f ≥ g the fractions of the two coordinates, the corner at both cells' start has the weight 1 − f, the one at both ends g,
///    and the one at the end of the cell with f has f − g. Each corner is interpolated along 1/M. The displacement is M times that sum.
///
/// The source's hull is the lattice's border, so no node lies outside it. Colors without a moving node nearby do not move, and a component that stays
/// small keeps its own precision.
package final class PerceptualLattice: Sendable {
  /// The number of nodes along p, and along q.
  package static let places = 17
  /// The number of nodes along 1/M.
  package static let levels = 26
  /// The value of 1.0 in a node.
  package static let one = 16384.0
  package static let count = 3 * places * places * levels

  /// Red, green and blue of each node, in the order `[face][p][q][level]`.
  package let nodes: [SIMD3<Int16>]

  /// Samples the displacement in the display's components for light in the source's components, both relative to the display's peak.
  init(_ move: (SIMD3<Double>) -> SIMD3<Double>) {
    var nodes: [SIMD3<Int16>] = []
    nodes.reserveCapacity(Self.count)
    for face in 0..<3 {
      for p in Self.ratios {
        for q in Self.ratios {
          let ray = face == 0 ? SIMD3(1, p, q) : face == 1 ? SIMD3(p, 1, q) : SIMD3(p, q, 1)
          for inverse in Self.inverses {
            // No component moves by 2 M or more, unless primaries are farther apart than BT.2020's and BT.709's.
            let node = (move(ray / inverse) * (inverse * Self.one)).clamped(
              lowerBound: -Self.maximum, upperBound: Self.maximum)
            let whole = node.rounded(.toNearestOrEven)
            nodes.append(SIMD3(Int16(whole.x), Int16(whole.y), Int16(whole.z)))
          }
        }
      }
    }
    self.nodes = nodes
  }

  /// Reads recorded nodes: `[face][p][q][level][component]`.
  @safe init(recorded: UnsafePointer<Int16>) {
    nodes = (0..<Self.count).map { unsafe SIMD3(recorded[3 * $0], recorded[3 * $0 + 1], recorded[3 * $0 + 2]) }
  }

  /// The displacement for light of the source, both relative to the display's peak.
  ///
  /// - Domain: Components of 0 or more.
  package func callAsFunction(_ x: SIMD3<Double>) -> SIMD3<Double> {
    let most = x.max()
    guard most > 0 else { return .zero }
    let ratios = x / most
    let face = ratios.x == 1 ? 0 : ratios.y == 1 ? 1 : 2
    let (p, q) = (face == 0 ? ratios.y : ratios.x, face == 2 ? ratios.y : ratios.z)
    let (i, f) = Self.place(ofRatio: p)
    let (j, g) = Self.place(ofRatio: q)
    let (level, h) = Self.place(ofInverse: 1 / most)
    func corner(_ i: Int, _ j: Int) -> SIMD3<Double> {
      let node = ((face * Self.places + i) * Self.places + j) * Self.levels + level
      let (near, far) = (SIMD3<Double>(nodes[node]), SIMD3<Double>(nodes[node + 1]))
      return near + h * (far - near)
    }
    var sum = (1 - max(f, g)) * corner(i, j)
    if f != g { sum += abs(f - g) * (f > g ? corner(i + 1, j) : corner(i, j + 1)) }
    if min(f, g) > 0 { sum += min(f, g) * corner(i + 1, j + 1) }
    return sum * (most / Self.one)
  }

  /// The cell of p or q, and the fraction within it.
  private static func place(ofRatio ratio: Double) -> (Int, Double) {
    let u: Double = 1.0 / 16 + 15.0 / 16 * ratio
    let octaves: Double = Double(u.exponent) + u.significand + 3
    return parted(4 * octaves, last: places - 1)
  }

  /// The cell of 1/M, and the fraction within it.
  private static func place(ofInverse inverse: Double) -> (Int, Double) {
    let s: Double = min(max(inverse, inverses[0]), inverses[levels - 1])
    let octaves: Double = Double(s.exponent) + s.significand + 4
    // The octaves with more cells have eight additional cells per unit.
    let more: Double = 8 * (min(max(s, 0.5), 2) - 0.5)
    return parted(octaves + more, last: levels - 2)
  }

  private static func parted(_ place: Double, last: Int) -> (Int, Double) {
    let cell = min(Int(place), last)
    return (cell, place - Double(cell))
  }

  private static let maximum = SIMD3<Double>(repeating: 32767)
  /// p, or q, at each node.
  private static let ratios: [Double] = (0..<places).map { place in
    let u = Double(sign: .plus, exponent: place / 4 - 4, significand: 1 + Double(place % 4) / 4)
    return (u - 1.0 / 16) * 16 / 15
  }
  /// The number of cells in each octave of 1/M, from 1/32 on.
  private static let cells = [1, 1, 1, 1, 5, 9, 1, 1, 1, 1, 1, 1, 1]
  /// 1/M at each node.
  private static let inverses: [Double] =
    cells.enumerated().flatMap { octave, count in
      (0..<count).map { cell in
        Double(sign: .plus, exponent: octave - 5, significand: 1 + Double(cell) / Double(count))
      }
    } + [256]
}
