internal import ArgumentParser
package import JSONText
internal import Transcoding

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

struct FoldStatistics: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fold",
    abstract: "Combine statistics files.",
    discussion: """
      tonemap measure fold part1.jsonl part2.jsonl --json
      tonemap measure fold in.jsonl --hdr10plus in.json --plot in.svg

      Prints MaxCLL, MaxFALL and scenes of the whole clip. Files may be in any order, and a frame may be in several of them; frames \
      that are missing between others, or that were measured with different results, are reported with their lines, with exit code 65.
      """)

  @Argument(help: "The statistics files; - is standard input.", completion: .file())
  var files: [Path]

  @OptionGroup var light: LightOptions
  @OptionGroup var overwriting: OverwritingOptions
  @OptionGroup var strictness: StrictOptions
  @OptionGroup var report: ReportOptions

  func validate() throws {
    try light.refuseSharedStandardOutput()
    try Path.refuseSharedStandardInput(files)
  }

  func run() throws {
    let control = RunControl.console
    let (clip, holdsOutput) = try control.writing(
      reading: files.map { ("the statistics", $0) }, force: overwriting.force
    ) { outputs in
      let written = try LightFiles(light.settings, in: outputs, control)
      let clip = try ClipStatistics(files: files, control)
      if strictness.strict, let finding = clip.findings.first { throw TranscodingError.strict(finding) }
      if light.hdr10Plus != nil, clip.firstFrame > 0 {
        throw ProgramError(
          .data,
          "--hdr10plus counts frames from the first of the clip, but the statistics begin with frame \(clip.firstFrame); measure the"
            + " whole clip")
      }
      guard light.settings.mayDescribe(clip.header.transfer) else {
        throw TranscodingError.light(.statisticsAreNotPQ(clip.header.transfer))
      }
      if !report.json { for finding in clip.findings { Console.warn(finding) } }
      let others = files.count > 1 ? " and \(files.count - 1) more" : ""
      try written.write(clip, title: "\(files[0].split.name)\(others)")
      return (clip, written.areOnStandardOutput)
    }
    try Console.print(report.json ? jsonText(clip) : clip.inWords, besides: holdsOutput)
  }
}

extension ClipStatistics: JSONConvertible {
  /// MaxCLL and MaxFALL (0 if unknown), the number of frames, the scenes (light in cd/m², levels as codes) and the findings.
  package var jsonValue: JSONValue {
    let scenes = scenes.map { scene in
      JSONValue([
        "first": scene.firstFrame, "count": scene.count, "maximum": scene.maximum.nits,
        "average": scene.averageMaxRGB.nits.rounded(to: 4),
        "levels": JSONValue([
          "minimum": scene.minimumCode.number, "average": scene.averageCode.number,
          "maximum": scene.maximumCode.number,
        ]),
      ])
    }
    return JSONValue([
      "MaxCLL": contentLight.maxCLL?.units ?? 0, "MaxFALL": contentLight.maxFALL?.units ?? 0,
      "first_frame": firstFrame, "frames": frames.count, "scenes": scenes, "findings": findings,
    ])
  }

  var inWords: String {
    let black = "unknown, all is black"
    let facts = table([
      ("frames", "\(frames.count), \(firstFrame)…\(firstFrame + frames.count - 1)"),
      ("MaxCLL", contentLight.maximum?.description ?? black),
      ("MaxFALL", contentLight.maximumFrameAverage?.description ?? black),
      ("scenes", "\(scenes.count); light in cd/m², levels as PQ codes of 12 bits"),
    ])
    let rows = scenes.map { scene in
      [
        "\(scene.firstFrame)", "\(scene.count)", "\(scene.maximum.nits.rounded(to: 1))",
        "\(scene.averageMaxRGB.nits.rounded(to: 1))", "\(scene.minimumCode)", "\(scene.averageCode)",
        "\(scene.maximumCode)",
      ]
    }
    let titles = ["first", "frames", "maximum", "average", "min", "mean", "max"]
    return ([facts, ""] + aligned([titles] + rows)).joined(separator: "\n")
  }
}
