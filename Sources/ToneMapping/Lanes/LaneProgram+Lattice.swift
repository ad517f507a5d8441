internal import LookupTables

/// How closely a lattice approximates a plan's stages, measured when the lattice was made.
public struct LatticeApproximation: Hashable, Sendable {
  /// The number of samples along each component.
  public let size: Int
  /// The greatest and the mean error against the plan in `Double`, in 8-bit codes before rounding, whatever the output's depth.
  ///
  /// The error of a color is that of its worst component.
  public let greatestError, meanError: Double
  /// The number of colors at which the errors were measured: midpoints of cells and random colors, over all that the source can
  /// signal.
  public let points: Int
}

extension LatticeApproximation: CustomStringConvertible {
  public var description: String {
    func rounded(_ error: Double) -> String { "\((error * 1000).rounded() / 1000)" }
    return
      "approximated by a lattice of \(size)×\(size)×\(size) samples, off by at most \(rounded(greatestError)) and on average "
      + "\(rounded(meanError)) of an 8-bit code, measured at \(points) of the source's colors"
  }
}

extension LaneProgram {
  /// The stages, sampled on a lattice over the signal R′G′B′ up to a ceiling.
  ///
  /// If the source's coding has no steps, the lattice covers the coded components instead, so every function of three numbers
  /// has a program.
  static func sampled(_ plan: ConversionPlan, size: Int, ceiling: Double) throws -> LaneProgram {
    var builder = LaneProgramBuilder(tolerance: LaneTolerance(plan.writing), peak: plan.targetLuminance.peak.nits)
    let (reading, writing) = (plan.reading, plan.writing)
    let (scale, zero) = reading.signalFromCodes
    let decoded: (matrix: Matrix3x3, offset: SIMD3<Double>)
    var domain = (low: SIMD3<Double>.zero, high: SIMD3(repeating: ceiling))
    var isCoded = false
    do {
      decoded = try decode(reading, core: .keep, with: &builder)
    } catch {
      builder = LaneProgramBuilder(tolerance: LaneTolerance(writing), peak: plan.targetLuminance.peak.nits)
      decoded = (Matrix3x3(diagonal: scale), zero)
      isCoded = true
      // Neutrals lie on a line through the middle of chroma; with an odd size that line passes through vertices.
      let bounds = reading.codedBounds
      let chroma = max(-bounds[1].lowerBound, bounds[1].upperBound)
      domain = (SIMD3(bounds[0].lowerBound, -chroma, -chroma), SIMD3(bounds[0].upperBound, chroma, chroma))
    }
    let truth: @Sendable (SIMD3<Double>) -> SIMD3<Double> = { [isCoded] argument in
      let signal = isCoded ? reading.encoding.decode(Signal(argument)) : Signal(argument)
      return writing.encode(plan(signal)).components
    }
    let lattice = Lattice(size: size, domain: domain, added: writing.codesFromSignal.offset, truth)
    // The size of an 8-bit luma code.
    let unit =
      writing.quantization.map { $0.lumaScale / Quantization(bitDepth: 8, range: $0.range).lumaScale } ?? 1 / 255
    let error = LatticeError(of: lattice, unit: unit, against: truth)
    builder.append(.lattice(lattice))
    return LaneProgram(
      reading: decoded.matrix, readingOffset: decoded.offset, steps: builder.steps,
      approximation: LatticeApproximation(
        size: size, greatestError: error.greatest, meanError: error.mean, points: error.points))
  }
}
