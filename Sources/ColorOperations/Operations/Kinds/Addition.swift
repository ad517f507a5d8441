package import Colorimetry

/// The addition of one number to all components: the color after `body`, plus a number that depends on the color before it.
package struct Addition: ColorOperation {
  /// The conversion of the norm to the addend.
  package enum Term: Sendable {
    /// The norm, limited to a range of its unit.
    case limited(ClosedRange<Double>)
    case curve(Curve)
  }

  package let norm: Norm
  package let term: Term
  package let body: Operations

  package init(of norm: Norm, _ term: Term, after body: Operations = []) {
    (self.norm, self.term, self.body) = (norm, term, body)
    switch term {
    case .limited: precondition(body.allSatisfy { $0.gives == nil }, "a color that is added to changes its unit")
    case .curve(let curve): precondition(curve.to == curve.from && body.unit(after: curve.from) == curve.from)
    }
  }

  package var takes: ColorUnit? { if case .curve(let curve) = term { curve.from } else { nil } }

  package var line: String {
    let words =
      switch term {
      case .limited(let range): "limited to \(text(range))"
      case .curve(let curve): "by \(curve)"
      }
    return "\(body.lineBefore)sum with \(norm) \(words)"
  }

  package func callAsFunction(_ color: SIMD3<Double>, at _: Pixel) -> SIMD3<Double> {
    let level = norm(color)
    let added =
      switch term {
      case .limited(let range): min(max(level, range.lowerBound), range.upperBound)
      case .curve(let curve): curve(level)
      }
    return body(color) + added
  }

  package func emit(into compiler: inout ProgramCompiler) throws(UnsupportedOperation) {
    if case .curve(let curve) = term, let argument = curve.workingUnits.argument { compiler.rescale(to: argument) }
    try compiler.flush()
    let (maximum, scale) = (compiler.range.upperBound, compiler.scale)
    let row: Int32
    let added: ClosedRange<Double>
    switch term {
    case .limited(let limits):
      guard case .weighted(let weights) = norm else {
        throw UnsupportedOperation(description: "\(norm) is limited and added")
      }
      row = try compiler.allocate()
      compiler.append(
        .weigh(
          weights, from: compiler.color, into: row,
          limits: Float(limits.lowerBound / scale)...Float(limits.upperBound / scale)))
      added = limits
    case .curve(let curve):
      row = try compiler.measure(norm)
      compiler.append(
        .curve(try compiler.compile(curve, upTo: maximum, argument: scale, value: scale), rows: row..<row + 1))
      added = try curve.bounds(over: 0...max(0, maximum))
    }
    try compiler.add(body)
    try compiler.flush()
    compiler.append(.add(rows: compiler.color..<compiler.color + 3, term: row))
    compiler.free(row)
    compiler.setBounds(compiler.bounds.map { $0.lowerBound + added.lowerBound...$0.upperBound + added.upperBound })
  }
}
