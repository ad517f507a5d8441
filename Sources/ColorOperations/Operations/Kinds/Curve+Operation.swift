package import Colorimetry

extension Curve: ColorOperation {
  package var takes: ColorUnit? { from }
  package var gives: ColorUnit? { to }
  package var line: String { "each component by \(self)" }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    if isOdd { return color.mapped { $0 < 0 ? -self(-$0) : self($0) } }
    return color.mapped { self($0) }
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    if let argument = workingUnits.argument { compiler.rescale(to: argument) }
    let minimum = domain?.lowerBound ?? 0
    // A compiled curve starts at 0.
    if minimum != 0 { try compiler.multiply(.identity, adding: SIMD3(repeating: -minimum)) }
    if domain == nil && !from.isLight {
      try compiler.flush()
      let range = compiler.range
      try compiler.replaceBothSides(compiler.color..<compiler.color + 3, over: range, by: self)
      compiler.relabel(as: to)
      let values = try bounds(over: range)
      return compiler.setBounds([values, values, values])
    }
    // If no operation brought the light into the target's range, light above its peak may still have codes.
    let reached = from.isLight ? max(compiler.range.upperBound + minimum, workingUnits.argument ?? 0) : .infinity
    let most = min(domain?.upperBound ?? .infinity, reached) - minimum
    let scale = from.isLight ? compiler.scale : 1
    let end = self(most + minimum)
    let value = to.isLight ? workingUnits.value ?? (from.isLight ? scale : end) : 1
    guard value > 0 else { throw UnsupportedOperation(description: "the curve \(name) shows no light") }
    var compiled = try compiler.compile(self, from: minimum, upTo: most, argument: scale, value: value)
    // The map to cells is free in a matrix that is emitted anyway.
    if !isOdd, let cells = compiled.ofCells, compiler.multipliesPending(by: cells.scale, adding: cells.offset) {
      compiled = cells.curve
    }
    try compiler.flush()
    let rows = compiler.color..<compiler.color + 3
    let values = try bounds(over: minimum...most + minimum)
    if isOdd {
      let maximum = max(abs(values.lowerBound), abs(values.upperBound))
      compiler.append(.oddCurve(compiled, rows: rows), unit: to, scale: value, bounds: -maximum...maximum)
    } else {
      compiler.append(.curve(compiled, rows: rows), unit: to, scale: value, bounds: values)
    }
  }

  /// The range of the values over a range of arguments: of those at its ends, and for a tone curve, which may fall, at 256 places and the breakpoints
  /// between.
  func bounds(over arguments: ClosedRange<Double>) throws(UnsupportedOperation) -> ClosedRange<Double> {
    var found = try bound(by: [arguments.lowerBound, arguments.upperBound].map { self($0) })
    guard isOfToneCurve else { return found }
    let inner = try bound(by: places(upTo: arguments.upperBound, from: arguments.lowerBound).map { self($0) })
    // A curve that rises has its ends for bounds, exactly.
    let rounding = 1e-9 * max(abs(found.lowerBound), abs(found.upperBound))
    if inner.lowerBound < found.lowerBound - rounding { found = inner.lowerBound...found.upperBound }
    if inner.upperBound > found.upperBound + rounding { found = found.lowerBound...inner.upperBound }
    return found
  }

  /// 256 places in a range, closer to each other at its start, and both sides of the breakpoints within it.
  func places(upTo end: Double, from start: Double = 0) -> [Double] {
    (0...256).map { start + (end - start) * Double($0 * $0) / 65536 }
      + breakpoints.flatMap { [$0 * (1 - 1e-12), $0 * (1 + 1e-12)] }.filter { $0 > start && $0 < end }
  }

  private func bound(by values: [Double]) throws(UnsupportedOperation) -> ClosedRange<Double> {
    guard values.allSatisfy(\.isFinite) else { throw UnsupportedOperation(description: "\(self) is not finite") }
    return values.min()!...values.max()!
  }
}
