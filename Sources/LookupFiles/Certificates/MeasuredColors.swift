/// The colors at which a table is measured: between the vertices of its cube, on the faces and edges of its input, along the neutral axis, and spread
/// evenly over the input.
package struct MeasuredColors {
  /// The colors, R′G′B′.
  package let all: [LookupColor]
  /// The indices of neutral colors, darkest first.
  package let neutrals: Range<Int>
  /// The spacing of the colors between the vertices.
  let distance: Double

  private static let (mostSpread, faceSide, edge, grays) = (131_072, 64, 1024, 4097)

  /// - Parameter cubeSize: The number of samples of the cube along each component.
  package init(cubeSize: Int) {
    let cells = cubeSize - 1
    // From one color in each cell to 8³ in the few cells of a small cube; at most about 262 144 in all.
    var divisions = 1
    while cells * (divisions + 1) <= 64, divisions < 8 { divisions += 1 }
    let side = min(cells * divisions, 64)
    // Between the vertices, also of cubes with as many vertices as the grid has steps.
    let offset = cells % (2 * side) == 0 ? Double(side) / Double(2 * cells) : 0.5
    let grid = (0..<side * side * side).map { index in
      (SIMD3(Double(index % side), Double(index / side % side), Double(index / side / side)) + offset) / Double(side)
    }
    let spread = (0..<min(Self.mostSpread, 4 * grid.count)).map(Self.spread)
    let faces = (0..<6 * Self.faceSide * Self.faceSide).map { Self.face($0, offset) }
    let hull = faces + (0..<12 * Self.edge).map(Self.edge)
    let grays = (0..<Self.grays).map { SIMD3(repeating: Double($0) / Double(Self.grays - 1)) }
    all = (grid + spread + hull + grays).map { LookupColor($0) }
    neutrals = all.count - grays.count..<all.count
    distance = 1 / Double(side)
  }

  /// A color of an evenly spread sequence.
  ///
  /// - Source: M. Roberts' R3 sequence: the fractional parts of multiples of 1/g, 1/g², 1/g³, where g⁴ = g + 1.
  private static func spread(_ index: Int) -> SIMD3<Double> {
    let g = 1.2207440846057596
    let steps = SIMD3(1 / g, 1 / (g * g), 1 / (g * g * g))
    let sum = Double(index + 1) * steps + 0.5
    return sum - sum.rounded(.down)
  }

  private static func face(_ index: Int, _ offset: Double) -> SIMD3<Double> {
    let (face, place) = (index / (faceSide * faceSide), index % (faceSide * faceSide))
    var color = SIMD3<Double>(repeating: face % 2 == 0 ? 0 : 1)
    color[(face / 2 + 1) % 3] = (Double(place % faceSide) + offset) / Double(faceSide)
    color[(face / 2 + 2) % 3] = (Double(place / faceSide) + offset) / Double(faceSide)
    return color
  }

  private static func edge(_ index: Int) -> SIMD3<Double> {
    let (number, place) = (index / edge, index % edge)
    var color = SIMD3<Double>.zero
    color[number / 4] = (Double(place) + 0.5) / Double(edge)
    color[(number / 4 + 1) % 3] = number % 2 == 0 ? 0 : 1
    color[(number / 4 + 2) % 3] = number / 2 % 2 == 0 ? 0 : 1
    return color
  }
}
