public import Colorimetry

/// What an encoder or muxer has to be told of color and static metadata.
///
///     let options = EncoderOptions(color: color, metadata: metadata)
///     options.arguments(for: .x265).arguments.joined(separator: " ")
///     // --output-depth 10 --colorprim bt2020 --transfer smpte2084 --colormatrix bt2020nc --range limited …
public struct EncoderOptions: Hashable, Sendable {
  /// What the numbers of the picture mean.
  public var color: ColorDescription
  /// What is said once for the stream.
  public var metadata: StaticMetadata
  /// The transfer to be preferred to the one in `color`, for receivers that know it.
  public var alternativeTransfer: TransferCharacteristics?
  /// The bits of a component that are to be encoded; `nil` means 10 for PQ and HLG, and the encoder's own choice otherwise.
  ///
  /// Only x265's program is told: by itself it encodes 8 bits, whatever it reads. The others encode the bits they are given.
  public var bitDepth: Int?

  /// The options that say this.
  public init(
    color: ColorDescription = ColorDescription(), metadata: StaticMetadata = StaticMetadata(),
    alternativeTransfer: TransferCharacteristics? = nil, bitDepth: Int? = nil
  ) {
    self.color = color
    self.metadata = metadata
    self.alternativeTransfer = alternativeTransfer
    self.bitDepth = bitDepth
  }

  /// Whether this is HDR10, of which static metadata is a part.
  var isHDR10: Bool { color.transfer == .pq && (metadata.mastering != nil || metadata.contentLight != nil) }
}

/// A tool whose options this module writes.
public enum EncoderTool: String, CaseIterable, Sendable {
  /// The encoder x265.
  case x265
  /// The encoder SvtAv1EncApp.
  case svtAV1 = "svt-av1"
  /// FFmpeg, with any encoder: the options that all of its encoders share.
  case ffmpeg
  /// FFmpeg with libx265, which takes the rest in `-x265-params`.
  case ffmpegX265 = "ffmpeg-x265"
  /// FFmpeg with libsvtav1, which takes the rest in `-svtav1-params`.
  case ffmpegSVTAV1 = "ffmpeg-svt-av1"
  /// The muxer mkvmerge, for the track 0 of its next file.
  case mkvmerge
}

/// The arguments for a tool, and what it cannot be told.
public struct EncoderArguments: Hashable, Sendable {
  /// The arguments, each as one word, not quoted.
  public var arguments: [String]
  /// What the tool has no option for, in words.
  public var leftOut: [String]

  /// These arguments.
  public init(arguments: [String] = [], leftOut: [String] = []) {
    self.arguments = arguments
    self.leftOut = leftOut
  }

  mutating func add(_ option: String, _ value: String?) {
    if let value { arguments += [option, value] }
  }

  /// Notes what is said and cannot be passed on.
  mutating func leaveOut(_ what: String, if isSaid: Bool) {
    if isSaid { leftOut.append(what) }
  }
}

extension EncoderOptions {
  /// The arguments that tell a tool this color and this metadata.
  ///
  /// - Source: The manuals of x265 4.1, SVT-AV1 2, FFmpeg 7 and mkvmerge 82.
  public func arguments(for tool: EncoderTool) -> EncoderArguments {
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
