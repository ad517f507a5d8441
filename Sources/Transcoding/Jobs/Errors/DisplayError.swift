public import HDRMetadata
internal import ToneMapping

/// An error of the display that an output is made for: its color, or pixels too shallow for it.
public enum DisplayError: JobError {
  /// The output follows a file whose color H.273 does not number; these settings would state it.
  case unnumberedColor(String, missing: [SettingName])
  case sceneLinear(String)
  case matrixOfOtherPrimaries(MatrixCoefficients, ColorPrimaries)
  /// HDR would be encoded with 8 bits; `isOfAlpha` if alpha is the reason.
  case shallow(Finding, isOfAlpha: Bool)

  public var kind: JobErrorKind { .settings }

  public var sentence: Fix {
    switch self {
    case .unnumberedColor(let file, let missing):
      "the output keeps the source's color, but H.273 has no code for the color of \(file); give \(list(missing)), or choose"
        + " \(.to, "hlg")"
    case .sceneLinear(let file):
      "the output keeps the source's color, but \(file) holds scene-linear light, which has no limit; choose \(.to, "hlg")"
    case .matrixOfOtherPrimaries(let matrix, let primaries):
      "\(.outMatrix) is \(matrix.ffmpegName), but the output's primaries are \(primaries.ffmpegName), which use"
        + " another matrix; leave \(.outMatrix) out, or give its primaries with \(.outPrimaries)"
    case .shallow(let finding, isOfAlpha: true):
      "\(finding.sentence); write .mov or .mkv without \(.videoCodec), which keep alpha with 10 bits, or drop it with"
        + " \(.alpha, "ignore")"
    case .shallow(let finding, isOfAlpha: false):
      "\(finding.sentence); leave \(.outPixelFormat) out"
    }
  }
}
