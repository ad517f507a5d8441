internal import LookupTables
internal import RealModule

extension LaneProgram {
  /// The program of a plan's stages.
  ///
  /// - Throws: `LaneGap` where the lanes have no steps for one of them.
  init(_ plan: ConversionPlan) throws(LaneGap) {
    let (reading, writing) = (plan.reading, plan.writing)
    let (fromCodes, zero) = Self.signalFromCodes(reading)
    var builder = LaneProgramBuilder(tolerance: LaneTolerance(writing), peak: plan.targetLuminance.peak.nits)
    do {
      let core = plan.coreOfLanes
      let decode = try Self.decode(reading, core: core)
      if reading.format.model == .gray {
        self.reading = Matrix3x3(diagonal: fromCodes)
        readingOffset = zero
        builder.append(.copy(0, into: 1))
        builder.append(.copy(0, into: 2))
      } else {
        self.reading = decode * Matrix3x3(diagonal: fromCodes)
        readingOffset = decode * zero
      }
      var encode = writing.matrix
      if case .light(let linearize, let stages, let delinearize) = core {
        if reading.encoding.coefficients == .iCtCp {
          try builder.addCones()
        } else {
          try builder.add(linearize)
        }
        for stage in stages { try builder.add(stage) }
        if writing.encoding.coefficients == .iCtCp, case .components(let transfer) = delinearize,
          transfer is PerceptualQuantizer
        {
          try builder.multiply(ICtCp.lmsFromBT2020)
          encode = ICtCp.fromPQ
        }
        try builder.add(delinearize)
      }
      guard let encode else {
        throw LaneGap(description: "\(writing.encoding.coefficients) is not linear in the signal")
      }
      let (scale, offset) = Self.codesFromSignal(writing)
      builder.append(.matrix(Matrix3x3(diagonal: scale) * encode, offset: offset, from: builder.color))
      steps = builder.steps
    } catch let gap as LaneGap {
      throw gap
    } catch {
      throw LaneGap(description: "\(error)")
    }
  }

  /// From coded components to what the first step expects: R′G′B′, or L′M′S′ of ICtCp.
  private static func decode(_ reading: SignalCoding, core: ConversionPlan.Core) throws(LaneGap) -> Matrix3x3 {
    if reading.format.model == .gray { return .identity }
    if let matrix = reading.inverseMatrix { return matrix }
    if reading.encoding.coefficients == .iCtCp, case .light(let linearize, _, _) = core,
      case .components(let transfer) = linearize.transfer, transfer is PerceptualQuantizer
    {
      return ICtCp.toPQ
    }
    throw LaneGap(description: "\(reading.encoding.coefficients) is not linear in the signal")
  }

  private static func signalFromCodes(_ coding: SignalCoding) -> (scale: SIMD3<Double>, offset: SIMD3<Double>) {
    guard let q = coding.quantization else { return (SIMD3(1, 1, 1), .zero) }
    let scale = SIMD3(1 / q.lumaScale, 1 / q.chromaScale, 1 / q.chromaScale)
    return (scale, -SIMD3(q.lumaOffset, q.chromaOffset, q.chromaOffset) * scale)
  }

  private static func codesFromSignal(_ coding: SignalCoding) -> (scale: SIMD3<Double>, offset: SIMD3<Double>) {
    guard let q = coding.quantization else { return (SIMD3(1, 1, 1), .zero) }
    return (
      SIMD3(q.lumaScale, q.chromaScale, q.chromaScale), SIMD3(q.lumaOffset, q.chromaOffset, q.chromaOffset)
    )
  }
}

extension ConversionPlan {
  /// The core, through light even where the signal is kept, if its coding is one of light: ICtCp.
  fileprivate var coreOfLanes: Core {
    guard case .keep = core, source.transfer == .pq,
      reading.encoding.coefficients == .iCtCp || writing.encoding.coefficients == .iCtCp
    else { return core }
    let pq = PerceptualQuantizer()
    return .light(Linearization(transfer: .components(pq), ceiling: 1), [], .components(pq))
  }
}
