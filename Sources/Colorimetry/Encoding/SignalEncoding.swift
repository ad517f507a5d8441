/// The conversion between R′, G′, B′ and a picture's coded components, for any matrix coefficients.
///
///     let encoding = try SignalEncoding(.bt2020NCL)
///     encoding.codedFromRGB  // the first row gives Y′: 0.2627, 0.6780, 0.0593
///
/// Most encodings are one linear map of the signal, available as `codedFromRGB`. Constant luminance and ICtCp go through linear light. The module
/// ColorOperations encodes and decodes them.
///
/// - Source: ITU-T H.273, clause 8.3.
public struct SignalEncoding: Sendable {
  package enum Form: Sendable {
    case matrix(forward: Matrix3x3, inverse: Matrix3x3)
    case constantLuminance(ConstantLuminance)
    /// Through cone responses, as in ICtCp: the curve of R′, G′, B′ and of L′, M′, S′, and the matrices from R, G, B and to the components.
    case cones(TransferFunction, fromRGB: Matrix3x3, toComponents: Matrix3x3)
  }

  public let coefficients: MatrixCoefficients
  package let form: Form

  /// Creates the encoding for these matrix coefficients.
  ///
  /// - Parameters:
  ///   - coefficients: The matrix coefficients.
  ///   - primaries: The primaries of the picture; needed only by the chromaticity-derived coefficients.
  ///   - transfer: The transfer of the picture; needed only by chromaticity-derived constant luminance and by ICtCp.
  ///     Without it, BT.2020 constant luminance uses the curve of BT.2020.
  /// - Throws: `ColorimetryError.noConversion` for the values 15 to 17; `.needsPrimaries` or `.needsTransfer` if a required one is missing.
  public init(
    _ coefficients: MatrixCoefficients, primaries: RGBPrimaries? = nil, transfer: TransferCharacteristics? = nil
  ) throws(ColorimetryError) {
    self.coefficients = coefficients
    switch coefficients {
    case .identity: form = .matrix(forward: .identity, inverse: .identity)
    case .bt709: form = Self.weighted(.bt709)
    case .fcc: form = Self.weighted(.fcc)
    case .bt470BG, .smpte170M: form = Self.weighted(.bt601)
    case .smpte240M: form = Self.weighted(.smpte240M)
    case .bt2020NCL: form = Self.weighted(.bt2020)
    case .yCgCo: form = .matrix(forward: Self.yCgCo, inverse: Self.fromYCgCo)
    case .yDzDx: form = .matrix(forward: Self.yDzDx, inverse: Self.yDzDx.inverse)
    case .chromaticityNCL:
      guard let primaries else { throw .needsPrimaries(coefficients) }
      form = Self.weighted(LumaCoefficients(primaries))
    case .bt2020CL:
      switch transfer {
      case nil, .bt709, .smpte170M, .bt2020_10, .bt2020_12: form = .constantLuminance(ConstantLuminance(bt2020: .bt709))
      case .some(let transfer): form = .constantLuminance(ConstantLuminance(.bt2020, curve: transfer.curve))
      }
    case .chromaticityCL:
      guard let primaries else { throw .needsPrimaries(coefficients) }
      guard let transfer else { throw .needsTransfer(coefficients) }
      form = .constantLuminance(ConstantLuminance(LumaCoefficients(primaries), curve: transfer.curve))
    case .iCtCp:
      guard let transfer else { throw .needsTransfer(coefficients) }
      // HLG has its own matrix; all others use PQ's.
      form = .cones(
        transfer.curve, fromRGB: ICtCp.lmsFromBT2020,
        toComponents: transfer == .hlg ? ICtCp.ictcpFromHLGLMS : ICtCp.ictcpFromPQLMS)
    case .iptC2, .yCgCoRe, .yCgCoRo: throw .noConversion(coefficients)
    }
  }

  /// From R′, G′, B′ to the coded components if that is one linear map of the signal; otherwise `nil`. `rgbFromCoded` is the inverse.
  public var codedFromRGB: Matrix3x3? {
    if case .matrix(let forward, _) = form { forward } else { nil }
  }

  public var rgbFromCoded: Matrix3x3? {
    if case .matrix(_, let inverse) = form { inverse } else { nil }
  }

  private static func weighted(_ luma: LumaCoefficients) -> Form {
    .matrix(forward: luma.codedFromRGB, inverse: luma.rgbFromCoded)
  }

  /// To Y, Cg, Co: ITU-T H.264, equations E-34 to E-36.
  private static let yCgCo = Matrix3x3(SIMD3(0.25, 0.5, 0.25), SIMD3(-0.25, 0.5, -0.25), SIMD3(0.5, 0, -0.5))

  /// From Y, Cg, Co: ITU-T H.264, equations E-37 to E-40.
  private static let fromYCgCo = Matrix3x3(SIMD3(1, -1, 1), SIMD3(1, 1, 0), SIMD3(1, -1, -1))

  /// From X′, Y′, Z′, given in place of R′, G′, B′, to Y′, D′Z, D′X: ITU-T H.264, equations E-59 to E-61; SMPTE ST 2085.
  private static let yDzDx = Matrix3x3(SIMD3(0, 1, 0), SIMD3(0, -1, 0.986566) / 2, SIMD3(1, -0.991902, 0) / 2)
}

/// An encoding that cannot be made.
public enum ColorimetryError: Error, Hashable, CustomStringConvertible {
  /// No conversion exists for these matrix coefficients.
  case noConversion(MatrixCoefficients)
  /// These matrix coefficients are derived from the picture's primaries, which were not given.
  case needsPrimaries(MatrixCoefficients)
  /// These matrix coefficients act on linear light, and the transfer characteristics were not given.
  case needsTransfer(MatrixCoefficients)

  public var description: String {
    switch self {
    case .noConversion(let matrix):
      "the matrix is \(matrix), which is not supported; convert the picture to another matrix first"
    case .needsPrimaries(let matrix):
      "the matrix is \(matrix), which depends on the primaries, and they are unknown; specify the primaries"
    case .needsTransfer(let matrix):
      "the matrix is \(matrix), which depends on the transfer, and it is unknown; specify the transfer"
    }
  }
}
