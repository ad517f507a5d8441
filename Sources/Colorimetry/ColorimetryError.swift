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
