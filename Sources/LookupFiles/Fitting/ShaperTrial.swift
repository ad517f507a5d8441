internal import SystemCalls

/// The colors at which cubes behind a shaper are compared with a function.
struct ShaperTrial {
  /// The maximum number of colors; small cubes need fewer.
  static let colors = 60_000
  static let largest = 65

  let size: Int
  private let workers: Workers
  private let function: (SIMD3<Double>) -> SIMD3<Double>
  private let colors, references: [SIMD3<Double>]

  init(size: Int, workers: Workers, _ function: @escaping (SIMD3<Double>) -> SIMD3<Double>) {
    let size = min(size, Self.largest)
    let colors = Self.random(min(Self.colors, 16 * size * size * size))
    (self.size, self.workers, self.function, self.colors) = (size, workers, function, colors)
    references = workers.map(colors.count) { function(colors[$0]) }
  }

  /// The errors of a cube of sampled vertices.
  struct Errors {
    /// The maximum times the mean, which is to be minimized: neither may be reduced at an arbitrary cost to the other.
    let score: Double
    /// For each step of the cube, the factor by which vertices should be denser there.
    fileprivate let factors: [Double]

    /// The factor by which vertices should be denser at a position, in vertices.
    func factor(at position: Double) -> Double {
      // A step's factor applies at its center.
      let place = min(max(position - 0.5, 0), Double(factors.count - 1))
      let low = Int(place)
      let high = min(low + 1, factors.count - 1)
      return factors[low] + (place - Double(low)) * (factors[high] - factors[low])
    }
  }

  func errors(with vertices: Vertices) -> Errors {
    let (size, function, parts) = (size, function, vertices.parts)
    let cube = workers.map(size * size * size) { vertex in
      function(SIMD3(parts[vertex % size], parts[vertex / size % size], parts[vertex / size / size]))
    }
    let positions = workers.map(colors.count) { index in
      let color = colors[index]
      return SIMD3(
        vertices.position(of: color.x), vertices.position(of: color.y), vertices.position(of: color.z))
    }
    let results = workers.map(colors.count) { index in
      LatticeCell(at: positions[index], size: size).value(.tetrahedral) { cube[$0] } - references[index]
    }
    var (maximum, sum) = (0.0, 0.0)
    var steps = [(squares: Double, colors: Double)](repeating: (0, 0), count: size - 1)
    for (index, result) in results.enumerated() {
      let error = max(abs(result.x), abs(result.y), abs(result.z))
      maximum = max(maximum, error)
      sum += error
      for axis in 0..<3 {
        let step = min(Int(positions[index][axis]), size - 2)
        steps[step].squares += error * error
        steps[step].colors += 1
      }
    }
    let typical = steps.map { ($0.squares / max(1, $0.colors)).squareRoot() }
    let mean = max(typical.reduce(0, +) / Double(typical.count), .leastNormalMagnitude)
    // The fourth root moves the vertices so little that this trial's errors remain meaningful for the next.
    let factors = typical.map { max($0 / mean, 0.05).squareRoot().squareRoot() }
    return Errors(score: maximum * (sum / Double(max(1, results.count))), factors: factors)
  }

  /// Pseudorandom colors, the same in every run: in the cube, on its faces and near the neutral axis.
  private static func random(_ count: Int) -> [SIMD3<Double>] {
    var state: UInt64 = 1
    func part() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31)
    }
    return (0..<count).map { index in
      var color = SIMD3(part(), part(), part())
      switch index % 6 {
      case 0, 2: color[index / 6 % 3] = Double(index / 18 % 2)
      case 4:
        let apart = 0.1 * (color - 0.5)
        color = SIMD3(repeating: color.x) + apart
        color.clamp(lowerBound: .zero, upperBound: SIMD3(1, 1, 1))
      default: break
      }
      return color
    }
  }
}
