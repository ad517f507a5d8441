internal import Colorimetry

extension EncoderOptions {
  /// The arguments of FFmpeg: its own, and those of an encoder as one string.
  ///
  /// FFmpeg's own options state only the color; the options of the encoder state the rest.
  ///
  /// - Source: FFmpeg 7, *Codec Options*, `color_primaries` to `chroma_sample_location`.
  func ffmpeg(by encoder: (option: String, list: EncoderCommandLine)?) -> EncoderCommandLine {
    var list = EncoderCommandLine()
    list.add("-color_primaries", color.primaries?.ffmpegName)
    list.add("-color_trc", color.transfer?.ffmpegOptionName)
    list.add("-colorspace", color.matrix.map { $0 == .identity ? "rgb" : $0.ffmpegName })
    list.add("-color_range", color.range?.ffmpegName)
    list.add("-chroma_sample_location", color.chromaLocation?.ffmpegName)
    guard let encoder else {
      list.leaveOut("the mastering display", if: metadata.mastering != nil)
      list.leaveOut("the content light level", if: metadata.contentLight != nil)
      list.leaveOut("the alternative transfer", if: alternativeTransfer != nil)
      list.leaveOut("the ambient viewing environment", if: metadata.ambient != nil)
      return list
    }
    let text = Self.colonSeparated(encoder.list.arguments)
    list.add(encoder.option, text.isEmpty ? nil : text)
    list.leftOut = encoder.list.leftOut
    return list
  }

  /// Returns `--range limited --hdr10` as `range=limited:hdr10=1`.
  private static func colonSeparated(_ arguments: [String]) -> String {
    var pairs: [String] = []
    for argument in arguments {
      if argument.hasPrefix("--") {
        pairs.append("\(argument.dropFirst(2))")
      } else {
        pairs[pairs.count - 1] += "=\(argument)"
      }
    }
    return pairs.map { $0.contains("=") ? $0 : "\($0)=1" }.joined(separator: ":")
  }
}

extension TransferCharacteristics {
  /// The name that FFmpeg's option accepts, which differs from the printed name for two transfers.
  fileprivate var ffmpegOptionName: String {
    switch self {
    case .bt470M: "gamma22"
    case .bt470BG: "gamma28"
    default: ffmpegName
    }
  }
}
