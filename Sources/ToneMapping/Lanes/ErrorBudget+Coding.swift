internal import ColorOperations
internal import CompiledCurves

extension ErrorBudget {
  /// What the lanes may be off by when they write this coding for a display of this peak.
  ///
  /// - Parameter crossesZero: Whether the result of a matrix is clipped at 0.
  init(_ coding: SignalCoding, peak: Luminance, crossesZero: Bool = false) {
    let format = coding.format
    let codes = format.isFloat ? 1 : Quantization(bitDepth: format.bitDepth, range: .narrow).lumaScale
    self.init(signal: Self.error(in: format) / codes, peak: peak, crossesZero: crossesZero)
  }

  /// The allowed error of frames before rounding: 0.05 of an 8-bit code, 0.10 of a 10-bit code; finer codes and floating point
  /// get the same error of the signal as 10 bits.
  static func error(in format: PixelFormat) -> Double {
    if format.isFloat { return 0.10 / Quantization.narrowTen.lumaScale }
    return format.bitDepth == 8 ? 0.05 : 0.10 * Double(1 << (format.bitDepth - 10))
  }
}
