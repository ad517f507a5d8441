internal import ArgumentParser
internal import Transcoding

/// The tone curve.
struct ToneOptions: ParsableArguments {
  @Option(MappingSettings[.toneMapping]) var toneMapping
  @Option(MappingSettings[.targetPeak]) var targetPeak
}

/// What is changed of the source's light.
struct LookOptions: ParsableArguments {
  @Option(MappingSettings[.exposure]) var exposure
  @Option(MappingSettings[.contrast]) var contrast
  @Option(MappingSettings[.saturation]) var saturation
}

/// How the light of the source is mapped to the display.
struct MappingOptions: ParsableArguments {
  @Option(MappingSettings[.toneMappingVariant]) var toneMappingVariant
  @Option(MappingSettings[.kneeAdaptation]) var kneeAdaptation
  @Option(MappingSettings[.gamutMapping]) var gamutMapping
  @Option(MappingSettings[.preserveChroma]) var preserveChroma
  @OptionGroup var light: MappedLightOptions
}

/// What light codes stand for, whatever it is mapped by.
struct MappedLightOptions: ParsableArguments {
  @Flag(MappingSettings[.expandHighlights]) var expandHighlights = false
  @Option(MappingSettings[.sourcePeak]) var sourcePeak
  @Option(MappingSettings[.referenceWhite]) var referenceWhite
  @Option(MappingSettings[.sdrTransfer]) var sdrTransfer
  @Option(MappingSettings[.viewing]) var viewing
}

/// A lookup table that takes the place of all work on light.
struct LookupOptions: ParsableArguments {
  @Option(LookupSettings[.lut]) var lut
  @Option(LookupSettings[.lutInterpolation]) var lutInterpolation
  @Option(LookupSettings[.lutRange]) var lutRange
}

/// How the tone curve follows light that changes.
struct DynamicsOptions: ParsableArguments {
  @Option(several: LightSettings[.stats]) var stats: [Stated] = []
  @Option(LightSettings[.dynamics]) var dynamics
}

/// What a file states of each frame.
struct FrameMetadataOptions: ParsableArguments {
  @Option(LightSettings[.frameMetadata]) var frameMetadata
}
