internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import ToneMapping

/// The tone curve.
struct ToneOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The tone curve: spline, bt2390, bt2446a, hable, reinhard, mobius, clip, none, or one of \(ToneOperator.all.count - 8) others. Default: spline.",
      valueName: "name"),
    completion: ToneOperator.defaultCompletionKind, transform: oneOf)
  var toneMapping: ToneOperator?

  @Option(parsing: .unconditional, help: ArgumentHelp("The display's peak luminance.", valueName: "cd/m²"))
  var targetPeak: Double?
}

/// What is changed of the source's light.
struct LookOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("-6 to 6; 1 doubles the light. Default: 0.", valueName: "stops"))
  var exposure: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "0.5 to 2; the exponent of luminance about 18 % gray. Default: 1.", valueName: "factor"))
  var contrast: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("0 to 4; 0 is black and white. Default: 1.", valueName: "factor"))
  var saturation: Double?

  /// What the options say.
  var look: Look { Look(exposure: Stops(exposure ?? 0), contrast: contrast ?? 1, saturation: saturation ?? 1) }
}

/// How the light of the source is mapped to the display.
struct MappingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("How the tone curve is applied to color; by default, brightness.", valueName: "name"))
  var toneMappingVariant: ToneVariant?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far the knee of spline moves, 0 to 1; by default 0.4, as in libplacebo, and less for sources brighter than 1000 cd/m².",
      valueName: "0…1"))
  var kneeAdaptation: Double?

  @Option(help: ArgumentHelp("How colors outside the display's gamut are brought into it.", valueName: "name"))
  var gamutMapping: GamutOperator = .perceptual

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What perceptual gamut mapping keeps of colors too bright and too colorful for the display: 0 intensity, 1 chroma; by default, 0.75.",
      valueName: "0…1"))
  var preserveChroma: Double?

  @OptionGroup var light: MappedLightOptions

  /// What the options say, with those of the tone curve and the look.
  func settings(_ tone: ToneOptions, _ look: LookOptions) -> MappingSettings {
    var settings = MappingSettings()
    if let operation = tone.toneMapping { settings.toneMapping = operation }
    (settings.kneeAdaptation, settings.toneMappingVariant) = (kneeAdaptation, toneMappingVariant)
    (settings.gamutMapping, settings.preserveChroma) = (gamutMapping, preserveChroma)
    settings.targetPeak = tone.targetPeak.map { .nits($0) }
    light.apply(to: &settings)
    settings.look = look.look
    return settings
  }
}

/// What light codes stand for, whatever it is mapped by.
struct MappedLightOptions: ParsableArguments {
  @Flag(
    help:
      "Make the highlights of SDR brighter for HDR, up to the display's peak; light up to half of the signal does not change."
  )
  var expandHighlights = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The peak luminance of the source, if you know better than its metadata.", valueName: "cd/m²"))
  var sourcePeak: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The luminance that SDR 100 % stands for; 100 is the older practice.", valueName: "cd/m²"))
  var referenceWhite: Double = 203

  @Option(help: ArgumentHelp("The transfer function of SDR signals.", valueName: "name"))
  var sdrTransfer: SDRTransfer = .bt1886

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The light around the display: as-authored, dark, office, or a number of lux; by default, as-authored.",
      valueName: "name or lux"),
    completion: .list(["as-authored", "dark", "office"]), transform: Surround.init(option:))
  var viewing: Surround?

  /// States the same in the settings of a mapping.
  func apply(to settings: inout MappingSettings) {
    settings.expandHighlights = expandHighlights
    (settings.sourcePeak, settings.referenceWhite) = (sourcePeak.map { .nits($0) }, .nits(referenceWhite))
    (settings.sdrTransfer, settings.surround) = (sdrTransfer, viewing)
  }
}
