/// Finds the placement that aligns the structure of the second picture with the first.
struct GeometrySearch {
  /// Matching pictures of both clips, at one resolution.
  private typealias Level = [(first: StructureField, second: StructureField)]

  /// The levels, from the finest to the coarsest.
  private let levels: [Level]
  private let columns, rows: Int
  let asIs: Double
  /// The agreement of edge axes in cells where both pictures have edges, `-1...1`.
  let axes: Double
  /// The share of cells with clear contrast.
  let clearShare: Double

  init(_ grids: [CellGrid]) {
    let (columns, rows) = (grids.first?.columns ?? 0, grids.first?.rows ?? 0)
    (self.columns, self.rows) = (columns, rows)
    let base = (max(columns, rows) + 159) / 160
    levels = [base, 2 * base, 4 * base].filter { $0 > 0 && min(columns, rows) / $0 >= 8 }.map { factor in
      grids.map { (Self.reduced($0, \.first, factor), Self.reduced($0, \.second, factor)) }
    }
    let pairs = levels.first ?? []
    asIs = levels.first.map { Self.correlation($0, Placement()) } ?? 0
    let edges = pairs.map { $0.first.axes($0.second) }
    axes = edges.reduce(0) { $0 + $1.product } / max(edges.reduce(0) { $0 + $1.size }, 1e-9)
    let cells = pairs.reduce(0) { $0 + $1.first.columns * $1.first.rows }
    clearShare = pairs.reduce(0) { $0 + min($1.first.energy, $1.second.energy) } / Double(max(cells, 1))
  }

  private static func reduced(_ grid: CellGrid, _ side: (ColorPair) -> ITP, _ factor: Int) -> StructureField {
    let (width, height) = (grid.columns / factor, grid.rows / factor)
    var means = [Float](repeating: 0, count: width * height)
    for y in 0..<height * factor {
      for x in 0..<width * factor { means[y / factor * width + x / factor] += Float(side(grid[x, y]).i) }
    }
    let count = Float(factor * factor)
    return StructureField(means.map { $0 / count }, columns: width, rows: height)
  }

  /// Returns the correlation over all pairs of a level; -1 if too little of the first is visible.
  private static func correlation(_ level: Level, _ placement: Placement) -> Double {
    var (product, energies, whole, seen) = (0.0, 0.0, 0.0, 0.0)
    for pair in level {
      let found = pair.first.compared(with: pair.second, by: placement)
      product += found.product
      seen += found.energy
      whole += pair.first.energy
      energies += pair.second.energy
    }
    // A correlation with a flat part of the first has no meaning.
    guard energies > 0, seen > 0.1 * whole else { return -1 }
    return product / (energies * seen).squareRoot()
  }

  var near: (placement: Placement, correlation: Double) { refined(Placement(), through: levels.prefix(2)) }

  /// The best placement of all: rotated, mirrored, scaled or shifted.
  var anywhere: (placement: Placement, correlation: Double) {
    guard let coarse = levels.last else { return (Placement(), 0) }
    var placements = Placement.Turn.others.filter { !$0.isSideways || columns == rows }.map { Placement(turn: $0) }
    let scales: [Float] = [0.7, 0.74, 0.78, 0.82, 0.86, 0.9, 0.95, 1, 1.05, 1.1, 1.16, 1.22, 1.28, 1.35, 1.42]
    let (width, height) = (Float(coarse[0].first.columns), Float(coarse[0].first.rows))
    for x in scales {
      for y in scales where x == 1 || y == 1 || abs(x / y - 1) < 0.12 {
        let limit = SIMD2(abs(1 - x), abs(1 - y)) / 2 + 0.1
        for right in stride(from: -limit.x, through: limit.x, by: 1 / width) {
          for down in stride(from: -limit.y, through: limit.y, by: 1 / height) {
            placements.append(Placement(scale: SIMD2(x, y), shift: SIMD2(right, down)))
          }
        }
      }
    }
    let found = placements.map { (placement: $0, correlation: Self.correlation(coarse, $0)) }
    return found.sorted { $0.correlation > $1.correlation }.prefix(4).map {
      refined($0.placement, through: levels[...])
    }
    .max { $0.correlation < $1.correlation } ?? (Placement(), 0)
  }

  /// Climbs to the best nearby placement, from coarse levels to fine ones.
  private func refined(_ start: Placement, through levels: ArraySlice<Level>) -> (
    placement: Placement, correlation: Double
  ) {
    var best = start
    var value = 0.0
    for level in levels.reversed() {
      value = Self.correlation(level, best)
      var step = 1 / Float(level[0].first.columns)
      let end = step / 16
      while step > end {
        var isBetter = false
        for (scale, shift) in Self.directions {
          var next = best
          next.scale += scale * step
          next.shift += shift * step
          let other = Self.correlation(level, next)
          if other > value { (best, value, isBetter) = (next, other, true) }
        }
        if !isBetter { step /= 2 }
      }
    }
    return (best, value)
  }

  private static let directions: [(scale: SIMD2<Float>, shift: SIMD2<Float>)] = [
    (.zero, SIMD2(1, 0)), (.zero, SIMD2(-1, 0)), (.zero, SIMD2(0, 1)), (.zero, SIMD2(0, -1)),
    (SIMD2(1, 0), .zero), (SIMD2(-1, 0), .zero), (SIMD2(0, 1), .zero), (SIMD2(0, -1), .zero),
    (SIMD2(1, 1), .zero), (SIMD2(-1, -1), .zero),
  ]
}
