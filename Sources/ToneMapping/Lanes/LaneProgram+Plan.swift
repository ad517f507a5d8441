internal import LookupTables
internal import RealModule

extension LaneProgram {
  /// The program of a plan's stages, or `nil` where the lanes have no steps for one of them.
  init?(_ plan: ConversionPlan) {
    let (reading, writing) = (plan.reading, plan.writing)
    guard let decode = reading.inverseMatrix, let encode = writing.matrix else { return nil }
    let (fromCodes, zero) = Self.signalFromCodes(reading)
    var builder = LaneProgramBuilder(tolerance: LaneTolerance(writing), peak: plan.targetLuminance.peak.nits)
    if reading.format.model == .gray {
      self.reading = Matrix3x3(diagonal: fromCodes)
      readingOffset = zero
      builder.append(.copy(0, into: 1))
      builder.append(.copy(0, into: 2))
    } else {
      self.reading = decode * Matrix3x3(diagonal: fromCodes)
      readingOffset = decode * zero
    }
    do {
      if case .light(let linearize, let stages, let delinearize) = plan.core {
        guard try builder.add(linearize),
          try stages.allSatisfy({ try builder.add($0) }),
          try builder.add(delinearize, target: plan.targetLuminance)
        else { return nil }
      }
    } catch {
      return nil
    }
    let (scale, offset) = Self.codesFromSignal(writing)
    builder.append(.matrix(Matrix3x3(diagonal: scale) * encode, offset: offset, from: builder.color))
    steps = builder.steps
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

// Each returns false where the lanes have no steps for it.
extension LaneProgramBuilder {
  fileprivate mutating func add(_ linearize: Linearization) throws(CurveError) -> Bool {
    switch linearize.transfer {
    case .components(let transfer):
      let most = transfer.eotf(linearize.ceiling).nits
      guard most > 0 else { return false }
      try light(upTo: linearize.ceiling, unit: most) { transfer.eotf($0).nits / most }
    case .hlg(let hlg, let toBT2020):
      let most = hlg.inverseOETF(linearize.ceiling)
      // The unit is that of scene light, until the OOTF makes it cd/m².
      try light(
        upTo: linearize.ceiling, unit: hlg.range.peak.nits, greatest: most
      ) { hlg.inverseOETF($0 * (1 - hlg.beta) + hlg.beta) }
      multiply(toBT2020)
      try gain(weights: ToneVariant.luminanceWeights) { Double.pow(max($0, 1e-9), hlg.gamma - 1) }
    }
    return true
  }

  fileprivate mutating func add(_ stage: LightStage) throws(CurveError) -> Bool {
    let unit = unit
    switch stage {
    case .primaries(let matrix, _, _):
      multiply(matrix)
    case .surround(let surround):
      let scale = unit / surround.peak.nits
      try gain(weights: ToneVariant.luminanceWeights) { Double.pow(max($0 * scale, 1e-9), surround.gamma - 1) }
    case .tone(let curve, _, let variant):
      guard let variant, curve.target.black.nits == 0 else { return false }
      return try add(curve, variant)
    case .gamut(_, .clip, let from, let to):
      multiply(from.rgb.matrix(to: to.rgb))
      isMapped = true
    case .gamut(let map as PerceptualGamutMap, _, let from, let to):
      try self.map(
        LaneGamut(map, target: to.rgb, peak: .nits(peak)), by: from.rgb.matrix(to: to.rgb))
    case .gamut:
      return false
    }
    return true
  }

  private mutating func add(_ curve: any ToneCurve, _ variant: ToneVariant) throws(CurveError) -> Bool {
    let unit = unit
    // Beyond the source's peak a curve stays at the target's, most often its only corner: so from the top down.
    let corners = curve.breakpoints.reversed().map { $0.nits / unit }
    let gain: (Double) -> Double = { level in
      let nits = max(level * unit, 1e-6)
      return curve(.nits(nits)).nits / nits
    }
    switch variant {
    case .luminance: try self.gain(weights: ToneVariant.luminanceWeights, corners: corners, gain)
    case .maxRGB: try gainFromGreatest(corners: corners, gain)
    case .rgb:
      try tone(corners: corners) { curve(.nits($0 * unit)).nits / unit }
    case .ictcp: return false
    }
    return true
  }

  fileprivate mutating func add(_ delinearize: Delinearization, target: LuminanceRange) throws(CurveError) -> Bool {
    let peak = target.peak.nits
    multiply(Matrix3x3(diagonal: SIMD3(repeating: unit / peak)))
    // Where nothing brought the light into the target's range, what is above its peak may still have codes.
    let most = isMapped ? 1 : max(1, min(greatest * unit, PerceptualQuantizer.peak.nits) / peak)
    try flush(limits: 0...Float(most))
    switch delinearize {
    case .components(let transfer):
      try components(upTo: most, within: tolerance.delinearization) { transfer.inverseEOTF(.nits($0 * peak)) }
    case .hlg:
      return false
    }
    return true
  }
}
