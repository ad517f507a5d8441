/// The conversion between signal and integer codes.
///
///     let ten = Quantization(bitDepth: 10, range: .narrow)
///     ten.luma(1)                  // 940
///     ten.rounded(ten.chroma(0.1)) // 602
///
/// - Source: ITU-T H.273, clause 8.3; ITU-T H.264, equations E-10 to E-21 and E-34 to E-36.
public struct Quantization: Hashable, Sendable {
  /// The number of bits in a code.
  public let bitDepth: Int
  /// The part of the codes that the signal fills.
  public let range: QuantizationRange
  /// The matrix coefficients of the coded components.
  public let matrix: MatrixCoefficients

  /// For luma and for R′, G′, B′: the number of codes from signal 0 to signal 1, and the code of signal 0.
  public let lumaScale, lumaOffset: Double
  /// For chroma: the number of codes from signal 0 to signal 1, which is twice the largest signal, and the code of
  /// signal 0.
  public let chromaScale, chromaOffset: Double

  /// The quantization to a bit depth.
  ///
  /// - Parameters:
  ///   - bitDepth: The number of bits in a code, `8...16`.
  ///   - range: The part of the codes that the signal fills.
  ///   - matrix: The matrix coefficients: `identity` has no chroma, and `yCgCo` scales its chroma like its luma.
  /// - Precondition: `bitDepth` is within `8...16`.
  public init(bitDepth: Int, range: QuantizationRange, matrix: MatrixCoefficients = .bt709) {
    precondition((8...16).contains(bitDepth), "the bit depth is \(bitDepth); it must be 8 to 16")
    self.bitDepth = bitDepth
    self.range = range
    self.matrix = matrix
    let step = Double(1 << (bitDepth - 8))
    let maximum = Double(1 << bitDepth) - 1
    let lumaRange = range == .narrow ? (219 * step, 16 * step) : (maximum, 0)
    (lumaScale, lumaOffset) = lumaRange
    switch matrix {
    case .identity: (chromaScale, chromaOffset) = lumaRange
    case .yCgCo: (chromaScale, chromaOffset) = (lumaRange.0, 128 * step)
    default: (chromaScale, chromaOffset) = (range == .narrow ? 224 * step : maximum, 128 * step)
    }
  }

  /// The largest code, 2^bitDepth − 1.
  public var maximum: Double { Double(1 << bitDepth) - 1 }

  /// The code of Y′, or of R′, G′, B′, neither rounded nor clipped.
  public func luma(_ signal: Double) -> Double { lumaScale * signal + lumaOffset }

  /// The code of a color difference, neither rounded nor clipped.
  public func chroma(_ signal: Double) -> Double { chromaScale * signal + chromaOffset }

  /// The signal of a code of Y′, or of R′, G′, B′.
  public func signal(luma code: Double) -> Double { (code - lumaOffset) / lumaScale }

  /// The signal of a code of a color difference.
  public func signal(chroma code: Double) -> Double { (code - chromaOffset) / chromaScale }

  /// The integer nearest to a code, halves away from 0, clipped to `0...maximum`.
  ///
  /// - Range: Integers as `Double`; NaN stays NaN.
  /// - Source: ITU-T H.264, clause 5.7, *Round* and *Clip1*.
  public func rounded(_ code: Double) -> Double {
    min(max(code.rounded(.toNearestOrAwayFromZero), 0), maximum)
  }

  /// The codes of encoded components, neither rounded nor clipped.
  public func codes(_ coded: Signal) -> Codes {
    let signal = coded.components
    return Codes(luma(signal.x), chroma(signal.y), chroma(signal.z))
  }

  /// The integer codes of encoded components, clipped.
  public func roundedCodes(_ coded: Signal) -> Codes {
    let code = codes(coded).components
    return Codes(rounded(code.x), rounded(code.y), rounded(code.z))
  }

  /// The encoded components that codes stand for.
  public func signal(_ codes: Codes) -> Signal {
    let code = codes.components
    return Signal(signal(luma: code.x), signal(chroma: code.y), signal(chroma: code.z))
  }
}
