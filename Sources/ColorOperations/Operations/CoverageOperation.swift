/// What a pixel's coverage, its alpha of `0...1`, does to its color.
///
/// - Source: T. Porter and T. Duff, *Compositing digital images*, 1984, sections 3 and 4: *over*, and colors multiplied by alpha.
package enum CoverageOperation: Hashable, Sendable {
  /// The color divided by alpha; 0 where there is no coverage.
  case divide
  /// The color times alpha.
  case multiply
  /// The color over another in its unit: the color times alpha, plus the other times the rest.
  case over(SIMD3<Double>)

  /// Applies this operation to a color with this coverage.
  func callAsFunction(_ color: SIMD3<Double>, coverage: Double) -> SIMD3<Double> {
    switch self {
    case .divide: coverage > 0 ? color / coverage : .zero
    case .multiply: color * coverage
    case .over(let background): background + (color - background) * coverage
    }
  }
}

extension CoverageOperation: CustomStringConvertible {
  package var description: String {
    switch self {
    case .divide: "quotient by alpha, 0 where alpha is 0"
    case .multiply: "product with alpha"
    case .over(let color): "over (\(color.x), \(color.y), \(color.z)), by alpha"
    }
  }
}
