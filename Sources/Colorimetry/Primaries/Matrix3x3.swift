/// A linear map of three components, stored by rows; it acts on column vectors.
public struct Matrix3x3: Hashable, Sendable {
  public var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  public init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) { rows = (first, second, third) }

  /// The matrix that scales each component.
  public init(diagonal: SIMD3<Double>) {
    self.init(SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  public static let identity = Matrix3x3(diagonal: SIMD3(1, 1, 1))
  /// The first component, three times.
  package static let broadcast = Matrix3x3(SIMD3(1, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 0, 0))

  /// The image of a vector.
  public static func * (m: Matrix3x3, v: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3((m.rows.0 * v).sum(), (m.rows.1 * v).sum(), (m.rows.2 * v).sum())
  }

  /// The map that applies `b`, then `a`.
  public static func * (a: Matrix3x3, b: Matrix3x3) -> Matrix3x3 {
    let columns = b.transposed
    return Matrix3x3(columns * a.rows.0, columns * a.rows.1, columns * a.rows.2)
  }

  public static func * (m: Matrix3x3, factor: Double) -> Matrix3x3 {
    Matrix3x3(m.rows.0 * factor, m.rows.1 * factor, m.rows.2 * factor)
  }

  public var transposed: Matrix3x3 {
    Matrix3x3(
      SIMD3(rows.0.x, rows.1.x, rows.2.x),
      SIMD3(rows.0.y, rows.1.y, rows.2.y),
      SIMD3(rows.0.z, rows.1.z, rows.2.z))
  }

  /// The inverse map.
  ///
  /// - Precondition: The determinant is not zero; it never is for primaries that form a triangle.
  public var inverse: Matrix3x3 {
    guard let inverse = inverseIfAny else { preconditionFailure("a singular matrix has no inverse") }
    return inverse
  }

  /// The inverse map; `nil` if the determinant is zero or not finite.
  package var inverseIfAny: Matrix3x3? {
    let cofactors = Matrix3x3(cross(rows.1, rows.2), cross(rows.2, rows.0), cross(rows.0, rows.1))
    let determinant = (rows.0 * cofactors.rows.0).sum()
    guard determinant != 0, determinant.isFinite else { return nil }
    return cofactors.transposed * (1 / determinant)
  }

  private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  public static func == (a: Matrix3x3, b: Matrix3x3) -> Bool {
    a.rows.0 == b.rows.0 && a.rows.1 == b.rows.1 && a.rows.2 == b.rows.2
  }

  public func hash(into hasher: inout Hasher) { for row in [rows.0, rows.1, rows.2] { hasher.combine(row) } }
}

extension Matrix3x3 {
  /// The image of a vector; three equal components stay exactly equal if the matrix maps white to white.
  package func keepingNeutrals(_ color: SIMD3<Double>) -> SIMD3<Double> {
    guard color.x == color.y, color.y == color.z else { return self * color }
    let sums = self * SIMD3(1, 1, 1)
    guard abs(sums.x - sums.y) < 1e-12, abs(sums.y - sums.z) < 1e-12 else { return self * color }
    return abs(sums.x - 1) < 1e-12 ? color : SIMD3(repeating: sums.x * color.x)
  }
}
