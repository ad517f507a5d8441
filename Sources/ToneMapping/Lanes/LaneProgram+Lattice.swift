internal import ColorOperations

extension LaneCompiler {
  /// The program of everything compiled so far, followed by a lattice that stands for the rest of a plan.
  mutating func program(endingIn sampled: PlanPasses.StandIn, of plan: ConversionPlan) throws(LaneGap) -> LaneProgram {
    let operations = sampled.stages.operations
    let domain: (low: SIMD3<Double>, high: SIMD3<Double>)
    if sampled.argument == .components {
      // Neutrals lie on a line through the middle of chroma; with an odd size that line passes through vertices.
      let (luma, chroma) = (bounds[0], max(-bounds[1].lowerBound, bounds[1].upperBound))
      domain = (SIMD3(luma.lowerBound, -chroma, -chroma), SIMD3(luma.upperBound, chroma, chroma))
    } else {
      var ceiling = plan.sourceCoding.ceiling.value
      if case .curve(let first) = operations.first { ceiling = first.domain?.upperBound ?? ceiling }
      domain = (.zero, SIMD3(repeating: ceiling))
    }
    var program = try program(giving: .signal)
    let truth: @Sendable (SIMD3<Double>) -> SIMD3<Double> = { operations($0) }
    let lattice = Lattice(
      size: sampled.size, domain: domain, added: plan.targetCoding.codesFromSignal.offset, truth)
    // The size of an 8-bit luma code.
    let unit =
      plan.targetCoding.quantization.map { $0.lumaScale / Quantization(bitDepth: 8, range: $0.range).lumaScale } ?? 1
      / 255
    let error = LatticeError(of: lattice, unit: unit, against: truth)
    program.append([.lattice(lattice)], leaving: .codes)
    program.approximation = LatticeApproximation(
      size: sampled.size, maximumError: error.greatest, meanError: error.mean, points: error.points)
    return program
  }
}
