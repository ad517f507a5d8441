internal import SystemCalls

/// The search for a curve that spreads the input over a cube, so that vertices are densest where a function has the highest curvature.
///
/// Where the second derivative is b, the error of chords of length w is b·w²/8: the errors are equal if the density of vertices is proportional to
/// √b. This gives the initial vertices. Then trial cubes are evaluated, and vertices move toward the largest errors. The curve is straight between
/// vertices, so that it keeps straight parts of the function straight. All components share one curve, so neutral colors stay neutral.
///
/// - Source: C. de Boor, *Good approximation by splines with variable knots*, 1973.
struct Shaper {
  /// The number of pieces with separate densities.
  static let pieces = 512
  /// The number of lines along each component, in each of the other two components.
  static let lines = 13
  /// The minimum density, as a fraction of the mean.
  static let floor = 0.1
  static let trials = 14

  private let vertices: Vertices

  /// - Parameter function: The function as clipped by the host, over colors from 0 to 1.
  init(size: Int, _ function: @escaping (SIMD3<Double>) -> SIMD3<Double>) {
    let workers = Workers(atMost: availableProcessors)
    let trial = ShaperTrial(size: size, workers: workers, function)
    var densities = [Double](repeating: 1, count: Self.pieces)
    var best = (densities, score: trial.errors(with: Vertices(trial.size, densities)).score)
    densities = Self.densities(size: size, workers, function)
    for _ in 0..<Self.trials {
      // Errors below the precision of a file are not worth a trial.
      guard best.score > 1e-12 else { break }
      let vertices = Vertices(trial.size, densities)
      let errors = trial.errors(with: vertices)
      if errors.score < best.score { best = (densities, errors.score) }
      for piece in densities.indices {
        densities[piece] *= errors.factor(at: vertices.position(of: (Double(piece) + 0.5) / Double(Self.pieces)))
      }
      Self.hold(&densities)
    }
    vertices = Vertices(size, best.0)
  }

  func curves(_ entries: Int) throws(LookupTableError) -> LookupCurves {
    let last = Double(vertices.parts.count - 1)
    let values = (0..<entries).map { Float(vertices.position(of: Double($0) / Double(entries - 1)) / last) }
    return LookupCurves(try LookupCurve(values: values))
  }

  /// The densities that the second differences require: those of lines along each component, and of the neutral axis.
  private static func densities(
    size: Int, _ workers: Workers, _ function: (SIMD3<Double>) -> SIMD3<Double>
  ) -> [Double] {
    let starts = 3 * lines * lines + 1
    let squares = workers.map(starts) { line in
      let values = (0...pieces).map { index in
        var part = SIMD3(repeating: Double(index) / Double(pieces))
        if line < starts - 1 {
          part[(line + 1) % 3] = Double(line / 3 % lines) / Double(lines - 1)
          part[(line + 2) % 3] = Double(line / 3 / lines) / Double(lines - 1)
        }
        return function(part)
      }
      return (0..<pieces).map { piece in
        let bend = piece == 0 ? .zero : values[piece + 1] - 2 * values[piece] + values[piece - 1]
        return (bend * bend).max()
      }
    }
    let bends = (0..<pieces).map { piece in
      (squares.reduce(0) { $0 + $1[piece] } / Double(starts)).squareRoot()
    }
    // A second difference counts for four tenths of an even step around it.
    let reach = max(1, 2 * pieces / (5 * size))
    var densities = bends.indices.map { piece in
      let near = bends[max(0, piece - reach)...min(bends.count - 1, piece + reach)]
      return (near.reduce(0, +) / Double(near.count)).squareRoot()
    }
    // A function that is straight everywhere gets an even spread.
    let mean = max(densities.reduce(0, +) / Double(pieces), 1e-4)
    for piece in densities.indices { densities[piece] += 2 * floor * mean }
    hold(&densities)
    return densities
  }

  /// Normalizes the mean to 1, with no density below the floor.
  private static func hold(_ densities: inout [Double]) {
    let mean = densities.reduce(0, +) / Double(densities.count)
    for piece in densities.indices { densities[piece] = max(densities[piece] / mean, floor) }
  }
}

/// The positions of the vertices of a cube, as fractions of the domain.
struct Vertices {
  /// The fractions, from 0 to 1.
  let parts: [Double]

  /// Creates `count` vertices with the densities of pieces of equal length.
  init(_ count: Int, _ densities: [Double]) {
    var ends = [0.0]
    for density in densities { ends.append(ends[ends.count - 1] + density) }
    var piece = 0
    var parts = (0..<count).map { vertex in
      let goal = ends[ends.count - 1] * Double(vertex) / Double(count - 1)
      while piece < densities.count - 1, ends[piece + 1] < goal { piece += 1 }
      return (Double(piece) + (goal - ends[piece]) / densities[piece]) / Double(densities.count)
    }
    (parts[0], parts[count - 1]) = (0, 1)
    self.parts = parts
  }

  /// A fraction of the domain, in vertices.
  func position(of part: Double) -> Double {
    var (low, high) = (0, parts.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle] <= part { low = middle } else { high = middle }
    }
    return Double(low) + (part - parts[low]) / (parts[high] - parts[low])
  }
}
