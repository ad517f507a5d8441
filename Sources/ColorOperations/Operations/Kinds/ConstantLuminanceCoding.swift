package import Colorimetry

/// Constant luminance, whose luma is the signal of a weighted sum of light: Y′C, C′BC, C′RC to R′, G′, B′, or the reverse.
package enum ConstantLuminanceCoding: ColorOperation {
  case decode(ConstantLuminance), encode(ConstantLuminance)

  package var takes: ColorUnit? { if case .decode = self { .components } else { .signal } }
  package var gives: ColorUnit? { if case .decode = self { .signal } else { .components } }

  package var line: String {
    switch self {
    case .decode: "constant luminance to R′, G′, B′"
    case .encode: "R′, G′, B′ to constant luminance"
    }
  }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    switch self {
    case .decode(let coding): coding.decode(CodedComponents(color)).components
    case .encode(let coding): coding.encode(Signal(color)).components
    }
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    switch self {
    case .decode(let coding): try compiler.decode(coding)
    case .encode(let coding): try compiler.encode(coding)
    }
  }
}

extension ProgramCompiler {
  /// Decodes Y′C, C′BC, C′RC to R′, G′, B′.
  fileprivate mutating func decode(_ coding: ConstantLuminance) throws(UnsupportedOperation) {
    try flush()
    require(.components)
    let coded = bounds
    let (light, signal) = (Curve.linearized(by: coding.curve), Curve.encoded(by: coding.curve))
    let w = coding.weights
    append(.piecewiseScale(rows: color + 1..<color + 2, below: coding.blueBelow, above: coding.blueAbove))
    append(.piecewiseScale(rows: color + 2..<color + 3, below: coding.redBelow, above: coding.redAbove))
    // R′, Y′, B′; then their light in three other rows; then the light of green.
    require(.signal)
    append(.matrix(Matrix3x3(SIMD3(1, 0, 1), SIMD3(1, 0, 0), SIMD3(1, 1, 0)), from: color, into: color))
    let other = try allocateTriple()
    append(.matrix(.identity, from: color, into: other))
    let most = (max(coding.blueBelow, coding.redBelow), max(coding.blueAbove, coding.redAbove))
    let chroma = (min(coded[1].lowerBound, coded[2].lowerBound), max(coded[1].upperBound, coded[2].upperBound))
    let signals = coded[0].lowerBound + most.0 * chroma.0...coded[0].upperBound + most.1 * chroma.1
    try replaceBothSides(other..<other + 3, over: signals, by: light)
    append(.weigh(SIMD3(-w.red, 1, -w.blue) / w.green, from: other, into: other + 2))
    let lights = signals.mapped(light), luma = coded[0].mapped(light)
    let rest = (w.red + w.blue) / w.green
    let green =
      luma.lowerBound / w.green - rest * lights.upperBound...luma.upperBound / w.green - rest * lights.lowerBound
    try replaceBothSides(other + 2..<other + 3, over: green, by: signal)
    append(.copy(other + 2, into: color + 1))
    freeTriple(other)
    let greens = green.mapped(signal)
    let all = min(signals.lowerBound, greens.lowerBound)...max(signals.upperBound, greens.upperBound)
    setBounds([all, all, all])
  }

  /// Encodes R′, G′, B′ to Y′C, C′BC, C′RC.
  fileprivate mutating func encode(_ coding: ConstantLuminance) throws(UnsupportedOperation) {
    try flush()
    let signals = range
    let (light, signal) = (Curve.linearized(by: coding.curve), Curve.encoded(by: coding.curve))
    let other = try allocateTriple()
    append(.matrix(.identity, from: color, into: other))
    try replaceBothSides(other..<other + 3, over: signals, by: light)
    append(.weigh(coding.weights.vector, from: other, into: other + 2))
    try replaceBothSides(other + 2..<other + 3, over: signals.mapped(light), by: signal)
    append(.copy(other + 2, into: color + 1))
    freeTriple(other)
    require(.components)
    append(.matrix(Matrix3x3(SIMD3(0, 1, 0), SIMD3(0, -1, 1), SIMD3(1, -1, 0)), from: color, into: color))
    append(.piecewiseScale(rows: color + 1..<color + 2, below: 1 / coding.blueBelow, above: 1 / coding.blueAbove))
    append(.piecewiseScale(rows: color + 2..<color + 3, below: 1 / coding.redBelow, above: 1 / coding.redAbove))
  }
}

extension ClosedRange<Double> {
  /// The range of an increasing curve over this range.
  fileprivate func mapped(_ curve: Curve) -> ClosedRange<Double> { curve(lowerBound)...curve(upperBound) }
}
