package import Colorimetry

/// The effect of a pixel's coverage, its alpha of `0...1`, on its color; no effect if the pixel is opaque.
///
/// - Source: T. Porter and T. Duff, *Compositing digital images*, 1984, sections 3 and 4: *over*, and colors multiplied by alpha.
package enum CoverageOperation: ColorOperation {
  /// The color divided by alpha; 0 where there is no coverage.
  case divide
  /// The color multiplied by alpha.
  case multiply
  /// The color over another in its unit: the color times alpha, plus the other times 1 − alpha.
  case over(SIMD3<Double>)
  /// The color over the background's pixel, after these operations on the background: the color times alpha, plus the background times 1 − alpha.
  case overPicture(Operations)

  package var takes: ColorUnit? {
    if case .overPicture(let operations) = self { operations.unit(after: .signal) } else { nil }
  }

  package var isRead: Bool { if case .divide = self { true } else { false } }

  package var line: String {
    switch self {
    case .divide: return "quotient by alpha, 0 where alpha is 0"
    case .multiply: return "product with alpha"
    case .over(let color): return "over (\(color.x), \(color.y), \(color.z)), by alpha"
    case .overPicture(let operations):
      let after = operations.isEmpty ? "" : " (\(operations.map(\.line).joined(separator: "; ")))"
      return "over the background\(after), by alpha"
    }
  }

  package func callAsFunction(_ color: SIMD3<Double>, at pixel: Pixel) -> SIMD3<Double> {
    func over(_ background: SIMD3<Double>) -> SIMD3<Double> { background + (color - background) * pixel.coverage }
    return switch self {
    case .divide: pixel.coverage > 0 ? color / pixel.coverage : .zero
    case .multiply: color * pixel.coverage
    case .over(let background): over(background)
    case .overPicture(let operations): over(operations(pixel.background))
    }
  }

  /// Adds the effect of alpha; reading has already divided by it.
  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    let rows = compiler.color..<compiler.color + 3
    switch self {
    case .divide:
      try compiler.flush()
      // A color that exceeds its alpha can become any number; the plan limits it.
      compiler.setBounds(Array(repeating: -1e6...1e6, count: 3))
    case .multiply:
      try compiler.flush()
      compiler.append(.multiply(rows: rows, gain: StripRow.alpha))
      compiler.setBounds(compiler.bounds.map { min($0.lowerBound, 0)...max($0.upperBound, 0) })
    case .over(let background):
      let bounds = compiler.bounds
      try compiler.multiply(.identity, adding: -background)
      try compiler.flush()
      compiler.append(.multiply(rows: rows, gain: StripRow.alpha))
      try compiler.multiply(.identity, adding: background)
      compiler.setBounds(
        zip(bounds, [background.x, background.y, background.z]).map {
          min($0.lowerBound, $1)...max($0.upperBound, $1)
        })
    case .overPicture(let operations):
      try compiler.flush()
      let bounds = zip(compiler.bounds, try compiler.addBackground(operations))
      let background = StripRow.background.lowerBound
      let rest = try compiler.allocate()
      compiler.append(.copy(StripRow.alpha, adding: -1, into: rest))
      compiler.append(.matrix(Matrix3x3(diagonal: SIMD3(-1, -1, -1)), from: background, into: background, gain: rest))
      compiler.free(rest)
      compiler.append(.multiply(rows: rows, gain: StripRow.alpha))
      for (row, term) in zip(rows, background...) { compiler.append(.add(rows: row..<row + 1, term: term)) }
      compiler.setBounds(bounds.map { min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound) })
    }
  }
}
