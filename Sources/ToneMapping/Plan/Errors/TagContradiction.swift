/// Two things said about a signal that cannot both be true, or primaries that cannot be.
public enum TagContradiction: Hashable, Sendable {
  /// The transfer is the log of a camera, but the tags say one of H.273.
  case transfers(CameraLog, tag: TransferCharacteristics)
  /// The primaries were given beside the tags, but the tags say some of H.273.
  case primaries(Gamut, tag: ColorPrimaries)
  /// The matrix is not defined for the log.
  case matrixOfLog(MatrixCoefficients, CameraLog)
  /// The matrix is ICtCp, which is defined for PQ and HLG only, and the transfer is another.
  case transferOfICtCp(TransferCharacteristics)
  /// The matrix is ICtCp, which is defined for BT.2020 only, and the primaries are others.
  case primariesOfICtCp(Gamut)
  /// The matrix is the identity, but the pixel format has subsampled chroma.
  case subsampledRGB(PixelFormat)
  /// The primaries form no triangle around their white.
  case noTriangle(Gamut)
}

extension TagContradiction: CustomStringConvertible {
  /// One sentence: what was found and what was expected.
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
