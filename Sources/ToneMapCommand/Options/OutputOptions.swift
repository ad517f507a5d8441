internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import ToneMapping

/// The display to convert for, and the coding of the output.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The kind of display to convert for; hdr10 is the same as pq. By default, sdr709; for a JPEG, srgb.",
      valueName: "preset"))
  var to: Display.Preset?

  @Option(
    help: ArgumentHelp(
      "The output's primaries, if not the preset's. FFmpeg's and x265's names and H.273 numbers work.",
      valueName: "name"))
  var outPrimaries: Tag<ColorPrimaries>?

  @Option(
    help: ArgumentHelp(
      "The output's transfer function, if not the preset's. FFmpeg's and x265's names and H.273 numbers work.",
      valueName: "name"))
  var outTransfer: Tag<TransferCharacteristics>?

  @Option(
    help: ArgumentHelp(
      "The output's matrix, if not the preset's. FFmpeg's and x265's names and H.273 numbers work.", valueName: "name"))
  var outMatrix: Tag<MatrixCoefficients>?

  @Option(
    help: ArgumentHelp("The output's quantization range, if not the preset's.", valueName: "range"))
  var outRange: Tag<QuantizationRange>?

  @Option(
    help: ArgumentHelp("Where chroma samples sit in the output, if not where the preset puts them.", valueName: "name"))
  var outChromaLocation: Tag<ChromaLocation>?

  @Option(
    help: ArgumentHelp(
      "The layout of output frames: FFmpeg's names, or Apple's four-character codes; by default, the input's with the preset's bits.",
      valueName: "name"),
    completion: .pixelFormats, transform: PixelFormat.Spelling.option)
  var outPixelFormat: PixelFormat.Spelling?

  @OptionGroup var alpha: AlphaOptions

  @Option(help: ArgumentHelp("The dither that is added before rounding, so that ramps stay smooth.", valueName: "name"))
  var dither: Dither = .blueNoise

  func validate() throws {
    try outPrimaries?.refuseUnnumbered("--out-primaries")
    try outTransfer?.refuseUnnumbered("--out-transfer")
    try validating(settings.check)
  }
}

extension OutputOptions {
  /// What the options say.
  var settings: OutputSettings {
    var settings = OutputSettings()
    settings.display = to
    (settings.primaries, settings.transfer) = (outPrimaries?.value, outTransfer?.value)
    (settings.matrix, settings.range) = (outMatrix?.value, outRange?.value)
    (settings.chromaLocation, settings.pixelFormat) = (outChromaLocation?.value, outPixelFormat)
    (settings.dither, settings.alpha) = (dither, alpha.settings)
    return settings
  }
}

/// How frames are written; only `convert` has these options.
struct WritingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The kind of output; by default, what its name says, otherwise raw frames of raw frames, and Y4M of all else.",
      valueName: "kind"))
  var format: OutputKind?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The width of the output's pictures in pixels as they are shown; the height follows, and pixels become square. By default, pictures are not scaled.",
      valueName: "pixels"))
  var width: Int?

  @Option(
    help: ArgumentHelp("Also write the first frame as a PNG, as an sRGB display would show it.", valueName: "file.png"),
    completion: .file())
  var preview: Path?

  @Option(
    name: .customLong("out-hdr10plus"),
    help: ArgumentHelp(
      "Also measure what is written, which is PQ, and write HDR10+ metadata for it, as hdr10plus_tool and x265 read it.",
      valueName: "file.json"),
    completion: .file(extensions: ["json"]))
  var outHDR10Plus: Path?

  @Option(
    help: ArgumentHelp(
      "Print the arguments that give an encoder or muxer the color and metadata of the output.", valueName: "tool"))
  var printEncoderArgs: EncoderTool?

  /// States the same in the settings of an output.
  func apply(to settings: inout OutputSettings) {
    (settings.format, settings.width, settings.preview, settings.hdr10Plus) = (format, width, preview, outHDR10Plus)
  }

  func validate() throws {
    var settings = OutputSettings()
    apply(to: &settings)
    try validating(settings.check)
  }
}

/// What may be replaced.
struct OverwritingOptions: ParsableArguments {
  @Flag(help: "Replace write-protected files too, and a link at the name of the output's color JSON.")
  var force = false
}
