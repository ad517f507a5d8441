internal import Transcoding
internal import ArgumentParser

struct JoinChunks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Join the chunks of a movie that were converted apart.",
    discussion: """
      tonemap join work
      tonemap join work out.mp4

      Sound, subtitles, chapters and attachments are copied from the input of the plan. All chunks must exist: see tonemap chunk-plan.
      """)

  @Argument(help: "The folder with the plan and the chunks.", completion: .directory)
  var folder: Path

  @Argument(help: "The movie to write, instead of the one in the plan.", completion: .file())
  var output: Path?

  @OptionGroup(title: "Running", visibility: .further) var running: RunningOptions
  @OptionGroup(title: "Reports") var report: ReportOptions

  func run() throws {
    let settings = try running.settings()
    let movie = try ChunkedMovie(in: folder)
    let result = try running.showing(settings) { try movie.join(to: output, running: settings, for: $0) }
    try result.printReport(
      from: movie.plan.input, to: output ?? movie.plan.output, settings, for: nil, asJSON: report.json)
    if result.isCutShort { throw ExitCode.cutShort }
  }
}
