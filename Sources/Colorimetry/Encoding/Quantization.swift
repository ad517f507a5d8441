/// The conversion between signal and integer codes.
///
///     let ten = Quantization(bitDepth: 10, range: .narrow)
///     ten.code(luma: 1)                  // 940
///     ten.rounded(ten.code(chroma: 0.1)) // 602
///
/// - Source: ITU-T H.273, clause 8.3; ITU-T H.264, equations E-10 to E-21 and E-34 to E-36.
public struct Quantization: Hashable, Sendable {
  public let bitDepth: Int
  public let range: QuantizationRange
  public let matrix: MatrixCoefficients

  /// The number of codes from signal 0 to signal 1, for luma and R′, G′, B′, and for chroma, whose maximum signal is 0.5.
  public let lumaScale, chromaScale: Double
  /// The code of signal 0, for luma and R′, G′, B′, and for chroma.
  public let lumaOffset, chromaOffset: CodeLevel

  /// PQ signals of 12 bits in full range, the encoding of light in Dolby Vision and in statistics.
  package static let pqCodes = Quantization(bitDepth: 12, range: .full)

  /// R′, G′, B′ of 10 bits in narrow range, the scale of the values in lookup tables and of logs.
  ///
  /// - Source: ITU-R BT.2100-3, Table 9: black at 64, the nominal peak at 940, the maximum code 1023.
  package static let narrowTen = Quantization(bitDepth: 10, range: .narrow)

  /// From signal to codes as fractions of the maximum: the factor of a signal, and the fraction of signal 0.
  package var shares: (scale: Double, black: Double) { (lumaScale / maximum.value, lumaOffset.value / maximum.value) }

  /// The quantization to a bit depth. `identity` has no chroma, and `yCgCo` scales its chroma like its luma.
  ///
  /// - Precondition: `bitDepth` is within `8...16`.
  public init(bitDepth: Int, range: QuantizationRange, matrix: MatrixCoefficients = .bt709) {
    precondition((8...16).contains(bitDepth), "the bit depth is \(bitDepth); it must be 8 to 16")
    (self.bitDepth, self.range, self.matrix) = (bitDepth, range, matrix)
    let step = Double(1 << (bitDepth - 8))
    let maximum = Double(1 << bitDepth) - 1
    let lumaRange = range == .narrow ? (219 * step, CodeLevel(16 * step)) : (maximum, 0)
    (lumaScale, lumaOffset) = lumaRange
    switch matrix {
    case .identity: (chromaScale, chromaOffset) = lumaRange
    case .yCgCo: (chromaScale, chromaOffset) = (lumaRange.0, CodeLevel(128 * step))
    default: (chromaScale, chromaOffset) = (range == .narrow ? 224 * step : maximum, CodeLevel(128 * step))
    }
  }

  /// The maximum code, 2^bitDepth − 1.
  public var maximum: CodeLevel { CodeLevel(Double(1 << bitDepth) - 1) }

  /// The code of Y′, or of R′, G′, B′, neither rounded nor clipped; the inverse is `signal(luma:)`.
  public func code(luma signal: SignalLevel) -> CodeLevel { CodeLevel(lumaScale * signal.value + lumaOffset.value) }

  /// The code of a color difference, neither rounded nor clipped; the inverse is `signal(chroma:)`.
  public func code(chroma signal: SignalLevel) -> CodeLevel {
    CodeLevel(chromaScale * signal.value + chromaOffset.value)
  }

  public func signal(luma code: CodeLevel) -> SignalLevel { SignalLevel((code.value - lumaOffset.value) / lumaScale) }

  public func signal(chroma code: CodeLevel) -> SignalLevel {
    SignalLevel((code.value - chromaOffset.value) / chromaScale)
  }

  /// The integer nearest to a code, halves away from 0, clipped to `0...maximum`.
  ///
  /// - Range: Integers; NaN stays NaN.
  /// - Source: ITU-T H.264, clause 5.7, *Round* and *Clip1*.
  public func rounded(_ code: CodeLevel) -> CodeLevel {
    CodeLevel(min(max(code.value.rounded(.toNearestOrAwayFromZero), 0), maximum.value))
  }
}
