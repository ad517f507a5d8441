internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import ToneMapping

/// The metadata of the source, and how far to trust it.
struct MetadataOptions: ParsableArguments {
  @OptionGroup var messages: StaticMetadataOptions

  @Option(
    name: .customLong("color-json"),
    help: ArgumentHelp(
      "A JSON file of size, layout, tags and metadata: written by info for a movie, read in all other cases.",
      valueName: "file"),
    completion: .file(extensions: ["json"]))
  var colorJSON: Path?

  @Option(
    help: ArgumentHelp(
      "Which metadata to believe: auto what does not contradict itself, always anything that is a luminance, never nothing.",
      valueName: "mode"))
  var trustMetadata: MetadataTrust = .auto
}

/// Metadata that applies to all pictures.
struct StaticMetadataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The mastering display in x265's form, with integers or decimals: \"G(13250,34500)B(…)R(…)WP(…)L(10000000,1)\".",
      valueName: "text"),
    transform: { try MasteringDisplayColorVolume(text: $0) })
  var masterDisplay: MasteringDisplayColorVolume?

  @Option(
    help: ArgumentHelp("MaxCLL and MaxFALL in cd/m², such as 1000,400.", valueName: "cll,fall"),
    transform: { try ContentLightLevel(text: $0) })
  var maxCLL: ContentLightLevel?

  @Option(
    help: ArgumentHelp(
      "The light of the room that the picture was made for: lux and chromaticity x, y, such as 314,0.3127,0.3290.",
      valueName: "lux,x,y"),
    transform: { try AmbientViewingEnvironment(text: $0) })
  var ambient: AmbientViewingEnvironment?

  /// The metadata that the options give.
  var metadata: StaticMetadata {
    StaticMetadata(mastering: masterDisplay, contentLight: maxCLL, ambient: ambient)
  }
}
