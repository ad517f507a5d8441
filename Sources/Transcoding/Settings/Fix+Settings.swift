package import HDRMetadata

/// What can be chosen of a job, beside what a plan and its source state.
extension Fix.Setting {
  private static func of(_ key: String, _ spelling: String, _ value: Value? = nil) -> Fix.Setting {
    Fix.Setting(key: key, spelling: spelling, value: value)
  }

  package static let size = of("size", "InputSettings.size")
  package static let pixelFormat = of("pixelFormat", "InputSettings.pixelFormat")
  package static let frameRate = of("frameRate", "InputSettings.frameRate")
  package static func frameRate(_ value: Int) -> Fix.Setting {
    of("frameRate", "InputSettings.frameRate = \(value)", .number(Double(value)))
  }
  package static let colorJSON = of("colorJSON", "InputSettings.colorJSON")
  package static let deinterlaces = of("deinterlaces", "ConversionSettings.deinterlaces")

  package static let heatMap = of("heatMap", "ComparisonSettings.heatMap")
  package static let offset = of("offset", "ComparisonSettings.offset")

  package static let start = of("start", "FrameSelection.start")
  package static let frameCount = of("frameCount", "FrameSelection.frames")
  package static let duration = of("duration", "FrameSelection.duration")

  package static let kneeAdaptation = of("kneeAdaptation", "ToneOperator.spline(kneeAdaptation:)")
  package static let toneMappingVariant = of("toneMappingVariant", "MappingSettings.toneMappingVariant")
  package static let gamutMapping = of("gamutMapping", "MappingSettings.gamutMapping")
  package static let chromaPreservation = of("chromaPreservation", "GamutOperator.perceptual(chromaPreservation:)")
  package static let expandHighlights = of("expandHighlights", "MappingSettings.expandHighlights")
  package static let referenceWhite = of("referenceWhite", "MappingSettings.referenceWhite")
  package static let sdrTransfer = of("sdrTransfer", "MappingSettings.sdrTransfer")
  package static let surround = of("surround", "MappingSettings.surround")
  package static let lookupInterpolation = of("lookupInterpolation", "LookupSettings.interpolation")
  package static let lookupRange = of("lookupRange", "LookupSettings.range")
  package static let dither = of("dither", "OutputSettings.dither")
  package static let alpha = of("alpha", "AlphaSettings.alpha")
  package static let background = of("background", "AlphaSettings.background")
  package static let backgroundIn = of("backgroundIn", "AlphaSettings.backgroundIn")
  package static let toneMapping = of("toneMapping", "MappingSettings.toneMapping")
  package static let targetPeak = of("displayPeak", "MappingSettings.targetPeak")
  package static let lookup = of("lookup", "LookupSettings.file")

  package static func light(_ mode: LightSettings.Mode) -> Fix.Setting {
    of("light", "LightSettings.Mode.\(mode)", .name(mode.rawValue))
  }
  package static let light = of("light", "LightSettings.mode")
  package static let statistics = of("statistics", "LightSettings.statistics")
  package static let frameMetadata = of("frameMetadata", "LightSettings.frameMetadata")
  package static let lookAhead = of("lookAhead", "LightSettings.lookAhead")

  package static let display = of("display", "OutputSettings.display")
  package static func display(_ preset: String) -> Fix.Setting {
    of(
      "display", preset == "source" ? "OutputSettings.keepsSource = true" : "OutputSettings.display = .\(preset)",
      .name(preset))
  }
  package static let outMatrix = of("outMatrix", "OutputSettings.matrix")
  package static let outRange = of("outRange", "OutputSettings.range")
  package static let outChromaLocation = of("outChromaLocation", "OutputSettings.chromaLocation")
  package static func outFormat(_ name: String) -> Fix.Setting {
    of("outputFormat", "OutputSettings.pixelFormat = \(name)", .name(name))
  }
  package static let outFormat = of("outputFormat", "OutputSettings.pixelFormat")
  package static func format(_ kind: OutputKind) -> Fix.Setting {
    of("format", "OutputSettings.format = .\(kind)", .name(kind.rawValue))
  }
  package static let format = of("format", "OutputSettings.format")
  package static let at = of("at", "ThumbnailSettings.at")
  package static let grid = of("grid", "ThumbnailSheets.grid")
  package static let width = of("width", "width")
  package static let height = of("height", "height")
  package static let fit = of("fit", "fit")
  package static let enlarges = of("enlarges", "OutputSettings.enlarges")
  package static let preview = of("preview", "OutputSettings.preview")
  package static let hdr10Plus = of("hdr10Plus", "LightOutput.hdr10Plus")
  package static let hdr10PlusTargetPeak = of("hdr10PlusTargetPeak", "LightOutput.hdr10PlusTargetPeak")
  package static let outHDR10Plus = of("outHDR10Plus", "OutputSettings.hdr10Plus")
  package static let replacing = of("replacing", "OutputSettings.replacesProtectedFiles")

  package static func alpha(_ meaning: AlphaSettings.Meaning) -> Fix.Setting {
    of("alpha", "AlphaSettings.alpha = .\(meaning)", .name(meaning.rawValue))
  }
  package static let alphaFile = of("alphaFile", "AlphaSettings.alphaFile")
  package static let alphaFormat = of("alphaFormat", "AlphaSettings.alphaPixelFormat")
  package static let outAlpha = of("outAlpha", "AlphaSettings.outAlpha")

  package static let videoCodec = of("codec", "EncodingSettings.codec")
  package static func videoCodec(_ name: String) -> Fix.Setting {
    of("codec", "EncodingSettings.codec = \(name)", .name(name))
  }
  package static let crf = of("crf", "EncodingSettings.crf")
  package static let bitrate = of("bitrate", "EncodingSettings.bitrate")
  package static let alphaQuality = of("alphaQuality", "EncodingSettings.alphaQuality")
  package static let preset = of("preset", "EncodingSettings.preset")
  package static let encoderOptions = of("encoderOptions", "EncodingSettings.options")
  package static let oddSize = of("oddSize", "EncodingSettings.oddSize")
  package static func oddSize(_ way: EncodingSettings.OddSize) -> Fix.Setting {
    of("oddSize", "EncodingSettings.oddSize = .\(way)", .name(way.rawValue))
  }
  package static let audio = of("audio", "EncodingSettings.audio")
  package static let audioCodec = of("audioCodec", "EncodingSettings.audioCodec")
  package static let subtitles = of("subtitles", "EncodingSettings.subtitles")

  package static let every = of("every", "ThumbnailSheets.every")
  package static let trust = of("trust", "InputSettings.trust")
  package static let track = of("track", "TagEdit.track")
  package static let removed = of("removed", "MovieTags.removed")
  package static let cubeSize = of("cubeSize", "LUTSettings.cubeSize")
  package static let maximumError = of("maximumError", "LUTSettings.maximumError")
  package static let shaper = of("shaper", "LUTSettings.shaper")
  package static let vertices = of("vertices", "LUTSettings.vertices")
  package static let readerInterpolation = of("lookupInterpolation", "LUTSettings.interpolation")
  package static let bakedRange = of("lookupRange", "LUTSettings.range")
  package static let host = of("host", "LUTSettings.host")
  package static let fileFormat = of("format", "LUTSettings.format")
  package static let bitDepth = of("bitDepth", "LUTSettings.bitDepth")
  package static func profile(_ kind: LUTProfile) -> Fix.Setting {
    of("profile", "LUTSettings.profile = .\(kind)", .name(kind.rawValue))
  }
  package static let outPrimaries = of("outPrimaries", "OutputSettings.primaries")
  package static let outTransfer = of("outTransfer", "OutputSettings.transfer")

  package static let instructions = of("instructions", "RunningSettings.instructions")
  package static let measuring = of("measuring", "LightMeasurement")
  package static let threads = of("threads", "RunningSettings.threads")
}

extension Fix {
  /// Two parts of a sentence, which a line does not hold.
  static func + (start: Fix, end: Fix) -> Fix { "\(start)\(end)" }
}
