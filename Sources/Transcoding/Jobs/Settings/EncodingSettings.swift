internal import HDRMetadata

/// The encoding of a movie's pictures, and the handling of its other tracks.
public struct EncodingSettings: Hashable, Sendable {
  /// The codec: `h264`, `hevc`, `av1`, `vp9`, `prores`, `ffv1`, or an FFmpeg encoder's name; `nil` is the one that players of the container expect.
  public var codec: String?
  /// The quality target, on the encoder's scale; `nil` is 18 for H.264 and HEVC.
  public var crf: Double?
  /// The bit rate in bits per second, such as `8M`, instead of a quality.
  public var bitrate: String?
  /// The quality of H.265's alpha layer, from 0, the lowest, to 1; `nil` is that of the color.
  public var alphaQuality: Double?
  /// The encoder's speed preset, by its own name.
  public var preset: String?
  /// Further options of the encoder, in the order in which they are passed.
  public var options: [Option] = []
  /// The treatment of odd sides if the encoder takes only even ones; `nil` rejects them.
  public var oddSize: OddSize?
  /// The handling of audio and subtitles; `nil` converts what the container does not take.
  public var audio: TrackHandling?
  public var subtitles: TrackHandling?
  /// The audio codec for conversion in MP4 and MOV; `nil` is ALAC where it is lossless, else AAC.
  public var audioCodec: AudioCodec?
  /// The minimum number of frames of a chunk, each of which has an encoder of its own: the bytes are then those of chunks that are converted apart and
  /// joined. `nil` encodes the movie as a whole.
  public var chunkFrames: Int?

  /// The minimum number of frames of a chunk that `chunks grid` means: 10 s at 24 frames per second.
  public static let usualChunkFrames = 240

  /// The encoding that players of the container expect.
  public init() {}

  /// A codec and its quality target.
  public init(_ codec: String?, crf: Double? = nil, preset: String? = nil) {
    (self.codec, self.crf, self.preset) = (codec, crf, preset)
  }

  public static func h264(crf: Double = 18) -> Self { Self("h264", crf: crf) }
  public static func hevc(crf: Double = 18) -> Self { Self("hevc", crf: crf) }
  public static func av1(crf: Double) -> Self { Self("av1", crf: crf) }
  public static var prores: Self { Self("prores") }
  public static var ffv1: Self { Self("ffv1") }

  public struct Option: Hashable, Sendable {
    public var name, value: String
    public init(_ name: String, _ value: String = "1") { (self.name, self.value) = (name, value) }
  }

  public enum OddSize: String, CaseIterable, Sendable {
    /// The last column or row is cropped, or repeated.
    case crop, pad
  }

  public enum TrackHandling: String, CaseIterable, Sendable { case copy, convert, drop }

  public enum AudioCodec: String, CaseIterable, Sendable { case alac, aac }

  var given: [SettingName] { Self.rows.filter { $0.isGiven(self) }.map(\.name) }
}

extension EncodingSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    Setting(.crf, \.crf, as: "number", help: "Encoding quality; lower is better. Default: 18 for H.264 and HEVC."),
    Setting(.preset, \.preset, as: "name", help: "Encoding speed in the encoder's own terms, such as veryfast."),
    Setting(
      .videoCodec, \.codec, as: "name",
      help: "h264, hevc, av1, vp9, prores, ffv1, or an FFmpeg encoder. Default: h264 for SDR, hevc for HDR."),
    Setting(
      .bitrate, \.bitrate, as: "rate",
      help: "The video bit rate in bits per second, such as 8M, instead of \(.crf)."),
    Setting(
      .alphaQuality, \.alphaQuality, as: "number",
      help: "The quality of HEVC's alpha layer, from 0 (lowest) to 1. By default, that of the color."),
    Setting(
      .encoderOptions, \.options, as: "name=value:…",
      help: "Further options of the video encoder, such as keyint=48:bframes=3."
    ) { $0.options = try Option.list(option: $1) },
    Setting(
      .oddSize, \.oddSize, as: "way",
      help:
        "The treatment of odd widths and heights that the encoder does not accept: crop leaves out the last column or row, pad"
        + " repeats it. By default, odd sizes are refused."),
    Setting(
      .audio, \.audio, as: "way",
      help:
        "The treatment of a movie's sound: copy leaves out tracks that the container does not accept, convert converts them, drop leaves out all. By"
        + " default, convert."),
    Setting(
      .audioCodec, \.audioCodec, as: "name",
      help:
        "The codec of converted sound in MP4 and MOV: alac or aac. By default, alac where it is lossless, else aac."),
    Setting(
      .subtitles, \.subtitles, as: "way",
      help: "The treatment of a movie's subtitles, as for \(.audio); picture subtitles are not converted."),
    Setting(
      .chunks, \.chunkFrames, as: "frames", choices: ["grid"],
      help:
        "Encode the movie in chunks of at least this number of frames, with the bytes that chunk-plan and join give; grid means \(usualChunkFrames)."
    ) { settings, text in
      guard let frames = text == "grid" ? usualChunkFrames : Int(text), frames > 0 else {
        throw ExpectedText("grid, or a number of frames such as 240")
      }
      settings.chunkFrames = frames
    },
  ]
}
