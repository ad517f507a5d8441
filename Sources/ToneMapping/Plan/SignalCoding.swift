internal import ColorOperations

/// The coding of a signal R′G′B′ as codes of a pixel format: quantization and matrix, in both directions.
package struct SignalCoding: Sendable {
  let format: PixelFormat
  let color: ResolvedColor
  /// R′G′B′ as coded components.
  let matrixCoding: SignalEncoding
  /// The quantization; `nil` if samples are floating-point numbers, which are the signal itself.
  let quantization: Quantization?
  /// The maximum floating-point sample that is read, 1 or more.
  private let maximumSample: SignalLevel

  /// - Throws: ``PlanError/encoding(_:)`` for matrix coefficients that cannot be converted.
  init(color: ResolvedColor, format: PixelFormat, upTo maximumSample: SignalLevel = 1) throws(PlanError) {
    (self.format, self.color, self.maximumSample) = (format, color, maximumSample)
    do throws(ColorimetryError) {
      matrixCoding = try SignalEncoding(
        color.matrix, primaries: color.primaries.chromaticities, transfer: color.transfer.codePoint)
    } catch {
      throw .encoding(error)
    }
    quantization =
      format.isFloat ? nil : Quantization(bitDepth: format.bitDepth, range: color.range, matrix: color.matrix)
  }

  /// Creates the coding for a display, in this format, or otherwise in the source's at the display's bit depth.
  ///
  /// Chroma with the source's color and subsampling keeps its location, unless the display states one.
  ///
  /// - Throws: ``PlanError`` if no such format exists, if the display's tags contradict it, or if they cannot be coded.
  init(
    for display: Display, in format: PixelFormat?, like input: PixelFormat, of source: ResolvedColor? = nil,
    _ options: PlanOptions
  ) throws(PlanError) {
    var keepsAlpha = input.hasAlpha
    if case .flattened? = options.alpha { keepsAlpha = false }
    guard let format = format ?? input.like(bitDepth: display.bitDepth, hasAlpha: keepsAlpha) else {
      throw .noPixelFormat(like: input, bitDepth: display.bitDepth)
    }
    var color = ResolvedColor(of: display, format: format)
    if let source, display.chromaLocation == nil, input.chroma == format.chroma,
      (source.primaries, source.transfer, source.matrix) == (color.primaries, color.transfer, color.matrix)
    {
      color.chromaLocation = source.chromaLocation
    }
    try ResolvedColor.refuseContradictions(color.description, format: format)
    try self.init(color: color, format: format)
  }

  /// Whether the planes named Y′, C′B, C′R hold G′, B′, R′.
  private var isGBR: Bool { format.model == .yCbCr && matrixCoding.coefficients == .identity }

  /// - Source: ITU-T H.273, clause 8.3, equations for MatrixCoefficients 0: Y = G, Cb = B, Cr = R.
  private static let gbr = Matrix3x3(SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 0))

  /// The maximum signal: that of the maximum code, 1 in full range, about 1.09 in narrow range; or that of floating-point samples.
  var ceiling: SignalLevel { quantization.map { $0.signal(luma: $0.maximum) } ?? maximumSample }

  /// The range of the codes; floating-point samples represent the signal from 0 to 1, like full range.
  var range: QuantizationRange { quantization?.range ?? .full }

  /// Whether the coded components are sums of R′, G′, B′.
  var isMatrix: Bool { componentsToSignal.allSatisfy { $0 is Affine } }

  var toComponents: Affine {
    let (scale, offset) = signalFromCodes
    return Affine(
      scale: scale, adding: offset, taking: .codes, giving: componentsToSignal.isEmpty ? .signal : .components)
  }

  /// From coded components to R′G′B′; the single component of a gray format gives a neutral.
  var componentsToSignal: Operations {
    if format.model == .gray { return [Affine(.broadcast, taking: .components, giving: .signal)] }
    return isGBR ? [Affine(Self.gbr.transposed, taking: .components, giving: .signal)] : matrixCoding.decoding
  }

  /// From R′G′B′ to codes, neither rounded nor limited; a gray format has only luma, and the other codes are 0.
  ///
  /// - Parameter workingUnit: The light that an evaluator may use as 1, in encodings that pass through light.
  package func toCodes(workingUnit: Luminance) -> Operations {
    let (scale, zero) = codesFromSignal
    let isGray = format.model == .gray
    let components =
      isGBR
      ? [Affine(Self.gbr, taking: .signal, giving: .components)] : matrixCoding.encoding(workingUnit: workingUnit)
    let quantize = Affine(
      scale: isGray ? SIMD3(scale.x, 0, 0) : scale, adding: isGray ? SIMD3(zero.x, 0, 0) : zero,
      taking: components.isEmpty ? .signal : .components, giving: .codes)
    return components + [quantize]
  }

  /// The locations of chroma samples.
  var taps: ChromaTaps {
    format.chroma == .c444 ? .everyPixel : ChromaTaps(subsampling: format.chroma, location: color.chromaLocation)
  }

  package func decode(_ codes: Codes) -> Signal {
    Signal(([toComponents] + componentsToSignal)(finite(codes).components))
  }

  /// Codes or floating-point samples as finite numbers: NaN and −∞ become 0, black; +∞ becomes 2⁹⁶, which is then limited like any number out of
  /// range. Numbers beyond ±2⁹⁶ are treated as infinities, because a matrix may produce one from them.
  func finite(_ codes: Codes) -> Codes {
    guard quantization == nil else { return codes }
    func finite(_ x: Double) -> Double { x >= -0x1p96 ? min(x, 0x1p96) : 0 }
    return Codes(SIMD3(finite(codes.components.x), finite(codes.components.y), finite(codes.components.z)))
  }

  /// From signal to codes: the factor of a signal, and the code of 0.
  package var codesFromSignal: (scale: SIMD3<Double>, offset: SIMD3<Double>) {
    guard let q = quantization else { return (SIMD3(1, 1, 1), .zero) }
    return (
      SIMD3(q.lumaScale, q.chromaScale, q.chromaScale),
      SIMD3(q.lumaOffset.value, q.chromaOffset.value, q.chromaOffset.value)
    )
  }

  /// From codes to signal: the factor of a code, and the signal of the code 0.
  var signalFromCodes: (scale: SIMD3<Double>, offset: SIMD3<Double>) {
    let (scale, offset) = codesFromSignal
    return (1 / scale, -offset * (1 / scale))
  }

  /// The maximum code; for floating point, the maximum sample that is read.
  var maximumCode: CodeLevel { quantization?.maximum ?? CodeLevel(maximumSample.value) }
}
