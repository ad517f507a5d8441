internal import SystemCalls

/// The optimization of a cube so that its interpolation, not only its vertices, is closest to a function.
///
/// Each pass takes a few steps of conjugate gradients toward weighted least squares. The weights keep small errors small, and increase with every
/// pass for errors above half the maximum error of the plain cube. No cube of the size can do better than that half: at the plain cube's worst color,
/// its errors and those of the vertices oppose each other. The maximum errors of two kinds of colors are bounded separately, because colors that a
/// display shows unchanged may be accurate to a few codes where colors that it cannot show are off by forty.
///
/// Neutral vertices keep the function's own values. For trilinear readers, vertices beside the neutral axis are moved so that neutrals stay neutral
/// and never decrease. Above a source's peak this makes the colors of the cell at white white. No source contains these colors, whereas a white
/// that is darker than the gray below it is visible. The arithmetic is that of IEEE 754 in a fixed order, so every machine finds the same cube.
///
/// - Source: C. L. Lawson, *Contributions to the theory of linear minimum maximum approximation*, 1961; M. R. Hestenes, E. Stiefel, *Methods
///   of conjugate gradients for solving linear systems*, 1952.
struct CubeFit {
  typealias Color = FitGrid.Color

  /// The number of passes that increase the weights of large errors, and the number of conjugate-gradient steps per pass.
  static let (passes, steps) = (12, 3)
  /// The error far below which errors count by their squares; 1 is the whole range.
  static let small = Color(repeating: 0.004)
  /// The minimum and the maximum growth of a weight in one pass.
  static let (shrink, grow) = (Color(repeating: 0.25), Color(repeating: 4))

  let grid: FitGrid

  /// The values at the vertices, `0...1`.
  var values: [SIMD3<Float>] {
    let isTrilinear = grid.interpolations.contains(.trilinear)
    var x = grid.values
    var weights = [Color](repeating: .zero, count: grid.interpolations.count * grid.samples.count)
    let plain = weigh(x, caps: SIMD2(repeating: .infinity), &weights).maximum
    // The first pass starts from weights of zero.
    for i in weights.indices { weights[i] = .zero }
    let caps = pointwiseMax(plain / 2, SIMD2(repeating: 1e-6))
    // Within a quarter of the plain cube's error, or a quarter of an 8-bit code, which is invisible.
    let bound = pointwiseMax(plain * 1.25, plain + 0.25 / 255)
    if isTrilinear { makeGraysNeutral(&x) }
    // Decreasing grays are worse than any error beside them.
    var (best, minimum) = (x, isTrilinear ? Float.infinity : 1)
    for pass in 0...Self.passes {
      let (gradient, maximum) = weigh(x, caps: caps, &weights)
      let times = (maximum / bound).max()
      if times < minimum { (best, minimum) = (x, times) }
      // Errors below the precision of a file are not worth a pass.
      guard pass < Self.passes, maximum.max() > 1e-6 else { break }
      improve(&x, weights: weights, gradient: gradient)
      for i in x.indices { x[i] = pointwiseMin(pointwiseMax(x[i], .zero), .one) }
      if isTrilinear { makeGraysNeutral(&x) }
    }
    return best.map { SIMD3($0.x, $0.y, $0.z) }
  }

  /// Weighs the samples by the cube's error there, and returns the direction in which its values improve, and the maximum errors of the colors inside
  /// and of the others, in this order as in `caps`.
  private func weigh(
    _ x: [Color], caps: SIMD2<Float>, _ weights: inout [Color]
  ) -> (gradient: [Color], maximum: SIMD2<Float>) {
    let (count, isKnown) = (grid.samples.count, !grid.isInside.isEmpty)
    let caps = (inside: Color(repeating: caps[0]), others: Color(repeating: caps[1]))
    // For each plane, its errors inside, then the others.
    var maximum = [Color](repeating: .zero, count: 2 * grid.size)
    let gradient = unsafe weights.withUnsafeMutableBufferPointer { weights in
      unsafe maximum.withUnsafeMutableBufferPointer { maximum in
        unsafe grid.samples.withUnsafeBufferPointer { samples in
          unsafe grid.isInside.withUnsafeBufferPointer { inside in
            grid.sums(of: x, by: grid.weights) { plane, sample, value in
              let place = sample < count ? sample : sample - count
              let isInside = unsafe isKnown && inside[place]
              let error = unsafe samples[place] - value
              let size = pointwiseMax(error, -error)
              let excess = size / (isInside ? caps.inside : caps.others)
              let growth = pointwiseMin(pointwiseMax(excess * excess, Self.shrink), Self.grow)
              let minimum = 1 / (size + Self.small).squareRoot()
              let weight = unsafe pointwiseMax(minimum, weights[sample] * growth)
              unsafe weights[sample] = weight
              let kind = isInside ? 2 * plane : 2 * plane + 1
              unsafe maximum[kind] = pointwiseMax(maximum[kind], size)
              return error * weight
            }
          }
        }
      }
    }
    func most(_ first: Int) -> Float {
      stride(from: first, to: maximum.count, by: 2).reduce(0) { max($0, maximum[$1].max()) }
    }
    return (gradient, SIMD2(most(0), most(1)))
  }

  /// Takes a few steps of conjugate gradients, each vertex scaled by its own weight; neutral vertices are unchanged.
  private func improve(_ x: inout [Color], weights: [Color], gradient: [Color]) {
    let scales = unsafe weights.withUnsafeBufferPointer { weights in
      grid.sums(of: x, by: grid.squares) { _, sample, _ in unsafe weights[sample] }
    }
    let inverse = scales.indices.map {
      grid.isNeutral($0) ? Color.zero : 1 / pointwiseMax(scales[$0], Color(repeating: 1e-20))
    }
    var gradient = gradient
    var direction = zip(gradient, inverse).map { $0 * $1 }
    var length = dot(gradient, direction)
    for _ in 0..<Self.steps {
      let image = unsafe weights.withUnsafeBufferPointer { weights in
        grid.sums(of: direction, by: grid.weights) { _, sample, value in unsafe weights[sample] * value }
      }
      let step = quotient(length, dot(direction, image))
      for i in x.indices {
        x[i] += step * direction[i]
        gradient[i] -= step * image[i]
      }
      let next = zip(gradient, inverse).reduce(SIMD4<Double>.zero) { $0 + SIMD4<Double>($1.0 * $1.0 * $1.1) }
      let turn = quotient(next, length)
      for i in x.indices { direction[i] = gradient[i] * inverse[i] + turn * direction[i] }
      length = next
    }
  }

  /// Makes grays between two neutral, increasing vertices neutral and increasing in trilinear interpolation.
  ///
  /// Along a cell's diagonal, trilinear interpolation is a Bézier curve of the lowest vertex, the mean of the three next to it, the mean of the three
  /// next to the highest, and the highest: it is neutral if the means are, and increases if they do. These six vertices belong to no other cell.
  private func makeGraysNeutral(_ x: inout [Color]) {
    let steps = [1, grid.size, grid.size * grid.size]
    let across = steps[0] + steps[1] + steps[2]
    for cell in 0..<grid.size - 1 {
      let (low, high) = (cell * across, (cell + 1) * across)
      guard isGray(x[low]), isGray(x[high]), x[low].x <= x[high].x else { continue }
      var floor = x[low].x
      for three in [steps.map { low + $0 }, steps.map { high - $0 }] {
        let sum = x[three[0]] + x[three[1]] + x[three[2]]
        let mean = (sum.x + sum.y + sum.z) / 9
        floor = min(max(mean, floor), x[high].x)
        moveMean(of: three, in: &x, to: floor)
      }
    }
  }

  /// Moves three vertices so that all components of their mean equal a gray.
  private func moveMean(of three: [Int], in x: inout [Color], to gray: Float) {
    // The amount cut off by the limits is compensated by the other two.
    for _ in three {
      let lack = Color(gray, gray, gray, 0) - (x[three[0]] + x[three[1]] + x[three[2]]) / 3
      let isFree = three.map { (lack .> 0 .& x[$0] .< 1) .| (lack .< 0 .& x[$0] .> 0) }
      let free = isFree.reduce(Color.zero) { $0 + Color.zero.replacing(with: 1, where: $1) }
      let move = lack * 3 / pointwiseMax(free, Color(repeating: 1))
      for (vertex, isFree) in zip(three, isFree) {
        x[vertex] = (x[vertex] + Color.zero.replacing(with: move, where: isFree))
          .clamped(lowerBound: .zero, upperBound: .one)
      }
    }
  }

  private func isGray(_ color: Color) -> Bool {
    max(color.x, color.y, color.z) - min(color.x, color.y, color.z) < 1e-6
  }

  private func dot(_ a: [Color], _ b: [Color]) -> SIMD4<Double> {
    zip(a, b).reduce(.zero) { $0 + SIMD4<Double>($1.0 * $1.1) }
  }

  private func quotient(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> Color {
    Color((a / b).replacing(with: 0, where: b .<= SIMD4(repeating: 1e-300)))
  }
}

extension Cube {
  /// The maximum size of a fitted cube.
  public static let largestFitted = 65

  /// Fits a cube with values of `0...1` so that its interpolation is closest to a function, on all processors.
  ///
  /// A sampled cube is exact at the vertices and wrong between them; a fitted one is slightly wrong everywhere, with a smaller maximum error: for PQ
  /// of 4000 cd/m² to SDR, 33 samples, tetrahedral, up to 33 8-bit codes instead of 51. Neutral vertices keep the function's own values.
  ///
  /// With tetrahedral interpolation, no maximum error is more than a quarter, or a quarter of an 8-bit code, above that of the sampled cube, at the
  /// colors that the fit examines; without such a fit, the samples are kept. With trilinear interpolation, neutrals are kept neutral between vertices
  /// too, and never decrease if the function's do not, regardless of the errors of the colors in the cells beside them.
  ///
  /// - Parameters:
  ///   - size: The number of samples along each component, from 2 to ``largestFitted``.
  ///   - interpolation: The interpolation of the host; `nil` if it is unknown: both then have equal weight.
  ///   - threads: The maximum number of threads, on which the values do not depend; `nil` for one on each processor.
  ///   - function: The function; it is called concurrently on several threads.
  ///   - isInside: The colors whose maximum error is bounded separately: those that a display shows unchanged.
  /// - Throws: `LookupTableError`: for a size outside the range, or a value of the function that is not finite.
  public init(
    size: Int, fitting interpolation: CubeInterpolation?, threads: Int? = nil,
    _ function: @escaping @Sendable (LookupColor) -> LookupColor,
    inside isInside: (@Sendable (LookupColor) -> Bool)? = nil
  ) throws(LookupTableError) {
    let sizes = Self.sizes.lowerBound...Self.largestFitted
    guard sizes.contains(size) else { throw .sizeOutOfRange(size, allowed: sizes) }
    let interpolations = interpolation.map { [$0] } ?? CubeInterpolation.allCases
    var grid = FitGrid(
      size: size, interpolations: interpolations, threads: threads ?? availableProcessors, function, inside: isInside)
    if let sample = grid.samples.firstIndex(where: { !$0.x.isFinite || !$0.y.isFinite || !$0.z.isFinite }) {
      throw .functionIsNotFinite(at: CubeDomain.unit.vertex(sample, of: grid.side))
    }
    grid.limit()
    try self.init(size: size, values: CubeFit(grid: grid).values)
  }
}
