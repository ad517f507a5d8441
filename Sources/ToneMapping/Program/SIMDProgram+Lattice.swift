internal import ColorOperations
internal import GamutMaps

extension SIMDProgram {
  /// Measures the program's lattice, if there is one, in codes of the output: over its arguments, or for a gamut map over all signals of the source.
  mutating func measureLattice(of plan: ConversionPlan) {
    guard let substitute else { return }
    var (before, operations, after) = ([] as Operations, substitute.operations, [] as Operations)
    var domain = substitute.lattice.domain
    if substitute.map != nil {
      operations = plan.steps.converting + plan.steps.encoding
      let place = operations.firstIndex { $0 is SampledGamutMap }!
      (before, after) = (Array(operations[..<place]), Array(operations[(place + 1)...]))
      domain = (.zero, SIMD3(repeating: plan.sourceCoding.ceiling.value))
    }
    approximation = LatticeApproximation(
      of: substitute.map, size: substitute.lattice.size, over: domain, code: plan.targetCoding.eightBitCode,
      against: { [operations] in operations($0) }, { [before, after] in after(substitute.approximation(before($0))) })
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
