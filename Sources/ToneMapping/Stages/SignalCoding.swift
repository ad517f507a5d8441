/// The coding of a signal R′G′B′ as codes of a pixel format: quantization and matrix, in both directions.
struct SignalCoding: Sendable {
  let format: PixelFormat
  let encoding: SignalEncoding
  /// `nil` if samples are floating-point numbers, which are the signal itself.
  let quantization: Quantization?

  /// The coding for these tags in this format.
  ///
  /// - Throws: ``PlanError/unsupported(_:)`` for matrix coefficients that cannot be converted.
  init(color: ResolvedColor, format: PixelFormat) throws(PlanError) {
    self.format = format
    do {
      encoding = try SignalEncoding(color.matrix, primaries: color.primaries.rgb, transfer: color.transfer)
    } catch {
      throw .unsupported("\(error)")
    }
    quantization =
      format.isFloat ? nil : Quantization(bitDepth: format.bitDepth, range: color.range, matrix: color.matrix)
  }

  /// The matrix from R′, G′, B′ to the components of the format, or `nil` if that conversion is not a matrix.
  var matrix: Matrix3x3? { isGBR ? Self.gbr : encoding.matrix }

  /// The matrix from the components of the format to R′, G′, B′, or `nil` if that conversion is not a matrix.
  var inverseMatrix: Matrix3x3? { isGBR ? Self.gbr.transposed : encoding.inverseMatrix }

  /// Whether the planes named Y′, C′B, C′R hold G′, B′, R′.
  private var isGBR: Bool { format.model == .yCbCr && encoding.coefficients == .identity }

  /// - Source: ITU-T H.273, clause 8.3, equations for MatrixCoefficients 0: Y = G, Cb = B, Cr = R.
  private static let gbr = Matrix3x3(SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 0))

  /// The signal of the largest code: 1 in full range, about 1.09 in narrow.
  var ceiling: Double { quantization.map { $0.signal(luma: $0.maximum) } ?? 1 }

  /// The signal R′G′B′ of codes; the single code of a gray format gives a neutral.
  func decode(_ codes: Codes) -> Signal {
    let coded = quantization?.signal(codes) ?? Signal(codes.components)
    if format.model == .gray { return Signal(SIMD3(repeating: coded.components.x)) }
    return inverseMatrix.map { Signal($0 * coded.components) } ?? encoding.decode(coded)
  }

  /// The codes of a signal R′G′B′, neither rounded nor limited; a gray format has only luma, the other codes are 0.
  func encode(_ signal: Signal) -> Codes {
    let coded = matrix.map { Signal($0 * signal.components) } ?? encoding.encode(signal)
    let codes = quantization?.codes(coded) ?? Codes(coded.components)
    return format.model == .gray ? Codes(codes.components.x, 0, 0) : codes
  }
}
