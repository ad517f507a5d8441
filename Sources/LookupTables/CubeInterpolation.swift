/// The interpolation between the vertices of a cube.
public enum CubeInterpolation: String, CaseIterable, Sendable {
  /// From all eight vertices of a cell, along one component after the other.
  ///
  /// Neutral colors are mixed with colored vertices, so gray may get a color cast.
  case trilinear
  /// From four vertices: the cell is divided into the six tetrahedra that share its diagonal from the lowest vertex to the highest.
  ///
  /// Neutral colors lie on that diagonal and are interpolated between neutral vertices.
  case tetrahedral
}

/// A position between the vertices of a lattice: its cell, and the fraction within the cell.
///
/// The operations and their order are those of the vector kernels, so that `Float` gives the same bits.
package struct LatticeCell<Scalar: BinaryFloatingPoint & SIMDScalar> {
  /// The index of the cell's lowest vertex.
  @usableFromInline let first: Int
  /// The fraction of the way to the next vertex, along each argument.
  @usableFromInline let fraction: SIMD3<Scalar>
  /// The index offset from a vertex to the next along each argument.
  @usableFromInline let steps: SIMD3<Int>

  /// The cell of a position in vertices; positions outside count as the nearest edge, NaN as 0.
  @inlinable package init(at position: SIMD3<Scalar>, size: Int) {
    let last = Scalar(size - 1)
    steps = SIMD3(1, size, size * size)
    var (first, fraction) = (0, SIMD3<Scalar>())
    for axis in 0..<3 {
      let place = position[axis] > 0 ? Swift.min(position[axis], last) : 0
      let cell = Swift.min(place, last - 1).rounded(.towardZero)
      fraction[axis] = place - cell
      first += Int(cell) * steps[axis]
    }
    (self.first, self.fraction) = (first, fraction)
  }

  /// The value at the position.
  @inlinable @inline(__always) package func value(
    _ interpolation: CubeInterpolation, _ entry: (_ vertex: Int) -> SIMD3<Scalar>
  ) -> SIMD3<Scalar> {
    switch interpolation {
    case .tetrahedral:
      let (most, minimum) = (fraction.max(), fraction.min())
      let middle = max(min(fraction.x, fraction.y), min(max(fraction.x, fraction.y), fraction.z))
      let furthest = fraction.x >= most ? 0 : fraction.y >= most ? 1 : 2
      let nearest = minimum >= fraction.z ? 2 : minimum >= fraction.y ? 1 : 0
      let across = steps.x + steps.y + steps.z
      // The vertices of the position's tetrahedron, and their weights, which add up to 1.
      let vertices = SIMD4(first, first + steps[furthest], first + across - steps[nearest], first + across)
      let weights = SIMD4(1 - most, most - middle, middle - minimum, minimum)
      var sum = entry(vertices[0]) * weights[0]
      for i in 1..<4 { sum = sum.addingProduct(entry(vertices[i]), SIMD3(repeating: weights[i])) }
      return sum
    case .trilinear:
      func mixed(_ a: SIMD3<Scalar>, _ b: SIMD3<Scalar>, _ part: Scalar) -> SIMD3<Scalar> {
        a.addingProduct(SIMD3(repeating: part), b - a)
      }
      func edge(_ offset: Int) -> SIMD3<Scalar> {
        mixed(entry(first + offset), entry(first + offset + steps.x), fraction.x)
      }
      func face(_ offset: Int) -> SIMD3<Scalar> { mixed(edge(offset), edge(offset + steps.y), fraction.y) }
      return mixed(face(0), face(steps.z), fraction.z)
    }
  }
}
