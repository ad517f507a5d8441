internal import ArgumentParser

/// `tonemap info`: what is known of a clip, and what would be assumed.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what a clip says of itself, and what a conversion would assume.",
    discussion: """
      tonemap info in.y4m
      tonemap info in.yuv --size 1920x1080 --pixel-format yuv420p10 --transfer hlg --json > in.json

      What --json prints, --color-json reads.
      """)

  @Argument(help: "Y4M or raw frames; - is standard input.")
  var input: String

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  func run() throws {
    let choices = try Choices(source: source, metadata: metadata, strict: report.strict)
    let clip = try choices.clip(at: input)
    let info = ClipReport(clip, assumptions: try choices.decide(about: clip).assumptions)
    try Console.print(report.json ? info.json : info.description)
  }
}
