internal import ArgumentParser
internal import MediaFiles
internal import ToneMapping

/// `tonemap tag`: the same movie, tagged otherwise.
struct TagMovie: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Rewrite the tags and static metadata of a movie's container; media data stay as they are.",
    discussion: """
      tonemap tag in.mov out.mov --primaries bt2020 --transfer pq --matrix bt2020nc
      tonemap tag in.mov out.mov --max-cll 1000,400 --remove amve

      For .mov and .mp4 without fragments. What the stream says in itself is not changed; tonemap info names what then
      disagrees. What no option names stays as it is.
      """)

  /// A box that can be taken out.
  enum Removable: String, CaseIterable, ExpressibleByArgument {
    case mdcv, clli, amve

    var code: FourCharacterCode {
      switch self {
      case .mdcv: "mdcv"
      case .clli: "clli"
      case .amve: "amve"
      }
    }
  }

  @Argument(help: "The movie.")
  var input: String

  @Argument(help: "Where to write; may be the input, which is replaced when the new movie is whole.")
  var output: String

  @Option(help: ArgumentHelp("The color primaries; H.273 numbers also.", valueName: "name"))
  var primaries: Tag<ColorPrimaries>?

  @Option(help: ArgumentHelp("The transfer characteristics; H.273 numbers also.", valueName: "name"))
  var transfer: Tag<TransferCharacteristics>?

  @Option(help: ArgumentHelp("The matrix coefficients; H.273 numbers also.", valueName: "name"))
  var matrix: Tag<MatrixCoefficients>?

  @Option(
    help: ArgumentHelp("The quantization range, which QuickTime's form of the box cannot say.", valueName: "name"))
  var range: Tag<QuantizationRange>?

  @Option(
    help: ArgumentHelp("The mastering display, as x265 writes it, or in decimals.", valueName: "text"),
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

  @Option(help: ArgumentHelp("Take a box out; may be given again.", valueName: "box"))
  var remove: [Removable] = []

  func validate() throws {
    guard tags != MovieTags() else {
      throw ValidationError("no tag was given, but at least one was expected, such as --transfer pq")
    }
    guard output != "-" else {
      throw ValidationError("standard output was given, but a file was expected to be written")
    }
  }

  func run() throws { try Retagging(input: input, output: output, tags: tags).run() }

  private var tags: MovieTags {
    MovieTags(
      color: ColorDescription(
        primaries: primaries?.value, transfer: transfer?.value, matrix: matrix?.value, range: range?.value),
      metadata: StaticMetadata(mastering: masterDisplay, contentLight: maxCLL, ambient: ambient),
      removed: Set(remove.map(\.code)))
  }
}
