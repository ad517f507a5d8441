internal import Colorimetry

extension Curve: ColorOperation {
  package var takes: ColorUnit? { from }
  package var gives: ColorUnit? { to }
  package var line: String { "each component by \(self)" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    if isOdd { return color.mapped { $0 < 0 ? -self(-$0) : self($0) } }
    return color.mapped { self($0) }
  }

  package func emit(into compiler: inout LaneCompiler) throws(UnsupportedOperation) {
    if let argument = workingUnits.argument { compiler.rescale(to: argument) }
    let minimum = domain?.lowerBound ?? 0
    // A compiled curve starts at 0.
    if minimum != 0 { try compiler.multiply(.identity, adding: SIMD3(repeating: -minimum)) }
    try compiler.flush()
    if domain == nil && !from.isLight { return try emitBothSides(into: &compiler) }
    let most = end(upTo: compiler.range.upperBound) - minimum
    let scale = from.isLight ? compiler.scale : 1
    let end = self(most + minimum)
    let value = to.isLight ? workingUnits.value ?? (from.isLight ? scale : end) : 1
    guard value > 0 else { throw UnsupportedOperation(description: "the curve \(name) shows no light") }
    let compiled = try compiler.compile(self, from: minimum, upTo: most, argument: scale, value: value)
    let rows = compiler.color..<compiler.color + 3
    if isOdd {
      compiler.append(.oddCurve(compiled, rows: rows), unit: to, scale: value, bounds: -end...end)
    } else {
      compiler.append(
        .curve(compiled, rows: rows), unit: to, scale: value, bounds: min(self(minimum), end)...end)
    }
  }

  /// The maximum argument for which this is compiled: the end of its domain, or the maximum possible argument if that is less.
  ///
  /// If no operation brought the light into the target's range, light above its peak may still have codes.
  private func end(upTo maximum: Double) -> Double {
    let end = domain?.upperBound ?? .infinity
    if !from.isLight { return end }
    return min(end, max(maximum + (domain?.lowerBound ?? 0), workingUnits.argument ?? 0))
  }

  /// The steps of a curve without a domain.
  private func emitBothSides(into compiler: inout LaneCompiler) throws(UnsupportedOperation) {
    let range = compiler.range
    try compiler.replaceBothSides(compiler.color..<compiler.color + 3, over: range, by: self)
    compiler.become(to)
    let ends = self(range.lowerBound)...self(range.upperBound)
    compiler.setBounds([ends, ends, ends])
  }
}
