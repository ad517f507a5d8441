internal import ArgumentParser
internal import ToneMapping

/// What the stream said beside the pictures, and how far to believe it.
struct MetadataOptions: ParsableArguments {
  @OptionGroup var messages: StaticMetadataOptions

  @Option(
    name: .customLong("color-json"),
    help: ArgumentHelp(
      "A file that says size, layout, tags and metadata; info writes it for a movie, and reads it beside frames.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var colorJSON: String?

  @Option(help: "How far metadata is believed.")
  var trustMetadata: MetadataTrust = .auto
}

/// What messages say of all pictures at once.
struct StaticMetadataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The mastering display, as x265 writes it, in integers or decimals: \"G(13250,34500)B(…)R(…)WP(…)L(10000000,1)\".",
      valueName: "text"),
    transform: { try MasteringDisplayColorVolume(text: $0) })
  var masterDisplay: MasteringDisplayColorVolume?

  @Option(
    help: ArgumentHelp("MaxCLL and MaxFALL in cd/m², as 1000,400.", valueName: "cll,fall"),
    transform: { try ContentLightLevel(text: $0) })
  var maxCLL: ContentLightLevel?

  @Option(
    help: ArgumentHelp(
      "The room it was made for: lux and the light's x, y, as 314,0.3127,0.3290.", valueName: "lux,x,y"),
    transform: { try AmbientViewingEnvironment(text: $0) })
  var ambient: AmbientViewingEnvironment?

  /// The metadata that the options give.
  var metadata: StaticMetadata {
    StaticMetadata(mastering: masterDisplay, contentLight: maxCLL, ambient: ambient)
  }
}
