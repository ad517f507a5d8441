internal import ArgumentParser
internal import JSONText
internal import Transcoding

struct PlanChunks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chunk-plan",
    abstract: "Plan the conversion of a movie in chunks, on one machine or several.",
    discussion: """
      tonemap chunk-plan in.mov out.mp4 work --crf 20
      tonemap convert work --chunk 0
      tonemap convert work --chunk 1
      tonemap join work

      The folder gets the plan: the input, the output, the options and the chunks, whose number is printed. Any process that sees the same \
      files can then convert any chunk, in any order; chunks that exist are kept. If the plan says so, tonemap measure work --chunk 0 and so on come \
      first, for --dynamics. The joined movie has the bytes of tonemap convert in.mov out.mp4 --chunks grid. docs/scale.md explains more.
      """)

  @Argument(help: "The movie to convert.", completion: .file())
  var input: Path

  @Argument(help: "The movie to write with join.", completion: .file())
  var output: Path

  @Argument(help: "The folder for the plan and the chunks; it is created.", completion: .directory)
  var folder: Path

  @OptionGroup var movie: MovieOptions
  @OptionGroup(title: "Files", visibility: .further) var writing: PlacedWritingOptions
  @OptionGroup(title: "Movies", visibility: .further) var encoding: EncodingOptions
  @OptionGroup(title: "Reports") var report: ReportOptions

  func validate() throws {
    try movie.display.refuseShared()
    try validating(ConversionSettings(stated).check)
  }

  func run() throws {
    let options = stated.map { ($0.underscored, $1) }
    let movie = try ChunkedMovie(
      of: input, to: output, options: Dictionary(uniqueKeysWithValues: options), in: folder, for: .console)
    try Console.print(report.json ? jsonText(movie.plan.json) : "\(movie.plan.count)")
  }
}

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
