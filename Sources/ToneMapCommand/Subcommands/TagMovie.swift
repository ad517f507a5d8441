internal import Transcoding
internal import ArgumentParser

struct TagMovie: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag",
    abstract: "Rewrite the tags and static metadata of a movie's container; media data do not change.",
    discussion: """
      tonemap tag in.mov out.mov --primaries bt2020 --transfer pq --matrix bt2020nc
      tonemap tag in.mov out.mov --max-cll 1000,400 --remove amve

      For .mov and .mp4, fragmented or not. The stream itself does not change, and the command reports where it now disagrees with \
      the tags. Tags and boxes that no option names do not change. QuickTime's form of the color box cannot state a range. For \
      Matroska use mkvpropedit; tonemap tag prints its arguments.
      """)

  enum Removable: String, CaseIterable, ExpressibleByArgument {
    case mdcv, clli, amve

    var code: FourCharacterCode { FourCharacterCode(bytes: rawValue.utf8) }
  }

  @Argument(help: "The movie.", completion: .file())
  var input: Path

  @Argument(
    help: "The movie to write; may be the input, which is replaced when the new movie is complete.", completion: .file()
  )
  var output: Path

  @OptionGroup(title: "Tags") var color: ColorTagOptions
  @OptionGroup(title: "Metadata") var light: LightLevelOptions
  @OptionGroup(title: "Metadata") var ambient: AmbientOptions

  @Option(help: ArgumentHelp("Remove a box; may be repeated.", valueName: "box"))
  var remove: [Removable] = []

  @Option("Tag only the track with this number in info; by default, all video tracks.", as: "number") var track: Int?

  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions

  func validate() throws {
    if try tags() == MovieTags() {
      throw ValidationError("no tag was given, but at least one was expected; give one, such as --transfer pq")
    }
    if output == .standardStream {
      throw ValidationError("the output is standard output, but a file was expected; name one")
    }
  }

  func run() throws {
    try TagEdit(of: input, tags: tags(), track: track, for: .console)
      .write(to: output, replacesProtectedFiles: overwriting.force)
  }

  private func tags() throws -> MovieTags {
    try MovieTags(
      color: ColorDescription(stated), metadata: StaticMetadata(stated), removed: Set(remove.map(\.code)))
  }
}
