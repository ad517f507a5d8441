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

      For .mov and .mp4, in fragments or whole. What the stream says in itself is not changed; tonemap info names what then \
      disagrees. What no option names stays as it is. QuickTime's form of the color box cannot say a range.
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

  @OptionGroup(title: "Tags") var color: ColorTagOptions
  @OptionGroup(title: "Metadata") var messages: StaticMetadataOptions

  @Option(help: ArgumentHelp("Take a box out; may be given again.", valueName: "box"))
  var remove: [Removable] = []

  @Option(
    help: ArgumentHelp("Tag this track alone, by its number in info; else all tracks of pictures.", valueName: "number")
  )
  var track: Int?

  func validate() throws {
    guard tags != MovieTags() else {
      throw ValidationError("no tag was given, but at least one was expected, such as --transfer pq")
    }
    guard output != "-" else {
      throw ValidationError("standard output was given, but a file was expected to be written")
    }
  }

  func run() throws { try Retagging(input: input, output: output, tags: tags, track: track).run() }

  private var tags: MovieTags {
    MovieTags(
      color: color.color, metadata: messages.metadata,
      removed: Set(remove.map(\.code)))
  }
}
