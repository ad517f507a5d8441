/// The one name of each setting. Programs derive their users' spelling from it: `--target-peak`, `target_peak=`; the raw value is Swift's spelling.
public enum SettingName: String, CaseIterable, Sendable {
  // The source.
  case size = "InputSettings.size"
  case pixelFormat = "InputSettings.pixelFormat"
  case fps = "InputSettings.frameRate"
  case source = "Source"
  case primaries = "ColorDescription.primaries"
  case transfer = "ColorDescription.transfer"
  case matrix = "ColorDescription.matrix"
  case range = "ColorDescription.range"
  case chromaLocation = "ColorDescription.chromaLocation"
  case maxCLL = "StaticMetadata.contentLight"
  case masterDisplay = "StaticMetadata.mastering"
  case ambient = "StaticMetadata.ambient"
  case trustMetadata = "InputSettings.trust"
  case colorJSON = "InputSettings.colorJSON"
  case deinterlace = "ConversionSettings.deinterlaces"
  case start = "FrameSelection.start"
  case frames = "FrameSelection.frames"
  case duration = "FrameSelection.duration"
  // Light.
  case toneMapping = "MappingSettings.toneMapping"
  case toneMappingVariant = "MappingSettings.toneMappingVariant"
  case kneeAdaptation = "ToneOperator.spline(kneeAdaptation:)"
  case gamutMapping = "MappingSettings.gamutMapping"
  case preserveChroma = "GamutOperator.perceptual(chromaPreservation:)"
  case expandHighlights = "MappingSettings.expandHighlights"
  case sourcePeak = "PlanOptions.sourcePeak"
  case targetPeak = "MappingSettings.targetPeak"
  case referenceWhite = "MappingSettings.referenceWhite"
  case latticeSize = "PlanOptions.latticeSize"
  case sdrTransfer = "MappingSettings.sdrTransfer"
  case viewing = "MappingSettings.surround"
  case exposure = "Look.exposure"
  case contrast = "Look.contrast"
  case saturation = "Look.saturation"
  case dynamics = "LightSettings.mode"
  /// The part of `dynamics` for the number of frames known ahead.
  case lookAhead = "LightSettings.lookAhead"
  case stats = "LightSettings.statistics"
  case frameMetadata = "LightSettings.frameMetadata"
  case lut = "LookupSettings.file"
  case lutInterpolation = "LookupSettings.interpolation"
  case lutRange = "LookupSettings.range"
  // The output.
  case to = "OutputSettings.display"
  case outPrimaries = "OutputSettings.primaries"
  case outTransfer = "OutputSettings.transfer"
  case outMatrix = "OutputSettings.matrix"
  case outRange = "OutputSettings.range"
  case outChromaLocation = "OutputSettings.chromaLocation"
  case outPixelFormat = "OutputSettings.pixelFormat"
  case dither = "OutputSettings.dither"
  case alpha = "AlphaSettings.alpha"
  case alphaRange = "AlphaSettings.alphaRange"
  case alphaFile = "AlphaSettings.alphaFile"
  case alphaPixelFormat = "AlphaSettings.alphaPixelFormat"
  case outAlpha = "AlphaSettings.outAlpha"
  case background = "AlphaSettings.background"
  case backgroundIn = "AlphaSettings.backgroundIn"
  case format = "format"
  case width = "width"
  case height = "height"
  case fit = "fit"
  case enlarge = "OutputSettings.enlarges"
  case preview = "OutputSettings.preview"
  case outHDR10plus = "OutputSettings.hdr10Plus"
  case force = "replacesProtectedFiles"
  case videoCodec = "EncodingSettings.codec"
  case crf = "EncodingSettings.crf"
  case bitrate = "EncodingSettings.bitrate"
  case alphaQuality = "EncodingSettings.alphaQuality"
  case preset = "EncodingSettings.preset"
  case encoderOptions = "EncodingSettings.options"
  case oddSize = "EncodingSettings.oddSize"
  case audio = "EncodingSettings.audio"
  case audioCodec = "EncodingSettings.audioCodec"
  case subtitles = "EncodingSettings.subtitles"
  case chunks = "EncodingSettings.chunkFrames"
  case threads = "RunningSettings.threads"
  case simd = "RunningSettings.instructions"
  case strict = "isStrict"
  // Other jobs.
  case host = "LUTSettings.host"
  case cubeSize = "LUTSettings.cubeSize"
  case maxError = "LUTSettings.maximumError"
  case shaper = "LUTSettings.shaper"
  case vertices = "LUTSettings.vertices"
  case icc = "LUTSettings.profile"
  case bitDepth = "LUTSettings.bitDepth"
  case clfForm = "LUTSettings.clfForm"
  case title = "LUTSettings.title"
  case noCertificate = "LUTSettings.isCertified"
  case heatmap = "ComparisonSettings.heatMap"
  case offset = "ComparisonSettings.offset"
  case at = "ThumbnailSettings.at"
  case every = "ThumbnailSheets.every"
  case grid = "ThumbnailSheets.grid"
  case hdr10plus = "LightOutput.hdr10Plus"
  case hdr10plusTargetPeak = "LightOutput.hdr10PlusTargetPeak"
  case track = "TagEdit.track"
  case remove = "MovieTags.removed"
  /// The jobs themselves, which are subcommands of the command.
  case tag = "TagEdit"
  case measure = "LightMeasurement"

  /// The setting with this name: `targetPeak`.
  public init?(named word: String) {
    guard let name = Self.allCases.first(where: { "\($0)" == word }) else { return nil }
    self = name
  }

  /// The name with hyphens: `out-pixel-format`.
  public var hyphenated: String { Self.spelled("\(self)", "-") }
  /// The name with underscores: `out_pixel_format`.
  public var underscored: String { Self.spelled("\(self)", "_") }

  /// Returns a name in lowercase, with a mark before each word or abbreviation.
  static func spelled(_ name: String, _ mark: String) -> String {
    zip("A" + name, name).reduce(into: "") { text, pair in
      let begins = pair.1.isUppercase && !pair.0.isUppercase
      text += (begins ? mark : "") + pair.1.lowercased()
    }
  }
}

extension TagProperty {
  public var setting: SettingName {
    switch self {
    case .mastering: .masterDisplay
    case .contentLight: .maxCLL
    case .primaries, .transfer, .matrix, .range, .chromaLocation, .ambient: SettingName(named: rawValue)!
    }
  }
}
