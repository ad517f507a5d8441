internal import ArgumentParser
internal import ToneMapping

/// What the pictures are converted for, and how they are coded.
struct OutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What to convert to.", valueName: "preset"))
  var to: Display.Preset = .sdr709

  @Option(help: ArgumentHelp("The primaries, where the preset's will not do.", valueName: "name"))
  var outPrimaries: Tag<ColorPrimaries>?

  @Option(help: ArgumentHelp("The transfer, where the preset's will not do.", valueName: "name"))
  var outTransfer: Tag<TransferCharacteristics>?

  @Option(help: ArgumentHelp("The matrix, where the preset's will not do.", valueName: "name"))
  var outMatrix: Tag<MatrixCoefficients>?

  @Option(help: ArgumentHelp("The quantization range.", valueName: "name"))
  var outRange: Tag<QuantizationRange>?

  @Option(help: ArgumentHelp("Where chroma samples sit.", valueName: "name"))
  var outChromaLocation: Tag<ChromaLocation>?

  @Option(
    help: ArgumentHelp("The layout of frames; the input's, at the preset's bits, unless said.", valueName: "name"),
    completion: .pixelFormats, transform: PixelFormat.Spelling.option)
  var outPixelFormat: PixelFormat.Spelling?

  @Option(
    help: ArgumentHelp("What alpha means: straight or ignore; it is kept as straight unless said.", valueName: "mode"),
    completion: .list(AlphaMode.allCases.map(\.rawValue)), transform: AlphaMode.option)
  var alpha: AlphaMode?

  @Option(help: ArgumentHelp("What is added before rounding, so that ramps stay smooth.", valueName: "name"))
  var dither: Dither = .blueNoise
}

/// What is done to frames on their way out; only a conversion has these.
struct WritingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The kind of output file; told by its name, or as the input, unless said.", valueName: "kind"))
  var format: FileFormat?

  @Option(
    help: ArgumentHelp("Write the first frame as a PNG, as an sRGB display would show it.", valueName: "file.png"),
    completion: .file())
  var preview: String?

  @Option(
    help: ArgumentHelp(
      "Print the arguments that tell the next tool the output's color and metadata.", valueName: "tool"))
  var printEncoderArgs: EncoderTool?
}
