internal import ArgumentParser
internal import Transcoding

// The options of settings, in the groups that commands share.

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

struct ToneOptions: ParsableArguments {
  @Option(MappingSettings[.toneMapping]) var toneMapping
  @Option(MappingSettings[.targetPeak]) var targetPeak
}

struct LookOptions: ParsableArguments {
  @Option(MappingSettings[.exposure]) var exposure
  @Option(MappingSettings[.contrast]) var contrast
  @Option(MappingSettings[.saturation]) var saturation
}

struct MappingOptions: ParsableArguments {
  @Option(MappingSettings[.toneMappingVariant]) var toneMappingVariant
  @Option(MappingSettings[.kneeAdaptation]) var kneeAdaptation
  @Option(MappingSettings[.gamutMapping]) var gamutMapping
  @Option(MappingSettings[.preserveChroma]) var preserveChroma
  @OptionGroup var light: MappedLightOptions
}

/// The light that codes stand for, whatever the mapping.
struct MappedLightOptions: ParsableArguments {
  @Flag(MappingSettings[.expandHighlights]) var expandHighlights = false
  @Option(MappingSettings[.sourcePeak]) var sourcePeak
  @Option(MappingSettings[.referenceWhite]) var referenceWhite
  @Option(MappingSettings[.sdrTransfer]) var sdrTransfer
  @Option(MappingSettings[.viewing]) var viewing
}

struct LookupOptions: ParsableArguments {
  @Option(LookupSettings[.lut]) var lut
  @Option(LookupSettings[.lutInterpolation]) var lutInterpolation
  @Option(LookupSettings[.lutRange]) var lutRange
}

struct DynamicsOptions: ParsableArguments {
  @Option(several: LightSettings[.stats]) var stats: [Stated] = []
  @Option(LightSettings[.dynamics]) var dynamics
}

struct FrameMetadataOptions: ParsableArguments {
  @Option(LightSettings[.frameMetadata]) var frameMetadata
}

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

struct ChunkOptions: ParsableArguments {
  @Option(
    "Work on this chunk, counted from 0, of the folder that chunk-plan made, which is then the only name.", as: "number"
  )
  var chunk: Int?

  /// Makes sure that all else is left to the plan.
  func validate(names: Int) throws {
    guard chunk != nil else { return }
    let given = Arguments.words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
    let others = Set(given.map(String.init)).subtracting(["--chunk", "--threads", "--simd", "--progress"]).sorted()
    guard others.isEmpty else {
      throw ValidationError(
        "\(list(others)) \(others.count == 1 ? "was" : "were") given with --chunk, which takes only --threads, --simd and --progress; leave \(others.count == 1 ? "it" : "them") out, or give settings to chunk-plan"
      )
    }
    if names != 1 {
      throw ValidationError(
        "\(names) names were given, but --chunk needs one, the folder that chunk-plan made; leave the others out")
    }
  }
}
