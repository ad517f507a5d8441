internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import ToneMapping

/// The light levels of all pictures.
struct LightLevelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("MaxCLL and MaxFALL in cd/m², such as 1000,400.", valueName: "cll,fall"),
    transform: { try ContentLightLevel(text: $0) })
  var maxCLL: ContentLightLevel?

  @Option(
    help: ArgumentHelp(
      "The mastering display, as x265 writes it, with integers or decimals: \"G(13250,34500)B(…)R(…)WP(…)L(10000000,1)\".",
      valueName: "text"),
    transform: { try MasteringDisplayColorVolume(text: $0) })
  var masterDisplay: MasteringDisplayColorVolume?

  /// The metadata that the options give, with that of the room.
  func metadata(_ room: AmbientOptions) -> StaticMetadata {
    StaticMetadata(mastering: masterDisplay, contentLight: maxCLL, ambient: room.ambient)
  }
}

/// The room that pictures were made for.
struct AmbientOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The light of the room that the picture was made for: lux and chromaticity x, y, such as 314,0.3127,0.3290.",
      valueName: "lux,x,y"),
    transform: { try AmbientViewingEnvironment(text: $0) })
  var ambient: AmbientViewingEnvironment?
}

/// Where else the input is described.
struct ColorJSONOptions: ParsableArguments {
  @Option(
    name: .customLong("color-json"),
    help: ArgumentHelp(
      "A JSON file of size, layout, tags and metadata: written by info for a movie, read in all other cases.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var colorJSON: Path?
}

/// How far metadata is trusted.
struct TrustOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which metadata to believe: auto what does not contradict itself, always anything that is a luminance, never nothing.",
      valueName: "mode"))
  var trustMetadata: MetadataTrust = .auto
}
