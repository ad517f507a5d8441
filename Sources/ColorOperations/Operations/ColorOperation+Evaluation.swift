internal import Colorimetry
internal import GamutMaps
internal import LookupTables

extension ColorOperation {
  /// Applies this operation to one color, in `Double`.
  ///
  /// - Parameters:
  ///   - color: The color.
  ///   - coverage: The pixel's alpha, `0...1`.
  ///   - background: The color behind the pixel.
  package func callAsFunction(
    _ color: SIMD3<Double>, coverage: Double = 1, over background: SIMD3<Double> = .zero
  ) -> SIMD3<Double> {
    switch self {
    case .matrix(let matrix, let offset): return matrix.keepingNeutrals(color) + offset
    case .curve(let curve): return curve(color)
    case .gain(let gain):
      let level = gain.norm(color)
      if gain.ownWeight != 0 { return gain.body(color) * gain.factor(level + gain.ownWeight * color) }
      return gain.body(color) * gain.factor(level) + (gain.adding?(level) ?? 0)
    case .addition(let addition):
      let level = addition.norm(color)
      return addition.body(color) + addition.term(level)
    case .limit(let range): return color.mapped { $0 > range.lowerBound ? min($0, range.upperBound) : range.lowerBound }
    case .intensity(let curve, let norm):
      let before = norm(color)
      let after = curve(before)
      let greater = max(before, after)
      let ratio = greater > 0 ? min(before, after) / greater : 1
      return ratio * (color - before) + after
    case .decodeConstantLuminance(let coding): return coding.decode(CodedComponents(color)).components
    case .encodeConstantLuminance(let coding): return coding.encode(Signal(color)).components
    case .lookup(let curves): return curves(LookupColor(color)).components
    case .functions(let functions): return functions(LookupColor(color)).components
    case .cube(let cube, let interpolation): return cube(LookupColor(color), interpolation: interpolation).components
    case .coverage(let operation): return operation(color, coverage: coverage)
    case .over(let operations): return CoverageOperation.over(operations(background))(color, coverage: coverage)
    case .gamut(let fit): return fit.fitted(Light(color)).components
    }
  }
}

extension Sequence<ColorOperation> {
  /// Applies the operations one after the other to one color, in `Double`: the reference that everything fast is compared with.
  ///
  /// - Parameters:
  ///   - color: The color.
  ///   - coverage: The pixel's alpha, `0...1`.
  ///   - background: The color behind the pixel.
  package func callAsFunction(
    _ color: SIMD3<Double>, coverage: Double = 1, over background: SIMD3<Double> = .zero
  ) -> SIMD3<Double> {
    reduce(color) { color, operation in operation(color, coverage: coverage, over: background) }
  }
}

extension Addition.Term {
  func callAsFunction(_ level: Double) -> Double {
    switch self {
    case .limited(let range): min(max(level, range.lowerBound), range.upperBound)
    case .curve(let curve): curve(level)
    }
  }
}

extension ColorCurve {
  /// The values of three components, with one evaluation for a neutral.
  func callAsFunction(_ color: SIMD3<Double>) -> SIMD3<Double> {
    if isOdd { return color.mapped { $0 < 0 ? -self(-$0) : self($0) } }
    return color.mapped { self($0) }
  }
}

extension SIMD3<Double> {
  /// The function of each component; evaluated once if all are equal.
  fileprivate func mapped(_ function: (Double) -> Double) -> SIMD3<Double> {
    let first = function(x)
    return x == y && y == z ? SIMD3(repeating: first) : SIMD3(first, function(y), function(z))
  }
}
