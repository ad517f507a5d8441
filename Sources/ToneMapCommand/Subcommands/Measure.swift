internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser

/// `tonemap measure`: how bright frames are.
struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the light of frames, and put measurements of parts together.",
    discussion: """
      tonemap measure in.mov --stats in.jsonl
      tonemap measure in.mov --stats part.jsonl --start 1000 --frames 500
      tonemap measure --fold part1.jsonl part2.jsonl --json
      tonemap measure --fold in.jsonl --hdr10plus in.json --plot in.svg

      The statistics are lines of JSON: one that describes the clip, and one for each frame, which depends on that frame and the one \
      before it alone. So lines of parts that were measured apart, joined in any order, say what those of the whole clip say. \
      docs/statistics.md explains every key.

      --fold tells of the whole clip: MaxCLL, MaxFALL and scenes. Files may come in any order, and a frame may be in several of them; frames \
      that are missing between others, or that were measured with different results, are reported with their lines, and exit with 65. \
      Without --stats, --hdr10plus and --plot, measure tells the same of the frames that it measures.
      """)

  @Argument(
    help:
      "The movie, or the file of Y4M or raw frames, to read; with --fold, the files of statistics; - is standard input.",
    completion: .file())
  var inputs: [Path]

  @Flag(help: "Put files of statistics together in place of measuring.")
  var fold = false

  @Option(help: ArgumentHelp("The file of statistics to write; - is standard output.", valueName: "file"))
  var stats: Path?

  @OptionGroup var light: LightOptions
  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Source") var decoding: DecodingOptions
  @OptionGroup(title: "Source") var alpha: AlphaReadingOptions
  @OptionGroup(title: "Frames") var frames: FrameRangeOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  func validate() throws {
    if !fold, inputs.count > 1 {
      throw ValidationError(
        "\(inputs.count) inputs were given, but one was expected; --fold puts files of statistics together")
    }
    let outputs = [stats, light.hdr10Plus, light.plot].filter { $0 == "-" }
    if outputs.count > 1 {
      throw ValidationError("- is the output of \(outputs.count) options, but standard output holds one; name files")
    }
    guard fold else { return }
    if inputs.filter({ $0 == "-" }).count > 1 {
      throw ValidationError("- was given twice, but it can be read only once")
    }
    let known = ["--fold", "--hdr10plus", "--hdr10plus-target-peak", "--plot", "--force", "--json", "--strict"]
    let given = Arguments.words.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map {
      String($0.prefix { $0 != "=" })
    }
    if let other = given.first(where: { !known.contains($0) }) {
      throw ValidationError("\(other) was given, but --fold reads statistics, not frames; leave one of them out")
    }
  }

  func run() throws {
    if fold { return try Folding(files: inputs, light: light, overwriting: overwriting, report: report).run() }
    let running = try running.settings()
    let progress = Progress(self.running.progress, instructions: running.chosenInstructions)
    var choices = Choices(source: source, metadata: metadata, strict: report.strict, progress: progress)
    choices.neverHasAlpha = true
    if decoding.deinterlace { choices.fields = .joined }
    alpha.apply(to: &choices.target.alpha)
    choices.target.replacesProtectedFiles = overwriting.force
    let measured: LightMeasurement.Measured
    do {
      measured = try LightMeasurement(
        of: inputs[0], writing: stats, light.settings, frames: frames.settings, choices: choices, running: running,
        isKept: report.json
      ).run()
    } catch {
      progress.abandon()
      throw error
    }
    if let clip = measured.clip, report.json || stats == nil && light.isEmpty {
      try Folding.tell(clip, asJSON: report.json, besides: measured.isOnStandardOutput)
    }
    if measured.isCutShort { throw CommandEnd(code: TranscodingError.truncatedCode) }
  }
}
