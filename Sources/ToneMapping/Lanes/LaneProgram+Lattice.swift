internal import ColorOperations
internal import GamutMaps

extension LaneCompiler {
  /// Returns the program compiled so far, followed by a lattice that approximates the rest of a plan.
  mutating func program(
    endingIn sampled: PassSchedule.LatticeRange, of operations: Operations, in plan: ConversionPlan
  ) throws(UnsupportedOperation) -> LaneProgram {
    let domain: (low: SIMD3<Double>, high: SIMD3<Double>)
    if sampled.argument == .components {
      // Neutrals lie on a line through the middle of chroma; with an odd size, that line passes through vertices.
      let (luma, chroma) = (bounds[0], max(-bounds[1].lowerBound, bounds[1].upperBound))
      domain = (SIMD3(luma.lowerBound, -chroma, -chroma), SIMD3(luma.upperBound, chroma, chroma))
    } else {
      var ceiling = plan.sourceCoding.ceiling.value
      if let first = operations.first as? Curve { ceiling = first.domain?.upperBound ?? ceiling }
      domain = (.zero, SIMD3(repeating: ceiling))
    }
    var program = try program(giving: sampled.argument)
    let reference: @Sendable (SIMD3<Double>) -> SIMD3<Double> = { operations($0) }
    let lattice = Lattice(
      size: sampled.size, domain: domain, added: plan.targetCoding.codesFromSignal.offset, reference)
    let error = LatticeError(of: lattice, unit: plan.targetCoding.eightBitCode, against: reference)
    let color = StripRow.color.lowerBound
    program.append([.lattice(lattice, from: color, into: color)], leaving: .codes)
    program.approximation = LatticeApproximation(size: sampled.size, error)
    return program
  }
}

extension LaneProgram {
  /// Measures the lattice of a caller-supplied gamut map, over all signals of the source, in codes of the output.
  mutating func measureSampledMap(of plan: ConversionPlan) {
    let operations = plan.steps.converting + plan.steps.encoding
    guard let map = plan.sampledMap, approximation == nil,
      let place = operations.firstIndex(where: { $0 is SampledGamutMap }),
      let lattice = steps.lazy.compactMap({ if case .lattice(let lattice, _, _) = $0 { lattice } else { nil } }).first
    else { return }
    let (before, after) = (Array(operations[..<place]), Array(operations[(place + 1)...]))
    let error = LatticeError(
      over: (.zero, SIMD3(repeating: plan.sourceCoding.ceiling.value)), size: SampledGamutMap.latticeSize,
      unit: plan.targetCoding.eightBitCode, against: { operations($0) },
      { signal in
        let light = before(signal)
        let roots = SIMD3<Double>(
          lattice(SIMD3(Float(map.root(light.x)), Float(map.root(light.y)), Float(map.root(light.z)))))
        return after(SIMD3(map.light(ofRoot: roots.x), map.light(ofRoot: roots.y), map.light(ofRoot: roots.z)))
      })
    approximation = LatticeApproximation(of: map.name, size: SampledGamutMap.latticeSize, error)
  }
}

extension ConversionPlan {
  /// The caller-supplied gamut map, if the plan has one.
  var sampledMap: SampledGamutMap? { operations.lazy.compactMap { $0 as? SampledGamutMap }.first }
}

extension SignalCoding {
  /// The size of an 8-bit luma code in codes of this coding.
  fileprivate var eightBitCode: Double {
    quantization.map { $0.lumaScale / Quantization(bitDepth: 8, range: $0.range).lumaScale } ?? 1 / 255
  }
}
