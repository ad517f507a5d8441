internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import ToneMapping

/// What an output of frames is converted for.
enum OutputDisplay: Hashable, ExpressibleByArgument {
  case preset(Display.Preset)
  /// The source's own color.
  case source
  /// One that suits all inputs.
  case shared

  init?(argument: String) {
    switch argument {
    case "source": self = .source
    case "shared": self = .shared
    default:
      guard let preset = Display.Preset(rawValue: argument) else { return nil }
      self = .preset(preset)
    }
  }

  static var allValueStrings: [String] { Display.Preset.allCases.map(\.rawValue) + ["source", "shared"] }

  /// The display, if it is one.
  var preset: Display.Preset? { if case .preset(let preset) = self { preset } else { nil } }
}

/// The display to convert for, or what decides it.
struct OutputDisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The display to convert for: sdr709, srgb, p3-sdr, hlg, or pq (hdr10); source keeps the source's format, shared has one for all inputs. Default: sdr709; srgb for a JPEG.",
      valueName: "display"),
    completion: .list(OutputDisplay.allValueStrings), transform: oneOf)
  var to: OutputDisplay?
}

/// The display to convert for.
struct DisplayOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The display to convert for: sdr709, srgb, p3-sdr, hlg, or pq (hdr10). Default: sdr709; srgb for a JPEG.",
      valueName: "display"),
    completion: Display.Preset.defaultCompletionKind, transform: oneOf)
  var to: Display.Preset?
}

/// The color of the output, where it differs from the display's.
struct OutputColorOptions: ParsableArguments {
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

  func validate() throws {
    try outPrimaries?.refuseUnnumbered("--out-primaries")
    try outTransfer?.refuseUnnumbered("--out-transfer")
  }
}

/// The coding of the output.
struct OutputOptions: ParsableArguments {
  @OptionGroup var color: OutputColorOptions

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
    completion: .pixelFormats, transform: PixelFormat.Spelling.init(option:))
  var outPixelFormat: PixelFormat.Spelling?

  @Option(help: ArgumentHelp("The dither that is added before rounding, so that ramps stay smooth.", valueName: "name"))
  var dither: Dither = .blueNoise

  /// What the options say, with the display and what becomes of alpha.
  func settings(for display: OutputDisplayOptions, _ alpha: AlphaOptions) -> OutputSettings {
    var settings = color.settings(for: display.to?.preset)
    settings.keepsSource = display.to == .source
    (settings.matrix, settings.range) = (outMatrix?.value, outRange?.value)
    (settings.chromaLocation, settings.pixelFormat) = (outChromaLocation?.value, outPixelFormat)
    (settings.dither, settings.alpha) = (dither, alpha.settings)
    return settings
  }
}

extension OutputColorOptions {
  /// What the options say, with the display.
  func settings(for display: Display.Preset?) -> OutputSettings {
    var settings = OutputSettings()
    (settings.display, settings.primaries, settings.transfer) = (display, outPrimaries?.value, outTransfer?.value)
    return settings
  }
}

/// How frames are written; only `convert` has these options.
struct WritingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The kind of output; by default, what its name says; without an ending, raw frames of raw frames, and Y4M of all else.",
      valueName: "kind"))
  var format: OutputKind?

  @OptionGroup var size: SizeOptions

  @Flag(help: "Let --width, --height and --fit make pictures larger.")
  var enlarge = false

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
    size.apply(to: &settings)
    (settings.enlarges, settings.format) = (enlarge, format)
    (settings.preview, settings.hdr10Plus) = (preview, outHDR10Plus)
  }

  func validate() throws {
    var settings = OutputSettings()
    apply(to: &settings)
    try validating(settings.check)
  }
}

/// What may be replaced.
struct OverwritingOptions: ParsableArguments {
  @Flag(help: "Replace write-protected files.")
  var force = false
}
