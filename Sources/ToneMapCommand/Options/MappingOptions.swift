internal import ArgumentParser
internal import Transcoding

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
