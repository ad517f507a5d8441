internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import RawVideo
internal import ToneMapping

/// The color of the input, and its layout if the file does not state it.
struct SourceOptions: ParsableArguments {
  @OptionGroup var color: SourceColorOptions
  @OptionGroup(title: "When tags are missing") var layout: LayoutOptions
  @OptionGroup(title: "More about the source", visibility: .further) var frames: FrameTagOptions
  @OptionGroup(title: "More about the source", visibility: .further) var sidecar: ColorJSONOptions

  /// What the options say.
  var settings: InputSettings {
    var settings = color.settings
    (settings.size, settings.pixelFormat, settings.frameRate) = (layout.size, layout.pixelFormat, layout.fps)
    frames.apply(to: &settings)
    settings.colorJSON = sidecar.colorJSON
    return settings
  }
}

/// The color and the metadata of the input.
struct SourceColorOptions: ParsableArguments {
  @OptionGroup(title: "When tags are missing") var tags: SourceTagOptions
  @OptionGroup(title: "When tags are missing") var light: LightLevelOptions
  @OptionGroup(title: "More about the source", visibility: .further) var ambient: AmbientOptions
  @OptionGroup(title: "More about the source", visibility: .further) var trust: TrustOptions

  /// What the options say.
  var settings: InputSettings {
    var settings = InputSettings()
    (settings.primaries, settings.transfer) = (tags.primaries, tags.transfer)
    settings.metadata = light.metadata(ambient)
    settings.trust = trust.trustMetadata
    return settings
  }
}

/// The tags of the input that are missing most often.
struct SourceTagOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("pq, hlg, bt709, or a camera log such as slog3; the manual page lists all.", valueName: "name"),
    completion: SourceTag<TransferCharacteristics, CameraLog>.defaultCompletionKind, transform: oneOf)
  var transfer: SourceTag<TransferCharacteristics, CameraLog>?

  @Option(
    help: ArgumentHelp(
      "bt2020, bt709, smpte432 (P3-D65), or a camera gamut such as s-gamut3; the manual page lists all.",
      valueName: "name"),
    completion: SourceTag<ColorPrimaries, Gamut>.defaultCompletionKind, transform: oneOf)
  var primaries: SourceTag<ColorPrimaries, Gamut>?
}

/// The layout of raw frames.
struct LayoutOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The size of raw frames, such as 3840x2160.", valueName: "width x height"),
    transform: PictureSize.init(option:))
  var size: PictureSize?

  @Option(
    help: ArgumentHelp(
      "The layout of raw frames, such as yuv420p10le; FFmpeg's names and Apple's four-character codes work.",
      valueName: "name"),
    completion: .pixelFormats, transform: PixelFormat.Spelling.init(option:))
  var pixelFormat: PixelFormat.Spelling?

  @Option(
    help: ArgumentHelp("Frames per second, such as 25 or 24000/1001.", valueName: "rate", visibility: .further),
    transform: FrameRate.init(option:))
  var fps: FrameRate?
}

/// How color became codes.
struct FrameTagOptions: ParsableArguments {
  @OptionGroup var coding: CodingTagOptions

  @Option(help: ArgumentHelp("Where chroma samples sit.", valueName: "name"))
  var chromaLocation: Tag<ChromaLocation>?

  /// States the same in the settings of an input.
  func apply(to settings: inout InputSettings) {
    (settings.matrix, settings.range) = (coding.matrix?.value, coding.range?.value)
    settings.chromaLocation = chromaLocation?.value
  }
}
