internal import ColorOperations
internal import LookupTables

extension LaneProgram {
  /// The operations, sampled on a lattice over the source's signal R′G′B′.
  ///
  /// If the source's coding has no steps, the lattice covers the coded components instead, so every function of three numbers
  /// has a program.
  ///
  /// - Throws: `LaneGap` if what remains of the coding has no steps either.
  static func sampled(_ plan: ConversionPlan, size: Int) throws(LaneGap) -> LaneProgram {
    let decoding = plan.route.decoding
    var sampled = plan.route.conversion.then(plan.route.encoding).operations.operations
    var ceiling = plan.sourceCoding.ceiling.value
    if case .curve(let first) = sampled.first { ceiling = first.domain?.upperBound ?? ceiling }
    var domain = (low: SIMD3<Double>.zero, high: SIMD3(repeating: ceiling))
    var compiler = LaneCompiler(plan)
    do throws(LaneGap) {
      try compiler.add(reading: decoding.reading)
      try compiler.add(decoding.rest)
    } catch {
      compiler = LaneCompiler(plan)
      try compiler.add(reading: decoding.toComponents.operations)
      sampled = decoding.componentsToSignal.operations + sampled
      // Neutrals lie on a line through the middle of chroma; with an odd size that line passes through vertices.
      let chroma = max(-compiler.bounds[1].lowerBound, compiler.bounds[1].upperBound)
      let luma = compiler.bounds[0]
      domain = (SIMD3(luma.lowerBound, -chroma, -chroma), SIMD3(luma.upperBound, chroma, chroma))
    }
    var program = try compiler.program(giving: .signal)
    let truth: @Sendable (SIMD3<Double>) -> SIMD3<Double> = { [sampled] argument in sampled(argument) }
    let lattice = Lattice(size: size, domain: domain, added: plan.targetCoding.codesFromSignal.offset, truth)
    // The size of an 8-bit luma code.
    let unit =
      plan.targetCoding.quantization.map { $0.lumaScale / Quantization(bitDepth: 8, range: $0.range).lumaScale } ?? 1
      / 255
    let error = LatticeError(of: lattice, unit: unit, against: truth)
    program.append([.lattice(lattice)], leaving: .codes)
    program.approximation = LatticeApproximation(
      size: size, maximumError: error.greatest, meanError: error.mean, points: error.points)
    return program
  }
}
