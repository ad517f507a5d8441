internal import Transcoding
internal import ArgumentParser

struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure the light of frames, and combine measurements of parts.",
    discussion: """
      tonemap measure in.mov --stats in.jsonl
      tonemap measure in.mov --stats part.jsonl --start 1000 --frames 500
      tonemap measure fold part1.jsonl part2.jsonl --json

      Without a subcommand, frames are measured.
      """,
    subcommands: [MeasureFrames.self, FoldStatistics.self], defaultSubcommand: MeasureFrames.self)
}

struct MeasureFrames: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Measure the light of frames.",
    discussion: """
      tonemap measure in.mov --stats in.jsonl
      tonemap measure in.mov --stats part.jsonl --start 1000 --frames 500
      tonemap measure in.mov --hdr10plus in.json --plot in.svg

      The statistics are lines of JSON: one that describes the clip, and one for each frame, which depends only on that frame and the one \
      before it. So the lines of separately measured parts, joined in any order, are equivalent to those of the whole clip. \
      docs/statistics.md explains every key. Without --stats, --hdr10plus and --plot, MaxCLL, MaxFALL and scenes are printed. --help-hidden lists further options.
      """)

  @Argument(help: "The movie, Y4M or raw frames to measure; - is standard input.", completion: .file())
  var input: Path

  @Argument(help: .private)
  var others: [Path] = []

  @Option("The statistics file to write; - is standard output.", as: "file") var stats: Path?

  @OptionGroup var light: LightOptions
  @OptionGroup(title: "Part") var part: PartOptions
  @OptionGroup(title: "Part") var frames: FrameCountOptions
  @OptionGroup var source: SourceOptions
  @OptionGroup(title: "More about the source", visibility: .further) var decoding: DecodingOptions
  @OptionGroup(title: "More about the source", visibility: .further) var alpha: AlphaReadingOptions
  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions
  @OptionGroup(title: "Running", visibility: .further) var running: RunningOptions
  @OptionGroup(title: "Running", visibility: .further) var chunk: ChunkOptions
  @OptionGroup(title: "Reports") var strictness: StrictOptions
  @OptionGroup(title: "Reports") var report: ReportOptions

  func validate() throws {
    if !others.isEmpty {
      throw ValidationError(
        "\(others.count + 1) inputs were given, but one was expected; tonemap measure fold combines statistics files")
    }
    try chunk.validate(names: 1)
    try validating(FrameSelection(stated).check)
    try light.refuseSharedStandardOutput(beside: stats)
  }

  func run() throws {
    if let number = chunk.chunk {
      let settings = try running.settings()
      return try running.showing(settings) { try ChunkedMovie(in: input).measure(number, running: settings, for: $0) }
    }
    var settings = MeasurementSettings()
    (settings.input, settings.frames) = try (InputSettings(stated), FrameSelection(stated))
    (settings.alpha, settings.alphaRange) = (alpha.alpha, alpha.alphaRange)
    (settings.deinterlaces, settings.isStrict) = (decoding.deinterlace, strictness.strict)
    settings.running = try running.settings()
    var output = light.settings
    (output.statistics, output.keepsStatistics, output.replacesProtectedFiles) = (stats, report.json, overwriting.force)
    let measured = try running.showing(settings.running) { control in
      try LightMeasurement(of: input, settings, for: control).write(to: output)
    }
    if let clip = measured.statistics, report.json || stats == nil && light.hdr10Plus == nil && light.plot == nil {
      try Console.print(report.json ? jsonText(clip) : clip.inWords, besides: measured.isOnStandardOutput)
    }
    if measured.isCutShort { throw ExitCode.cutShort }
  }
}

/// The files to write about the light of a whole clip.
struct LightOptions: ParsableArguments {
  @Option(
    "The HDR10+ JSON file to write, of profile A, as read by hdr10plus_tool and x265; - is standard output.",
    as: "file", name: .customLong("hdr10plus"))
  var hdr10Plus: Path?

  @Option(
    "Write HDR10+ of profile B: with a curve for each scene, fitted to bt2390 for a display of this peak, a whole number of cd/m².",
    as: "cd/m²", name: .customLong("hdr10plus-target-peak"))
  var hdr10PlusTargetPeak: UInt32?

  @Option("The plot of light over time to write, an .svg file; - is standard output.", as: "file") var plot: Path?

  func validate() throws {
    try validating(settings.check)
    guard let plot, plot != .standardStream, FileEnding.of(plot) != "svg" else { return }
    throw ValidationError("--plot writes SVG, but the name \(plot) does not end in .svg; change the extension")
  }

  func refuseSharedStandardOutput(beside stats: Path? = nil) throws {
    let outputs = [stats, hdr10Plus, plot].filter { $0 == .standardStream }
    guard outputs.count > 1 else { return }
    throw ValidationError(
      "- is the output of \(outputs.count) options, but standard output takes one; name files")
  }

  var settings: LightOutput { LightOutput(hdr10Plus: hdr10Plus, hdr10PlusTargetPeak: hdr10PlusTargetPeak, plot: plot) }
}
