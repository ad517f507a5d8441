internal import ArgumentParser
internal import Transcoding

/// The display to convert for, or the rule that selects it.
struct OutputDisplayOptions: ParsableArguments {
  @Option(OutputSettings[.to], also: "shared") var to

  /// Whether the display is selected to suit all inputs.
  var isShared: Bool { to?.text == "shared" }

  func refuseShared() throws(ValidationError) {
    guard isShared else { return }
    throw ValidationError(
      "--to shared applies only to conversions of inputs; choose a display, such as --to hlg")
  }
}

struct DisplayOptions: ParsableArguments {
  @Option(LUTSettings[.to]) var to
}

struct OutputColorOptions: ParsableArguments {
  @Option(OutputSettings[.outPrimaries]) var outPrimaries
  @Option(OutputSettings[.outTransfer]) var outTransfer
}

struct OutputOptions: ParsableArguments {
  @OptionGroup var color: OutputColorOptions
  @Option(OutputSettings[.outMatrix]) var outMatrix
  @Option(OutputSettings[.outRange]) var outRange
  @Option(OutputSettings[.outChromaLocation]) var outChromaLocation
  @Option(OutputSettings[.outPixelFormat]) var outPixelFormat
  @Option(OutputSettings[.dither]) var dither
}

struct AlphaOptions: ParsableArguments {
  @Option(AlphaSettings[.alpha]) var alpha
  @Option(AlphaSettings[.alphaRange]) var alphaRange
  @Option(AlphaSettings[.alphaFile]) var alphaFile
  @Option(AlphaSettings[.alphaPixelFormat]) var alphaPixelFormat
  @Option(AlphaSettings[.outAlpha]) var outAlpha
  @Option(AlphaSettings[.background]) var background
  @Option(AlphaSettings[.backgroundIn]) var backgroundIn
}

struct PlacedWritingOptions: ParsableArguments {
  @Option(OutputSettings[.format]) var format
  @OptionGroup var size: SizeOptions
  @Flag(OutputSettings[.enlarge]) var enlarge = false
}

/// The writing of frames; only `convert` has these options.
struct WritingOptions: ParsableArguments {
  @OptionGroup var file: PlacedWritingOptions
  @Option(OutputSettings[.preview]) var preview
  @Option(OutputSettings[.outHDR10plus]) var outHDR10plus

  @Option("Print the arguments with which an encoder or muxer states the color and metadata of the output.", as: "tool")
  var printEncoderArgs: EncoderTool?
}

struct SizeOptions: ParsableArguments {
  @Option(OutputSettings[.width]) var width
  @Option(OutputSettings[.height]) var height
  @Option(OutputSettings[.fit]) var fit
}

struct OverwritingOptions: ParsableArguments {
  @Flag(OutputSettings[.force]) var force = false
}

struct QualityOptions: ParsableArguments {
  @Option(EncodingSettings[.crf]) var crf
  @Option(EncodingSettings[.preset]) var preset
  @Option(EncodingSettings[.videoCodec]) var videoCodec
}

/// Further encoder options, and the handling of other tracks; only `convert` has these options.
struct EncodingOptions: ParsableArguments {
  @Option(EncodingSettings[.bitrate]) var bitrate
  @Option(EncodingSettings[.alphaQuality]) var alphaQuality
  @Option(EncodingSettings[.encoderOptions]) var encoderOptions
  @Option(EncodingSettings[.oddSize]) var oddSize
  @Option(EncodingSettings[.audio]) var audio
  @Option(EncodingSettings[.audioCodec]) var audioCodec
  @Option(EncodingSettings[.subtitles]) var subtitles
  @Option(EncodingSettings[.chunks]) var chunks
}
