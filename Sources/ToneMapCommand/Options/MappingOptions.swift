internal import ArgumentParser
internal import ToneMapping

/// How light is fitted into the display.
struct MappingOptions: ParsableArguments {
  /// The light around the display, by name.
  enum Viewing: String, CaseIterable, ExpressibleByArgument {
    case asAuthored = "as-authored"
    case dark, office

    var surround: Surround {
      switch self {
      case .asAuthored: .asAuthored
      case .dark: .dark
      case .office: .office
      }
    }
  }

  @Option(help: ArgumentHelp("How luminance is compressed.", valueName: "name"))
  var toneMapping: ToneOperator = .spline

  @Option(
    name: .customLong("hdr10plus-json"),
    help: ArgumentHelp(
      "HDR10+ with the curve of st2094-40, as hdr10plus_tool extracts it; one curve for all frames that are converted.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var hdr10PlusJSON: String?

  @Option(help: ArgumentHelp("How the curve is applied to color; luminance unless said.", valueName: "name"))
  var toneMappingVariant: ToneVariant?

  @Option(help: ArgumentHelp("How colors outside the display's gamut are brought inside.", valueName: "name"))
  var gamutMapping: GamutMap = .perceptual

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What colors give up that are too bright and too colorful for the display: 0 keeps intensity, 1 keeps chroma; 0.5 unless said.",
      valueName: "0…1"))
  var gamutStrength: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The peak of the source, where you know better than its metadata.", valueName: "cd/m²"))
  var sourcePeak: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("The peak of the display.", valueName: "cd/m²"))
  var targetPeak: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What SDR 100 % stands for; 100 is the older practice.", valueName: "cd/m²"))
  var referenceWhite: Double = 203

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Approximate the stages by a lattice of so many samples along each component, 2 to 129; the error is told.",
      valueName: "size"))
  var lattice: Int?

  @Option(help: ArgumentHelp("Which curve stands for SDR signals.", valueName: "name"))
  var sdrTransfer: SDRTransfer = .bt1886

  @Option(help: ArgumentHelp("The light around the display; as-authored unless said.", valueName: "name"))
  var viewing: Viewing?

  @Option(parsing: .unconditional, help: ArgumentHelp("The light around the display, as a number.", valueName: "lux"))
  var viewingLux: Double?

  func validate() throws {
    guard hdr10PlusJSON == nil || toneMapping == .st2094_40 else {
      throw ValidationError(
        "--hdr10plus-json is given, but its curve is that of --tone-mapping st2094-40 alone; choose that, or leave it out"
      )
    }
    guard viewing == nil || viewingLux == nil else {
      throw ValidationError("--viewing and --viewing-lux both tell the light around the display, but one was expected")
    }
  }

  /// The light around the display.
  var surround: Surround { viewingLux.map { .lux($0) } ?? viewing?.surround ?? .asAuthored }
}
