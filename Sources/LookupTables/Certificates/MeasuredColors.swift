/// The colors at which a table is measured: between the vertices of its cube, on the faces and edges of its input, along the neutral axis, and spread
/// evenly over the input.
package struct MeasuredColors {
  /// The number of cells of a cube along each component, times the number of colors in each.
  private let side: Int
  /// The offset of each color within its grid step: between the vertices, also of cubes with as many vertices as the grid has steps.
  private let offset: Double
  private static let mostSpread = 131_072
  private static let faceSide = 64
  private static let edge = 1024
  private static let gray = 4097

  private let starts: (spread: Int, faces: Int, edges: Int, neutrals: Int)
  /// The number of colors.
  package let count: Int

  /// - Parameter cubeSize: The number of samples of the cube along each component.
  package init(cubeSize: Int) {
    let cells = cubeSize - 1
    // From one color in each cell to 8³ in the few cells of a small cube; at most about 262 144 in all.
    var divisions = 1
    while cells * (divisions + 1) <= 64, divisions < 8 { divisions += 1 }
    side = min(cells * divisions, 64)
    offset = cells % (2 * side) == 0 ? Double(side) / Double(2 * cells) : 0.5
    let grid = side * side * side
    let spread = min(Self.mostSpread, 4 * grid)
    starts = (
      grid, grid + spread, grid + spread + 6 * Self.faceSide * Self.faceSide,
      grid + spread + 6 * Self.faceSide * Self.faceSide + 12 * Self.edge
    )
    count = starts.neutrals + Self.gray
  }

  /// The spacing of the colors of the grid.
  var distance: Double { 1 / Double(side) }

  /// The indices of neutral colors, darkest first.
  package var neutrals: Range<Int> { starts.neutrals..<count }

  /// The indices of one of several pieces of about equal size.
  package func piece(_ piece: Int, of pieces: Int) -> Range<Int> {
    piece * count / pieces..<(piece + 1) * count / pieces
  }

  /// The color at an index, R′G′B′.
  package subscript(index: Int) -> LookupColor {
    if index < starts.spread {
      let place = SIMD3(Double(index % side), Double(index / side % side), Double(index / side / side))
      return LookupColor((place + offset) / Double(side))
    }
    if index < starts.faces { return LookupColor(Self.spread(index - starts.spread)) }
    if index < starts.edges { return LookupColor(face(index - starts.faces)) }
    if index < starts.neutrals { return LookupColor(Self.edge(index - starts.edges)) }
    return LookupColor(SIMD3(repeating: Double(index - starts.neutrals) / Double(Self.gray - 1)))
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

  private func face(_ index: Int) -> SIMD3<Double> {
    let faceSide = Self.faceSide
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
