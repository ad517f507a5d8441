/// What Colorimetry cannot do.
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
      "the matrix is \(matrix), which has no conversion here: convert the picture to another matrix first"
    case .needsPrimaries(let matrix):
      "the matrix is \(matrix), which is derived from primaries, and none were given: state the primaries"
    case .needsTransfer(let matrix):
      "the matrix is \(matrix), which works on linear light, and no transfer was given: state the transfer"
    }
  }
}
