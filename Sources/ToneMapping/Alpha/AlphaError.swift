/// Why alpha cannot be treated as asked.
public enum AlphaError: Error, Hashable, Sendable {
  /// Codes that the format does not have, or that are equal.
  case codes(AlphaCoding.EndCodes, PixelFormat)
  /// A background that is no signal of `0...1`.
  case backgroundOutOfRange(Signal)
  /// A picture over a background has no alpha, but this format has.
  case flattened(PixelFormat)
  /// A lattice is a function of color alone.
  case lattice
  /// A lookup table gives a signal of which nothing says what light it stands for.
  case lookupTable
  /// Premultiplied color in a coding whose components are no sums of R′, G′, B′.
  case premultiplied(MatrixCoefficients)
}

extension AlphaError: FixableError {
  /// What was found and what was expected, and how to fix it.
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
        "choose a format without, or leave the background out"
      )
    case .lattice:
      (
        "a lattice is a function of color alone, but this conversion depends on alpha",
        "leave \(.latticeSize) out"
      )
    case .lookupTable:
      (
        "with a lookup table, the light of its signal is not known, so a background can only be mixed in the signal",
        "choose that"
      )
    case .premultiplied(let matrix):
      (
        "premultiplied color with the matrix \(matrix.h273Name) is not supported, because its components are no sums of R′, G′, B′",
        "give straight color"
      )
    }
  }
}
