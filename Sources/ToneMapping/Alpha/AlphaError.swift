/// The reason why alpha cannot be treated as requested.
public enum AlphaError: Error, Hashable, Sendable {
  /// The codes are outside the format's range, or equal.
  case codes(AlphaCoding.EndCodes, PixelFormat)
  /// A background is not a signal of `0...1`.
  case backgroundOutOfRange(Signal)
  /// The output format has alpha, but a picture over a background is opaque.
  case flattened(PixelFormat)
  /// A lattice is a function of color alone.
  case lattice
  /// The signal from a lookup table does not define the light that it represents.
  case lookupTable
  /// Premultiplied color in a coding whose components are not sums of R′, G′, B′.
  case premultiplied(MatrixCoefficients)
}

extension AlphaError: FixableError {
  /// The found and the expected value, and a fix.
  public var explanation: (sentence: String, fix: Fix?) {
    switch self {
    case .codes(let codes, let format):
      (
        "alpha is transparent at \(plain(codes.transparent.value)) and opaque at \(plain(codes.opaque.value)), but "
          + (format.isFloat
            ? "\(format.name) has numbers from 0 to 1"
            : "two codes of \(format.name) were expected, such as 0 and \(format.maximumCode)"),
        format.isFloat ? "leave \(.alphaRange) out" : "correct \(.alphaRange)"
      )
    case .backgroundOutOfRange(let color):
      (
        "the background is R′G′B′ (\(color.components.x), \(color.components.y), \(color.components.z)), but each must be 0 to 1",
        nil
      )
    case .flattened(let format):
      (
        "over a background a picture is opaque, but \(format.name) has alpha",
        "choose a format without alpha, or leave the background out"
      )
    case .lattice:
      (
        "a lattice is a function of color alone, but this conversion depends on alpha",
        "leave \(.latticeSize) out"
      )
    case .lookupTable:
      (
        "with a lookup table, the light of its signal is not known, so a background can only be mixed in the signal",
        "mix it in the signal"
      )
    case .premultiplied(let matrix):
      (
        "premultiplied color with the matrix \(matrix.h273Name) is not supported, because its components are not sums of R′, G′, B′",
        "give straight color"
      )
    }
  }
}
