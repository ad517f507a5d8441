internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser

/// How well and how fast a movie is encoded.
struct QualityOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Encoding quality; lower is better. Default: 18 for H.264 and HEVC.", valueName: "number"))
  var crf: Double?

  @Option(help: ArgumentHelp("Encoding speed in the encoder's own terms, such as veryfast.", valueName: "name"))
  var preset: String?

  @Option(
    help: ArgumentHelp(
      "h264, hevc, av1, vp9, prores, ffv1, or an FFmpeg encoder. Default: h264 for SDR, hevc for HDR.",
      valueName: "name"))
  var videoCodec: String?
}

/// What else is chosen of an encoder, and what becomes of other tracks; only `convert` has these options.
struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The bits per second of a movie's picture, such as 8M, in place of --crf.", valueName: "rate"))
  var bitrate: String?

  @Option(
    help: ArgumentHelp(
      "The quality of the alpha layer that HEVC has, from 0, the lowest, to 1. By default, that of the color.",
      valueName: "number"))
  var alphaQuality: Double?

  @Option(
    help: ArgumentHelp("Further options of a movie's encoder, such as keyint=48:bframes=3.", valueName: "name=value:…"))
  var encoderOptions: String?

  @Option(
    help: ArgumentHelp(
      "What is done with odd sides of a movie's pictures where the encoder takes only even ones: crop leaves out the last column or row, pad"
        + " repeats it. By default, they are refused.", valueName: "way"))
  var oddSize: EncodingSettings.OddSize?

  @Option(
    help: ArgumentHelp(
      "What becomes of a movie's sound: copy leaves out what the container does not take, convert converts that, drop leaves out all. By"
        + " default, convert.", valueName: "way"))
  var audio: EncodingSettings.TrackHandling?

  @Option(
    help: ArgumentHelp(
      "What sound is converted to in MP4 and MOV: alac or aac. By default, alac where that loses nothing, else aac.",
      valueName: "name"))
  var audioCodec: EncodingSettings.AudioCodec?

  @Option(
    help: ArgumentHelp(
      "What becomes of a movie's subtitles, like --audio; subtitles that are pictures are not converted.",
      valueName: "way"))
  var subtitles: EncodingSettings.TrackHandling?

  /// What the options say, with quality and speed.
  func settings(_ quality: QualityOptions) -> EncodingSettings {
    var settings = EncodingSettings()
    (settings.codec, settings.crf, settings.preset) = (quality.videoCodec, quality.crf, quality.preset)
    (settings.bitrate, settings.alphaQuality) = (bitrate, alphaQuality)
    settings.options = encoderOptions.map { EncodingSettings.Option.list(option: $0) } ?? []
    (settings.oddSize, settings.audio, settings.audioCodec) = (oddSize, audio, audioCodec)
    settings.subtitles = subtitles
    return settings
  }
}
