internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import ToneMapping

/// How the light of the source is mapped to the display.
struct MappingOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The tone-mapping operator, which compresses luminance.", valueName: "name"))
  var toneMapping: ToneOperator = .spline

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far the knee of spline moves, 0 to 1; by default 0.4, as in libplacebo, and less for sources brighter than 1000 cd/m².",
      valueName: "0…1"))
  var kneeAdaptation: Double?

  @Option(
    name: .customLong("hdr10plus-json"),
    help: ArgumentHelp(
      "The curves of st2094-40, frame by frame: HDR10+ metadata that hdr10plus_tool extracted.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var hdr10PlusJSON: Path?

  @Option(help: ArgumentHelp("How the tone curve is applied to color; by default, brightness.", valueName: "name"))
  var toneMappingVariant: ToneVariant?

  @Option(help: ArgumentHelp("How colors outside the display's gamut are brought into it.", valueName: "name"))
  var gamutMapping: GamutOperator = .perceptual

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What perceptual gamut mapping keeps of colors too bright and too colorful for the display: 0 intensity, 1 chroma; by default, 0.75.",
      valueName: "0…1"))
  var preserveChroma: Double?

  @Flag(
    help:
      "Make the highlights of SDR brighter for HDR, up to the display's peak; light up to half of the signal does not change."
  )
  var expandHighlights = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The peak luminance of the source, if you know better than its metadata.", valueName: "cd/m²"))
  var sourcePeak: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("The peak luminance of the display.", valueName: "cd/m²"))
  var targetPeak: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The luminance that SDR 100 % stands for; 100 is the older practice.", valueName: "cd/m²"))
  var referenceWhite: Double = 203

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Approximate the conversion by a 3D table with 2 to 129 samples along each component, and report the error.",
      valueName: "size"))
  var lattice: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much brighter the source's light becomes, -6 to 6; 1 doubles it.", valueName: "stops"))
  var exposure: Double = 0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The contrast of the source's light about 18 % gray: the exponent of luminance, 0.5 to 2.", valueName: "factor"))
  var contrast: Double = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The saturation of the source's light, 0 to 4: 0 is black and white.", valueName: "factor"))
  var saturation: Double = 1

  @Option(help: ArgumentHelp("The transfer function of SDR signals.", valueName: "name"))
  var sdrTransfer: SDRTransfer = .bt1886

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The light around the display: as-authored, dark, office, or a number of lux; by default, as-authored.",
      valueName: "name or lux"),
    completion: .list(["as-authored", "dark", "office"]), transform: Surround.option)
  var viewing: Surround?

  func validate() throws { try validating(settings.check) }

  /// What the options say.
  var settings: MappingSettings {
    var settings = MappingSettings()
    (settings.toneMapping, settings.kneeAdaptation, settings.toneMappingVariant) = (
      toneMapping, kneeAdaptation, toneMappingVariant
    )
    (settings.gamutMapping, settings.preserveChroma) = (gamutMapping, preserveChroma)
    (settings.hdr10PlusJSON, settings.expandHighlights) = (hdr10PlusJSON, expandHighlights)
    (settings.sourcePeak, settings.targetPeak) = (sourcePeak.map { .nits($0) }, targetPeak.map { .nits($0) })
    settings.referenceWhite = .nits(referenceWhite)
    (settings.lattice, settings.sdrTransfer, settings.surround) = (lattice, sdrTransfer, viewing)
    settings.look = Look(exposure: Stops(exposure), contrast: contrast, saturation: saturation)
    return settings
  }
}

extension Surround {
  /// The light that an option names or counts.
  static func option(_ text: String) throws -> Surround {
    switch text {
    case "as-authored": return .asAuthored
    case "dark": return .reference
    case "office": return .office
    default:
      guard let lux = Double(text) else {
        throw ValidationError("expected as-authored, dark, office, or a number of lux such as 50")
      }
      return .lux(lux)
    }
  }
}
