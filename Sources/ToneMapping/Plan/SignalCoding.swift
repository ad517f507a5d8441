internal import ColorOperations

/// The coding of a signal R′G′B′ as codes of a pixel format: quantization and matrix, in both directions.
struct SignalCoding: Sendable {
  let format: PixelFormat
  /// The tags that this codes.
  private let color: ResolvedColor
  let encoding: SignalEncoding
  /// `nil` if samples are floating-point numbers, which are the signal itself.
  let quantization: Quantization?

  /// The coding for these tags in this format.
  ///
  /// - Throws: ``PlanError/encoding(_:)`` for matrix coefficients that cannot be converted.
  init(color: ResolvedColor, format: PixelFormat) throws(PlanError) {
    (self.format, self.color) = (format, color)
    do throws(ColorimetryError) {
      encoding = try SignalEncoding(
        color.matrix, primaries: color.primaries.rgb, transfer: color.transfer.codePoint)
    } catch {
      throw .encoding(error)
    }
    quantization =
      format.isFloat ? nil : Quantization(bitDepth: format.bitDepth, range: color.range, matrix: color.matrix)
  }

  /// Whether the planes named Y′, C′B, C′R hold G′, B′, R′.
  private var isGBR: Bool { format.model == .yCbCr && encoding.coefficients == .identity }

  /// - Source: ITU-T H.273, clause 8.3, equations for MatrixCoefficients 0: Y = G, Cb = B, Cr = R.
  private static let gbr = Matrix3x3(SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 0))

  /// The signal of the largest code: 1 in full range, about 1.09 in narrow.
  var ceiling: SignalLevel { quantization.map { $0.signal(luma: $0.maximum) } ?? 1 }

  /// The range of the codes; floating-point samples are the signal from its 0 to its 1, like full range.
  var range: QuantizationRange { quantization?.range ?? .full }

  /// Whether the coded components are sums of R′, G′, B′.
  var isLinear: Bool { decoding.operations.allSatisfy { if case .matrix = $0 { true } else { false } } }

  /// From codes to R′G′B′; the single code of a gray format gives a neutral.
  var decoding: Operations<Codes, Signal> {
    let scale = Operations<Codes, Signal>(unchecked: [
      .matrix(Matrix3x3(diagonal: 1 / codesFromSignal.scale), adding: signalOfZero)
    ])
    if format.model == .gray { return scale.then(.matrix(.spread)) }
    return scale.then(isGBR ? .matrix(Self.gbr.transposed) : encoding.decoding)
  }

  /// From R′G′B′ to codes, neither rounded nor limited; a gray format has only luma, the other codes are 0.
  ///
  /// - Parameter peak: The light that an evaluator may take as 1, in encodings that pass through light.
  func encoding(peak: Luminance) -> Operations<Signal, Codes> {
    let (scale, zero) = codesFromSignal
    let isGray = format.model == .gray
    let quantize = Operations<Signal, Codes>(unchecked: [
      .matrix(Matrix3x3(diagonal: isGray ? SIMD3(scale.x, 0, 0) : scale), adding: isGray ? SIMD3(zero.x, 0, 0) : zero)
    ])
    return (isGBR ? .matrix(Self.gbr) : encoding.encoding(peak: peak)).then(quantize)
  }

  /// The stages from samples to R′G′B′.
  ///
  /// - Parameters:
  ///   - alpha: What is done with alpha.
  ///   - keepsSamples: Whether chroma samples stay where they are.
  func decodingStages(_ alpha: AlphaUse?, keepsSamples: Bool = false) -> StageList<Codes, Signal> {
    let taps = keepsSamples ? nil : chromaTaps
    return StageList(taps.map { PlanStage(upsampling: $0, isWeighed: alpha?.weighsInput ?? false) })
      .then(StageList(.decode, color.detail(as: format, keepsSamples: keepsSamples), decoding))
  }

  /// The stages from R′G′B′ to samples.
  ///
  /// - Parameters:
  ///   - peak: As for `encoding(peak:)`.
  ///   - dither: How codes are rounded.
  ///   - alpha: What is done with alpha.
  ///   - keepsSamples: Whether chroma samples stay where they are.
  func encodingStages(peak: Luminance, dither: Dither, _ alpha: AlphaUse?, keepsSamples: Bool = false)
    -> StageList<Signal, Codes>
  {
    let taps = keepsSamples ? nil : chromaTaps
    return StageList(.encode, color.detail(as: format, keepsSamples: keepsSamples), encoding(peak: peak))
      .then(StageList(taps.map { PlanStage(downsampling: $0, isWeighed: alpha?.weighsOutput ?? false) }))
      .then(StageList(PlanStage(roundingTo: format, dither: dither)))
  }

  /// Where chroma samples are, if there are fewer than pixels.
  private var chromaTaps: ChromaTaps? {
    format.chroma == .c444 ? nil : ChromaTaps(subsampling: format.chroma, location: color.chromaLocation)
  }

  /// The signal R′G′B′ of codes.
  func decode(_ codes: Codes) -> Signal { decoding(Codes(samples(codes))) }

  /// Codes, or floating-point samples as numbers to compute with: NaN is 0, as black as it gets, and so is −∞; +∞ is 2⁹⁶, which is limited
  /// as any number is that is too great. Numbers beyond ±2⁹⁶ are taken for infinities, because a matrix may make one of them.
  func samples(_ codes: Codes) -> SIMD3<Double> {
    guard quantization == nil else { return codes.components }
    func finite(_ x: Double) -> Double { x >= -0x1p96 ? min(x, 0x1p96) : 0 }
    return SIMD3(finite(codes.components.x), finite(codes.components.y), finite(codes.components.z))
  }

  /// From signal to codes: what a signal is multiplied by, and the code of 0.
  var codesFromSignal: (scale: SIMD3<Double>, offset: SIMD3<Double>) {
    guard let q = quantization else { return (SIMD3(1, 1, 1), .zero) }
    return (
      SIMD3(q.lumaScale, q.chromaScale, q.chromaScale),
      SIMD3(q.lumaOffset.value, q.chromaOffset.value, q.chromaOffset.value)
    )
  }

  /// The signal of the code 0.
  private var signalOfZero: SIMD3<Double> {
    let (scale, offset) = codesFromSignal
    return -offset * (1 / scale)
  }

  /// The greatest code; 1 in floating point.
  var greatestCode: Double { quantization?.maximum.value ?? 1 }
}
