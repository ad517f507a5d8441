internal import ArgumentParser
internal import Transcoding

struct SourceOptions: ParsableArguments {
  @OptionGroup var color: SourceColorOptions
  @OptionGroup(title: "When tags are missing") var layout: LayoutOptions
  @OptionGroup(title: "More about the source", visibility: .further) var frames: FrameTagOptions
  @OptionGroup(title: "More about the source", visibility: .further) var sidecar: ColorJSONOptions
}

struct SourceColorOptions: ParsableArguments {
  @OptionGroup(title: "When tags are missing") var tags: SourceTagOptions
  @OptionGroup(title: "When tags are missing") var light: LightLevelOptions
  @OptionGroup(title: "More about the source", visibility: .further) var ambient: AmbientOptions
  @OptionGroup(title: "More about the source", visibility: .further) var trust: TrustOptions
}

/// The input tags that are most often missing.
struct SourceTagOptions: ParsableArguments {
  @Option(InputSettings[.transfer]) var transfer
  @Option(InputSettings[.primaries]) var primaries
}

struct LayoutOptions: ParsableArguments {
  @Option(InputSettings[.size]) var size
  @Option(InputSettings[.pixelFormat]) var pixelFormat
  @Option(InputSettings[.fps], .further) var fps
}

struct FrameTagOptions: ParsableArguments {
  @Option(InputSettings[.matrix]) var matrix
  @Option(InputSettings[.range]) var range
  @Option(InputSettings[.chromaLocation]) var chromaLocation
}

struct ColorTagOptions: ParsableArguments {
  @Option(ColorDescription[.primaries]) var primaries
  @Option(ColorDescription[.transfer]) var transfer
  @Option(ColorDescription[.matrix]) var matrix
  @Option(ColorDescription[.range]) var range
}

struct LightLevelOptions: ParsableArguments {
  @Option(StaticMetadata[.maxCLL]) var maxCLL
  @Option(StaticMetadata[.masterDisplay]) var masterDisplay
}

struct AmbientOptions: ParsableArguments {
  @Option(StaticMetadata[.ambient]) var ambient
}

struct ColorJSONOptions: ParsableArguments {
  @Option(InputSettings[.colorJSON]) var colorJSON
}

struct TrustOptions: ParsableArguments {
  @Option(InputSettings[.trustMetadata]) var trustMetadata
}

struct PartOptions: ParsableArguments {
  @Option(FrameSelection[.start]) var start
  @Option(FrameSelection[.duration]) var duration
}

struct FrameCountOptions: ParsableArguments {
  @Option(FrameSelection[.frames]) var frames
}

struct DecodingOptions: ParsableArguments {
  @Flag(ConversionSettings[.deinterlace]) var deinterlace = false
}

/// The interpretation of a source's alpha, for commands that do not write alpha.
struct AlphaReadingOptions: ParsableArguments {
  @Option(
    "The relation of the source's color to its alpha: straight or premultiplied; by default, the one that the source states, else straight.",
    as: "mode")
  var alpha: AlphaMode?

  @Option(
    "The codes of the source's alpha: full, narrow (16 to 235 of 255), or the two codes of no and full coverage, such as 64-940; by default, full.",
    as: "range", transform: AlphaRange.init(option:))
  var alphaRange: AlphaRange?
}
