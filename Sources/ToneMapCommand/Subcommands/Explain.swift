internal import ArgumentParser

/// `tonemap explain`: what a conversion would do, and why.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the plan of a conversion, stage by stage; converts nothing.",
    discussion: """
      tonemap explain in.y4m --to sdr709
      tonemap explain --transfer pq --max-cll 1000,400
      """)

  @Argument(help: "Y4M or raw frames to take layout and tags from; without it, the options say everything.")
  var input: String?

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Mapping") var mapping: MappingOptions
  @OptionGroup(title: "Output") var target: OutputOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  func run() throws {
    let choices = Choices(source: source, metadata: metadata, mapping: mapping, target: target, strict: report.strict)
    let decision = try choices.decide(about: choices.clip(at: input))
    try Console.print(report.json ? jsonText(decision.report) : decision.description)
  }
}
