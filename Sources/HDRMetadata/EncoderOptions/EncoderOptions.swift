public import Colorimetry

/// The color and static metadata to pass to an encoder or muxer.
///
///     let options = EncoderOptions(color: color, metadata: metadata)
///     options.commandLine(for: .x265).arguments.joined(separator: " ")
///     // --output-depth 10 --colorprim bt2020 --transfer smpte2084 --colormatrix bt2020nc --range limited …
public struct EncoderOptions: Hashable, Sendable {
  /// The meaning of the numbers of the picture.
  public var color: ColorDescription
  /// The static metadata of the stream.
  public var metadata: StaticMetadata
  /// The transfer that players use instead of the one in `color` if they support it.
  public var alternativeTransfer: TransferCharacteristics?
  /// The bit depth to encode; `nil` means 10 for PQ and HLG, and the encoder's default otherwise.
  ///
  /// Only the program x265 needs this: its default is 8 bits for any input. The others encode the depth of their input.
  public var bitDepth: Int?

  /// The options with these values.
  public init(
    color: ColorDescription = ColorDescription(), metadata: StaticMetadata = StaticMetadata(),
    alternativeTransfer: TransferCharacteristics? = nil, bitDepth: Int? = nil
  ) {
    (self.color, self.metadata) = (color, metadata)
    (self.alternativeTransfer, self.bitDepth) = (alternativeTransfer, bitDepth)
  }

  /// Whether this is HDR10, which includes static metadata.
  var isHDR10: Bool { color.transfer == .pq && (metadata.mastering != nil || metadata.contentLight != nil) }
}

/// A tool whose options this module writes.
public enum EncoderTool: String, CaseIterable, Sendable {
  /// The encoder x265.
  case x265
  /// The encoder SvtAv1EncApp.
  case svtAV1 = "svt-av1"
  /// FFmpeg with any encoder: the options that all encoders share.
  case ffmpeg
  /// FFmpeg with libx265; other options go to `-x265-params`.
  case ffmpegX265 = "ffmpeg-x265"
  /// FFmpeg with libsvtav1; other options go to `-svtav1-params`.
  case ffmpegSVTAV1 = "ffmpeg-svt-av1"
  /// The muxer mkvmerge, for track 0 of its next file.
  case mkvmerge
}

/// The arguments for a tool, and the properties for which it has no option.
public struct EncoderCommandLine: Hashable, Sendable {
  /// The arguments, each as one word, not quoted.
  public var arguments: [String]
  /// The properties without an option in the tool, in words.
  public var leftOut: [String]

  /// These arguments.
  public init(arguments: [String] = [], leftOut: [String] = []) {
    (self.arguments, self.leftOut) = (arguments, leftOut)
  }

  mutating func add(_ option: String, _ value: String?) {
    if let value { arguments += [option, value] }
  }

  mutating func leaveOut(_ what: String, if isSaid: Bool) {
    if isSaid { leftOut.append(what) }
  }
}

extension EncoderOptions {
  /// The arguments that pass this color and this metadata to a tool.
  ///
  /// - Source: The manuals of x265 4.1, SVT-AV1 2, FFmpeg 7 and mkvmerge 82.
  public func commandLine(for tool: EncoderTool) -> EncoderCommandLine {
    switch tool {
    case .x265: x265Program
    case .svtAV1: svtAV1
    case .ffmpeg: ffmpeg(by: nil)
    case .ffmpegX265: ffmpeg(by: ("-x265-params", x265))
    case .ffmpegSVTAV1: ffmpeg(by: ("-svtav1-params", svtAV1))
    case .mkvmerge: mkvmerge(track: 0)
    }
  }
}
