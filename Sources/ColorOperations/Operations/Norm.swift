internal import Colorimetry

/// One number of a color, in the unit of its components; weights are without a unit.
package enum Norm: Hashable, Sendable {
  /// The weighted sum of the components.
  case weighted(SIMD3<Double>)
  case maximum
  case minimum
  /// The weighted sum of the components, the maximum and the minimum.
  case mixed(SIMD3<Double>, maximum: Double, minimum: Double)
  /// The perceived brightness of a color of BT.2020 light, expressed as luminance: its luminance, or more if the color is saturated, because
  /// colorfulness adds to perceived brightness (the Helmholtz–Kohlrausch effect).
  ///
  /// With Y the luminance, m the minimum component and W = max(R − m, 0.6 (G − m), B − m), it is Y where W ≤ Y / 2, as for neutrals and all pale
  /// colors, otherwise min(√(Y² + (W − Y / 2)²), max(R, G, B)).
  ///
  /// - Source: Specific to this package.
  case brightness

  /// The weights of the components in W of ``brightness``.
  package static let colorWeights = SIMD3(1, 0.6, 1)
  /// The minimum of ``brightness`` relative to the maximum component, for any color with components of 0 or more: that of a pale blue.
  package static let minimumBrightness = 0.55

  /// The luminance of BT.2020 light, with the weights as printed, rounded to four digits (ITU-R BT.2100-3, Table 5, *Reference OOTF*).
  package static let bt2020Luminance = weighted(LumaCoefficients.bt2020.vector)

  package func callAsFunction(_ color: SIMD3<Double>) -> Double {
    switch self {
    case .weighted(let weights): (weights * color).sum()
    case .maximum: color.max()
    case .minimum: color.min()
    case .mixed(let weights, let maximum, let minimum):
      (weights * color).sum() + maximum * color.max() + minimum * color.min()
    case .brightness: Self.brightness(color)
    }
  }

  private static func brightness(_ color: SIMD3<Double>) -> Double {
    let luminance = (LumaCoefficients.bt2020.vector * color).sum()
    let excess = (colorWeights * (color - color.min())).max() - luminance / 2
    guard excess > 0 else { return luminance }
    return min((luminance * luminance + excess * excess).squareRoot(), color.max())
  }
}

extension Norm: CustomStringConvertible {
  package var description: String {
    switch self {
    case .weighted(let weights): "the sum \(text(weights))"
    case .maximum: "the maximum"
    case .brightness: "the brightness"
    case .minimum: "the minimum"
    case .mixed(let weights, let maximum, let minimum):
      "the sum \(text(weights)) plus the maximum times \(text(maximum)) plus the minimum times \(text(minimum))"
    }
  }
}

extension ProgramCompiler {
  /// Measures a norm of the color in a separate row.
  package mutating func measure(_ norm: Norm) throws(UnsupportedOperation) -> Int32 {
    let row = try allocate()
    switch norm {
    case .weighted(let weights): append(.weigh(weights, from: color, into: row))
    case .maximum: append(.maximum(from: color, into: row))
    case .minimum: append(.minimum(from: color, into: row))
    case .brightness: append(.brightness(from: color, into: row))
    case .mixed(let weights, let maximum, let minimum):
      append(.weigh(weights, from: color, into: row))
      try addExtremes(to: row..<row + 1, maximum: maximum, minimum: minimum)
    }
    return row
  }

  /// Adds the weighted maximum and minimum component of the color to rows.
  mutating func addExtremes(to sums: Range<Int32>, maximum: Double, minimum: Double) throws(UnsupportedOperation) {
    guard maximum != 0 || minimum != 0 else { return }
    let row = try allocate()
    for (weight, step) in [
      (maximum, SIMDInstruction.maximum(from: color, into: row)), (minimum, .minimum(from: color, into: row)),
    ]
    where weight != 0 {
      append(step)
      if weight != 1 { append(.piecewiseScale(rows: row..<row + 1, below: weight, above: weight)) }
      append(.add(rows: sums, term: row))
    }
    free(row)
  }
}
