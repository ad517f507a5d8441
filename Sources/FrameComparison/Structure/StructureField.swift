/// The direction in which intensity increases in each cell of a picture. The vectors have a length near 1 where the contrast is clear and near 0
/// where the picture is flat, so that an increasing tone curve hardly changes them.
struct StructureField: Sendable {
  let columns, rows: Int
  private let across, down: [Float]
  /// The sum of the squares of the vectors.
  let energy: Double

  /// The increase of PQ intensity over two cells at which a vector has length 0.7: about 3 ΔE ITP.
  private static let contrast: Float = 0.004

  /// - Parameter intensities: The means of cells, row by row.
  init(_ intensities: [Float], columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    var (across, down) = ([Float](repeating: 0, count: columns * rows), [Float](repeating: 0, count: columns * rows))
    var energy = 0.0
    for y in 1..<max(rows - 1, 1) {
      var sum: Float = 0
      for x in 1..<max(columns - 1, 1) {
        let place = y * columns + x
        let gx = intensities[place + 1] - intensities[place - 1]
        let gy = intensities[place + columns] - intensities[place - columns]
        let share = gx * gx + gy * gy
        let scale = 1 / (share + Self.contrast * Self.contrast).squareRoot()
        (across[place], down[place]) = (gx * scale, gy * scale)
        sum += share * scale * scale
      }
      energy += Double(sum)
    }
    (self.across, self.down, self.energy) = (across, down, energy)
  }

  /// Returns the correlation with the field of another picture of the same grid, `-1...1`; 0 if one of them is flat.
  func correlation(_ other: StructureField) -> Double {
    var dot = 0.0
    for y in 0..<rows {
      var sums = SIMD2<Float>.zero
      for place in y * columns..<(y + 1) * columns {
        sums.x += across[place] * other.across[place]
        sums.y += down[place] * other.down[place]
      }
      dot += Double(sums.x + sums.y)
    }
    return energy > 0 && other.energy > 0 ? dot / (energy * other.energy).squareRoot() : 0
  }

  /// Returns the agreement of edge axes where both pictures have edges, and its weight: even a mapping that clips light, or makes strong colors
  /// darker instead of brighter, leaves edges in place.
  func axes(_ other: StructureField) -> (product: Double, size: Double) {
    var (product, size) = (0.0, 0.0)
    for place in across.indices {
      let (a, b) = (SIMD2(across[place], down[place]), SIMD2(other.across[place], other.down[place]))
      let (dot, length) = ((a * b).sum(), ((a * a).sum() * (b * b).sum()).squareRoot())
      guard length > 0 else { continue }
      // The cosine of twice the angle, times the length.
      product += Double(2 * dot * dot / length - length)
      size += Double(length)
    }
    return (product, size)
  }

  /// Returns the products of a picture's vectors with this one's at the positions that a placement maps them to, and the squares of the latter.
  func compared(with second: StructureField, by placement: Placement) -> (product: Double, energy: Double) {
    let (turn, scale) = (placement.turn, placement.scale)
    let center = SIMD2(Float(columns - 1), Float(rows - 1)) / 2
    let shift = placement.shift * SIMD2(Float(columns), Float(rows)) + center
    let limit = SIMD2(columns - 1, rows - 1)
    var (product, energy) = (0.0, 0.0)
    for y in 0..<rows {
      let down = (Float(y) - center.y) * scale.y
      var (dot, squares): (Float, Float) = (0, 0)
      for x in 0..<columns {
        let right = (Float(x) - center.x) * scale.x
        let (px, py) = (turn.xx * right + turn.xy * down + shift.x, turn.yx * right + turn.yy * down + shift.y)
        guard px >= 0, py >= 0 else { continue }
        let (ix, iy) = (Int(px), Int(py))
        guard ix < limit.x, iy < limit.y else { continue }
        let (fx, fy) = (px - Float(ix), py - Float(iy))
        let place = iy * columns + ix
        func sample(_ plane: [Float]) -> Float {
          let top = plane[place] + (plane[place + 1] - plane[place]) * fx
          let bottom = plane[place + columns] + (plane[place + columns + 1] - plane[place + columns]) * fx
          return top + (bottom - top) * fy
        }
        let (gx, gy) = (sample(self.across), sample(self.down))
        squares += gx * gx + gy * gy
        let other = y * columns + x
        // The gradient of A(Mp) is that of A, rotated back.
        dot += (turn.xx * gx + turn.yx * gy) * second.across[other] + (turn.xy * gx + turn.yy * gy) * second.down[other]
      }
      product += Double(dot)
      energy += Double(squares)
    }
    return (product, energy)
  }
}

/// The source positions of the second picture's pixels: position p from its center shows M(s·p) + t of the first.
struct Placement: Hashable, Sendable {
  var turn = Turn.upright
  /// The size of the part of the first that the second shows, relative to the first; more than 1 if the second also shows borders.
  var scale = SIMD2<Float>(1, 1)
  /// The center of that part, from the center of the first, relative to its sides.
  var shift = SIMD2<Float>(0, 0)

  /// The movement of a corner, relative to the sides.
  var movement: SIMD2<Float> {
    let grown = scale - 1
    return SIMD2(abs(grown.x) / 2 + abs(shift.x), abs(grown.y) / 2 + abs(shift.y))
  }

  struct Turn: Hashable, Sendable {
    let xx, xy, yx, yy: Float
    /// The description; `nil` for upright.
    let words: String?
    let isMirrored: Bool

    var isSideways: Bool { xx == 0 }

    static let upright = Turn(xx: 1, xy: 0, yx: 0, yy: 1, words: nil, isMirrored: false)
    static let others = [
      Turn(xx: -1, xy: 0, yx: 0, yy: -1, words: "turned by 180°", isMirrored: false),
      Turn(xx: 0, xy: 1, yx: -1, yy: 0, words: "turned by 90° clockwise", isMirrored: false),
      Turn(xx: 0, xy: -1, yx: 1, yy: 0, words: "turned by 90° counterclockwise", isMirrored: false),
      Turn(xx: -1, xy: 0, yx: 0, yy: 1, words: "mirrored left to right", isMirrored: true),
      Turn(xx: 1, xy: 0, yx: 0, yy: -1, words: "mirrored top to bottom", isMirrored: true),
      Turn(xx: 0, xy: 1, yx: 1, yy: 0, words: "mirrored and turned: rows are columns", isMirrored: true),
      Turn(xx: 0, xy: -1, yx: -1, yy: 0, words: "mirrored and turned: rows are columns from the end", isMirrored: true),
    ]
  }
}
