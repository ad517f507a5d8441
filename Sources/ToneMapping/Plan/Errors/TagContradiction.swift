/// Contradictory statements about a signal, or invalid primaries.
public enum TagContradiction: Hashable, Sendable {
  /// The transfer is not one of H.273, but the tags state one.
  case transfers(TransferFunction, tag: TransferCharacteristics)
  /// The primaries were given beside the tags, but the tags state primaries of H.273.
  case primaries(Gamut, tag: ColorPrimaries)
  /// The matrix is not defined for a transfer without a number in H.273.
  case matrixOfLog(MatrixCoefficients, TransferFunction)
  /// The matrix is ICtCp, which is defined for PQ and HLG only, but the transfer differs.
  case transferOfICtCp(TransferCharacteristics)
  /// The matrix is ICtCp, which is defined for BT.2020 only, but the primaries differ.
  case primariesOfICtCp(Gamut)
  /// The matrix is the identity, but the pixel format has subsampled chroma.
  case subsampledRGB(PixelFormat)
  /// The primaries form no triangle around their white.
  case noTriangle(Gamut)
}

extension TagContradiction: CustomStringConvertible {
  /// The found and the expected value, in one sentence.
  public var description: String {
    switch self {
    case .transfers(let log, let tag):
      "the source's transfer is \(log), but its tags say \(tag); expected one of them"
    case .primaries(let gamut, let tag):
      "the source's primaries are \(gamut), but its tags say \(tag); expected one of them"
    case .matrixOfLog(let matrix, let log):
      "the matrix is \(matrix) but the transfer is \(log), for which it is not defined;"
        + " expected the matrix of a non-constant luminance"
    case .transferOfICtCp(let transfer):
      "the matrix is ICtCp but the transfer is \(transfer); ICtCp is defined for PQ and HLG only"
    case .primariesOfICtCp(let gamut):
      "the matrix is ICtCp but the primaries are \(gamut); ICtCp is defined for BT.2020 only"
    case .subsampledRGB(let format):
      "the matrix is identity (R′G′B′) but \(format.name) has subsampled chroma;"
        + " expected 4:4:4, or the matrix of a Y′CbCr signal"
    case .noTriangle(let gamut):
      "the primaries \(gamut) form no triangle around their white; correct their chromaticities"
    }
  }
}
