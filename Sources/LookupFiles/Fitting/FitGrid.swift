internal import SystemCalls

/// A function, sampled on a grid that divides each step of a cube, and the weights of the cube's vertices in each sample.
package struct FitGrid {
  /// A color in four lanes, the last unused.
  typealias Color = SIMD4<Float>

  /// The number of vertices and of samples along each component.
  let size, side: Int
  /// The number of samples in each step of the cube.
  let divisions: Int
  /// The function's values, red fastest.
  private(set) var samples: [Color]
  let interpolations: [CubeInterpolation]
  /// The weights of a cell's eight vertices at each sample position in the cell, for each interpolation; and their squares. Each is in all lanes.
  let weights, squares: [Color]
  /// Whether each sample is among those whose errors are bounded separately; empty without such a distinction.
  let isInside: [Bool]
  private let workers: Workers

  init(
    size: Int, interpolations: [CubeInterpolation], threads: Int,
    _ function: @escaping @Sendable (LookupColor) -> LookupColor, inside: (@Sendable (LookupColor) -> Bool)?
  ) {
    let divisions = Self.divisions(of: size)
    let side = (size - 1) * divisions + 1
    let workers = Workers(atMost: threads)
    func sampled<Value>(_ value: (LookupColor) -> Value) -> [Value] {
      workers.map(side * side * side) { value(LookupColor(CubeDomain.unit.vertex($0, of: side))) }
    }
    samples = sampled { Color(SIMD3<Float>(function($0).components), 0) }
    isInside = inside.map { sampled($0) } ?? []
    weights = Self.weights(divisions: divisions, interpolations)
    squares = weights.map { $0 * $0 }
    (self.size, self.side, self.divisions) = (size, side, divisions)
    (self.interpolations, self.workers) = (interpolations, workers)
  }

  /// Limits the samples to `0...1`, which hosts preserve.
  mutating func limit() {
    for i in samples.indices { samples[i] = pointwiseMin(pointwiseMax(samples[i], .zero), .one) }
  }

  /// The number of samples in each step of the cube: fewer for large cubes, so that there are at most 129³, and six instead of four from 17³ on,
  /// where the maximum errors lie between four samples.
  package static func divisions(of size: Int) -> Int { max(2, min(size < 17 ? 4 : 6, 128 / (size - 1))) }

  private static func weights(divisions: Int, _ interpolations: [CubeInterpolation]) -> [Color] {
    let side = divisions + 1
    return (0..<side * side * side).flatMap { place in
      let at = SIMD3(Double(place % side), Double(place / side % side), Double(place / side / side))
      // In a cube of one cell, the vertex index equals the index within the cell.
      let cell = LatticeCell(at: at / Double(divisions), size: 2)
      return interpolations.flatMap { interpolation in
        (0..<8).map { vertex in
          Color(repeating: Float(cell.value(interpolation) { SIMD3(repeating: $0 == vertex ? 1 : 0) }.x))
        }
      }
    }
  }

  var vertices: Int { size * size * size }

  var values: [Color] {
    (0..<vertices).map { vertex in
      let at = SIMD3(vertex % size, vertex / size % size, vertex / size / size) &* divisions
      return samples[at.x + side * (at.y + side * at.z)]
    }
  }

  func isNeutral(_ vertex: Int) -> Bool { vertex % (1 + size + size * size) == 0 }

  /// Visits all samples on all threads, and adds the closure's result for each to the vertices around it, by their weights.
  ///
  /// The sums have the same bits for any number of threads: cells of one plane are visited in order by one thread, and planes that share vertices
  /// never concurrently.
  ///
  /// - Parameters:
  ///   - cube: The values of a cube.
  ///   - weights: The weights with which its vertices are summed, in the form of ``weights``.
  ///   - body: The contribution of a sample, given the plane of cells, the index of the sample, which counts on for each interpolation, and the
  ///     cube's value there.
  @inline(__always) func sums(
    of cube: [Color], by weights: [Color], _ body: (_ plane: Int, _ sample: Int, _ value: Color) -> Color
  ) -> [Color] {
    var sums = [Color](repeating: .zero, count: vertices)
    unsafe sums.withUnsafeMutableBufferPointer { sums in
      unsafe cube.withUnsafeBufferPointer { cube in
        unsafe self.weights.withUnsafeBufferPointer { own in
          unsafe weights.withUnsafeBufferPointer { weights in
            for odd in 0...1 {
              workers.perform(iterations: (size - odd) / 2) { number, _ in
                unsafe visit(
                  2 * number + odd, cube: cube.baseAddress!, sums: sums.baseAddress!, own: own.baseAddress!,
                  weights: weights.baseAddress!, body)
              }
            }
          }
        }
      }
    }
    return sums
  }

  /// Visits the samples of one plane of cells.
  @unsafe @inline(__always) private func visit(
    _ plane: Int, cube: UnsafePointer<Color>, sums: UnsafeMutablePointer<Color>, own: UnsafePointer<Color>,
    weights: UnsafePointer<Color>, _ body: (_ plane: Int, _ sample: Int, _ value: Color) -> Color
  ) {
    let last = size - 2
    let (kinds, count) = (interpolations.count, samples.count)
    let step = (green: size, blue: size * size)
    // A cell includes its lower faces; only the last cells include their upper faces too.
    let blues = plane == last ? divisions + 1 : divisions
    for green in 0...last {
      let greens = green == last ? divisions + 1 : divisions
      for red in 0...last {
        let reds = red == last ? divisions + 1 : divisions
        let first = red + green * step.green + plane * step.blue
        let low = unsafe Corners(cube + first, step)
        let high = unsafe Corners(cube + first + step.blue, step)
        var (lowSums, highSums) = (Corners(), Corners())
        for z in 0..<blues {
          for y in 0..<greens {
            let start = red * divisions + side * (green * divisions + y + side * (plane * divisions + z))
            var place = 8 * kinds * (divisions + 1) * (y + (divisions + 1) * z)
            for sample in start..<start + reds {
              for kind in 0..<kinds {
                let value = unsafe low.sum(own + place) + high.sum(own + place + 4)
                let made = body(plane, kind * count + sample, value)
                unsafe lowSums.add(made, weights + place)
                unsafe highSums.add(made, weights + place + 4)
                place += 8
              }
            }
          }
        }
        unsafe lowSums.add(to: sums + first, step)
        unsafe highSums.add(to: sums + first + step.blue, step)
      }
    }
  }

  /// The four vertices of a cell that have the same blue.
  private struct Corners {
    private var a, b, c, d: Color

    @inline(__always) init() { (a, b, c, d) = (.zero, .zero, .zero, .zero) }

    @unsafe @inline(__always) init(_ cube: UnsafePointer<Color>, _ step: (green: Int, blue: Int)) {
      unsafe (a, b, c, d) = (cube[0], cube[1], cube[step.green], cube[step.green + 1])
    }

    @unsafe @inline(__always) func sum(_ weights: UnsafePointer<Color>) -> Color {
      let low = unsafe a * weights[0] + b * weights[1]
      let high = unsafe c * weights[2] + d * weights[3]
      return low + high
    }

    @unsafe @inline(__always) mutating func add(_ color: Color, _ weights: UnsafePointer<Color>) {
      unsafe a += color * weights[0]
      unsafe b += color * weights[1]
      unsafe c += color * weights[2]
      unsafe d += color * weights[3]
    }

    @unsafe @inline(__always) func add(to sums: UnsafeMutablePointer<Color>, _ step: (green: Int, blue: Int)) {
      unsafe sums[0] += a
      unsafe sums[1] += b
      unsafe sums[step.green] += c
      unsafe sums[step.green + 1] += d
    }
  }
}
