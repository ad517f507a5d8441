internal import LookupTables

extension LaneProgram {
  /// The program of a plan's stages.
  ///
  /// - Throws: `LaneGap` if the lanes have no steps for one of them.
  init(_ plan: ConversionPlan) throws(LaneGap) {
    do {
      if let size = plan.lattice, case .light(let linearize, _, _) = plan.core {
        self = try Self.sampled(plan, size: size, ceiling: linearize.ceiling)
      } else {
        self = try Self.exact(plan)
      }
    } catch let gap as LaneGap {
      throw gap
    } catch {
      throw LaneGap(description: "\(error)")
    }
  }

  /// The program that represents every stage by its own steps.
  private static func exact(_ plan: ConversionPlan) throws -> LaneProgram {
    let writing = plan.writing
    let tolerance = LaneTolerance(writing, crossesZero: plan.core.clips)
    var builder = LaneProgramBuilder(tolerance: tolerance, peak: plan.targetLuminance.peak.nits)
    let core = plan.coreOfLanes
    let reading = try Self.decode(plan.reading, core: core, with: &builder)
    var encode = writing.matrix
    if case .light(let linearize, let stages, let delinearize) = core {
      if plan.reading.isICtCp, linearize.isPQ { try builder.addCones() } else { try builder.add(linearize) }
      for stage in stages { try builder.add(stage) }
      if writing.isICtCp, case .components(let transfer) = delinearize, transfer is PerceptualQuantizer {
        builder.limitToPQ()
        try builder.multiply(ICtCp.lmsFromBT2020)
        encode = ICtCp.fromPQ
      }
      try builder.add(delinearize)
    }
    if encode == nil, let coding = writing.encoding.constantLuminance {
      try builder.encode(coding)
      encode = .identity
    } else if encode == nil, let coding = writing.encoding.iCtCp {
      try builder.encode(coding)
      encode = coding.fromCones
    }
    guard let encode else { throw LaneGap(description: "\(writing.encoding.coefficients) has no vectorized steps") }
    let (scale, offset) = writing.codesFromSignal
    builder.append(.matrix(Matrix3x3(diagonal: scale) * encode, offset: offset, from: builder.color))
    return LaneProgram(reading: reading.matrix, readingOffset: reading.offset, steps: builder.steps)
  }

  /// The conversion from codes to the input of the core's first step: R′G′B′, or L′M′S′ of ICtCp in PQ. Its linear part is done
  /// while reading.
  static func decode(
    _ reading: SignalCoding, core: ConversionPlan.Core, with builder: inout LaneProgramBuilder
  ) throws -> (matrix: Matrix3x3, offset: SIMD3<Double>) {
    let (scale, zero) = reading.signalFromCodes
    if reading.format.model == .gray {
      builder.append(.copy(0, into: 1))
      builder.append(.copy(0, into: 2))
      return (Matrix3x3(diagonal: scale), zero)
    }
    var linear = Matrix3x3.identity
    let bounds = reading.codedBounds
    if let matrix = reading.inverseMatrix {
      linear = matrix
      let signals = matrix.bounds(of: bounds)
      builder.setSignals(signals.map(\.lowerBound).min()!...signals.map(\.upperBound).max()!)
    } else if let coding = reading.encoding.constantLuminance {
      try builder.decode(coding, bounds: bounds)
    } else if let coding = reading.encoding.iCtCp {
      linear = coding.toCones
      // The core's first step converts cones in PQ to light.
      if case .light(let linearize, _, _) = core, linearize.isPQ {
      } else {
        try builder.decode(coding, bounds: linear.bounds(of: bounds))
      }
    } else {
      throw LaneGap(description: "\(reading.encoding.coefficients) has no vectorized steps")
    }
    return (linear * Matrix3x3(diagonal: scale), linear * zero)
  }
}

extension SignalCoding {
  fileprivate var isICtCp: Bool { encoding.coefficients == .iCtCp }

  /// From codes to coded components.
  var signalFromCodes: (scale: SIMD3<Double>, offset: SIMD3<Double>) {
    guard let q = quantization else { return (SIMD3(1, 1, 1), .zero) }
    let scale = SIMD3(1 / q.lumaScale, 1 / q.chromaScale, 1 / q.chromaScale)
    return (scale, -SIMD3(q.lumaOffset, q.chromaOffset, q.chromaOffset) * scale)
  }

  /// From coded components to codes.
  var codesFromSignal: (scale: SIMD3<Double>, offset: SIMD3<Double>) {
    guard let q = quantization else { return (SIMD3(1, 1, 1), .zero) }
    return (
      SIMD3(q.lumaScale, q.chromaScale, q.chromaScale), SIMD3(q.lumaOffset, q.chromaOffset, q.chromaOffset)
    )
  }

  /// The ranges of the coded components.
  var codedBounds: [ClosedRange<Double>] {
    guard let q = quantization else { return [0...1, 0...1, 0...1] }
    let chroma = q.signal(chroma: 0)...q.signal(chroma: q.maximum)
    return [q.signal(luma: 0)...q.signal(luma: q.maximum), chroma, chroma]
  }
}

extension Linearization {
  fileprivate var isPQ: Bool {
    if case .components(let transfer) = transfer { transfer is PerceptualQuantizer } else { false }
  }
}

extension ConversionPlan {
  /// The core; if the signal is kept but one coding is defined on light (ICtCp), a core that passes through light.
  fileprivate var coreOfLanes: Core {
    guard case .keep = core, source.transfer == .pq,
      reading.encoding.coefficients == .iCtCp || writing.encoding.coefficients == .iCtCp
    else { return core }
    let pq = PerceptualQuantizer()
    return .light(Linearization(transfer: .components(pq), ceiling: 1), [], .components(pq))
  }
}
