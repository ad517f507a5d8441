internal import ColorOperations
internal import GamutMaps

extension LaneProgram {
  /// Measures the program's lattice, if there is one, in codes of the output: over its arguments, or for a gamut map over all signals of the source.
  mutating func measureLattice(of plan: ConversionPlan) {
    guard let (substitute, lattice) = substitute else { return }
    let code = plan.targetCoding.eightBitCode
    let approximate = substitute.approximated(by: lattice)
    guard substitute.map != nil else {
      approximation = LatticeApproximation(
        size: substitute.size, over: lattice.domain, code: code, against: { substitute.operations($0) }, approximate)
      return
    }
    let operations = plan.steps.converting + plan.steps.encoding
    let place = operations.firstIndex { $0 is SampledGamutMap }!
    let (before, after) = (Array(operations[..<place]), Array(operations[(place + 1)...]))
    approximation = LatticeApproximation(
      of: substitute.map, size: substitute.size, over: (.zero, SIMD3(repeating: plan.sourceCoding.ceiling.value)),
      code: code, against: { operations($0) }, { after(approximate(before($0))) })
  }
}

extension ConversionPlan {
  /// Whether the plan has a caller-supplied gamut map.
  var hasSampledMap: Bool { operations.contains { $0 is SampledGamutMap } }
}

extension SignalCoding {
  /// The size of an 8-bit luma code in codes of this coding.
  fileprivate var eightBitCode: Double {
    quantization.map { $0.lumaScale / Quantization(bitDepth: 8, range: $0.range).lumaScale } ?? 1 / 255
  }
}
