internal import ArgumentParser
internal import JSONText
internal import Transcoding

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert HDR video for SDR and other displays.",
    discussion: """
      tonemap convert in.mov out.mp4
      tonemap convert in.mov out.mov --to hlg
      tonemap convert in.mov out.mp4 --fit 1920x1080
      tonemap convert in.mov frame-%05d.png
      tonemap convert in.y4m out.y4m --transfer pq
      tonemap convert in.yuv out.yuv --transfer hlg \\
        --size 1920x1080 --pixel-format p010
      tonemap convert a.mov b.mov --output-folder sdr --only-hdr

      Sound, subtitles, chapters and times of a movie are kept. Every assumption about the input is printed; --strict makes it an \
      error. These are the most used options: --help-hidden lists all of them, and the manual page explains them.
      """)

  @Argument(
    help: "A movie, a PNG, Y4M or raw frames; - is standard input.", completion: .file())
  var input: Path

  @Argument(
    help: "The file to write: \(OutputKind.endingsInWords); - is standard output.", completion: .file())
  var output: Path?

  @Argument(help: "Further inputs, for --output-folder.", completion: .file())
  var more: [Path] = []

  @OptionGroup var movie: MovieOptions
  @OptionGroup(title: "Files", visibility: .further) var writing: WritingOptions
  @OptionGroup(title: "Files", visibility: .further) var batch: BatchOptions
  @OptionGroup(title: "Movies", visibility: .further) var encoding: EncodingOptions
  @OptionGroup(title: "Running", visibility: .further) var running: RunningOptions
  @OptionGroup(title: "Running", visibility: .further) var chunk: ChunkOptions
  @OptionGroup(title: "Reports", visibility: .further) var report: ReportOptions

  func validate() throws {
    try chunk.validate(names: all.count)
    if chunk.chunk != nil { return }
    let settings = try settings()
    try validating(settings.check)
    try checkInputs(settings)
    guard let output, batch.outputFolder == nil else { return }
    let isStandardOutput = (try? OutputPlace(output, as: ""))?.isStandardOutput == true
    if isStandardOutput { try Console.refuseTerminal(needs: "pixels need") }
    try Path.refuseSharedStandardInput(
      [input] + settings.light.statistics
        + [settings.light.frameMetadata, settings.output.alpha.alphaFile].compactMap(\.self))
    if settings.output.hdr10Plus == .standardStream, isStandardOutput {
      throw ValidationError(
        "--out-hdr10plus is -, but standard output holds the pixels; name a file for the metadata")
    }
    if settings.output.preview == .standardStream {
      throw ValidationError("--preview is -, but only pixels go to standard output; name a file for the preview")
    }
  }

  private func settings() throws -> ConversionSettings { try ConversionSettings(self, for: movie.display) }

  /// All named files; with --output-folder, each is an input.
  private var all: [Path] { [input] + [output].compactMap(\.self) + more }

  private func checkInputs(_ settings: ConversionSettings) throws {
    guard batch.outputFolder != nil else {
      guard let output else {
        throw ValidationError("Missing expected argument '<output>'; for several inputs, give --output-folder")
      }
      if !more.isEmpty {
        throw ValidationError(
          "\(all.count) names were given, but an input and an output were expected; give --output-folder for several inputs"
        )
      }
      if batch.keepExisting, output == .standardStream || (try? PictureNames(output))?.isPattern == true {
        throw ValidationError("--keep-existing needs a single output file, but \(output) is not one; leave it out")
      }
      return
    }
    try settings.refuseOptionsOfOneInput(writing, several: "--output-folder")
  }

  func run() throws {
    if let number = chunk.chunk { return try convert(chunk: number) }
    guard let folder = batch.outputFolder else {
      let shared = try settings(sharedBy: [input])
      let place = output ?? .standardStream
      guard let code = try convert(input, to: place, file: place, shared).exitCode else { return }
      throw code
    }
    let jobs = try Batch(all, to: folder, as: settings().output.format, printsJSON: report.json)
    let shared = try settings(sharedBy: all)
    try jobs.run { try convert($0, to: $1, file: $2, shared) }
  }

  private func convert(chunk number: Int) throws {
    let settings = try running.settings()
    try running.showing(settings) { control in
      _ = try ChunkedMovie(in: input).convert(number, running: settings, for: control)
    }
  }

  /// The settings, with the display that suits all inputs if it is requested.
  private func settings(sharedBy inputs: [Path]) throws -> ConversionSettings {
    var settings = try settings()
    guard movie.display.isShared else { return settings }
    if let pipe = inputs.first(where: { $0 == .standardStream || System.kind(of: $0) == .other }) {
      throw ProgramError(
        .settings,
        "--to shared looks at all inputs first, but \(pipe) can be read only once; give files, or choose a display such as --to hlg"
      )
    }
    var context = PlanningContext(settings, .console)
    context.strict = false
    let reason = try context.share(among: context.input.clips(of: inputs))
    Console.warn("the output is \(context.target.preset.rawValue): \(reason)")
    (settings.output.display, settings.mapping.targetPeak) = (context.target.display, context.mapping.targetPeak)
    return settings
  }

  /// Converts one input and prints a report.
  ///
  /// - Parameter file: The file to write, whose name can differ from the output's on the command line.
  private func convert(
    _ input: Path, to output: Path, file: Path, _ settings: ConversionSettings
  ) throws -> Batch.Outcome {
    // If an input was still being copied when its output was made, it is newer than the output.
    if batch.keepExisting, let made = System.status(of: file),
      made.modified >= System.status(of: input)?.modified ?? .min
    {
      Console.warn("skipped: \(file) exists and is not older than its input, and --keep-existing was given")
      return try skip(.kept, input, file)
    }
    var settings = settings
    settings.running = try running.settings()
    let converted = try running.showing(settings.running) { control in
      try MovieConversion(
        of: input, to: output, settings, for: control, skipsSDR: batch.onlyHDR,
        statesLight: writing.printEncoderArgs != nil || report.json)?.write()
    }
    guard let converted else { return try skip(.notHDR, input, file) }
    try converted.printReport(
      from: input, to: file, settings.running, for: writing.printEncoderArgs, asJSON: report.json)
    return converted.isCutShort ? .cutShort : .converted
  }

  private func skip(_ outcome: Batch.Outcome, _ input: Path, _ file: Path) throws -> Batch.Outcome {
    guard report.json else { return outcome }
    try Console.print(
      jsonText(JSONValue(["input": "\(input)", "output": "\(file)", "skipped": outcome == .kept ? "exists" : "SDR"])))
    return outcome
  }
}

extension ConversionResult {
  /// Prints the arguments for an encoder, or the report as JSON: on standard output, unless pixels or metadata go there.
  func printReport(
    from input: Path, to output: Path, _ running: RunningSettings, for tool: EncoderTool?, asJSON printsJSON: Bool
  ) throws {
    let arguments = tool.map { tags.encoderOptions.commandLine(for: $0) }
    if let arguments, let tool, !arguments.leftOut.isEmpty {
      Console.warn(
        "\(tool.rawValue) has no option for \(list(arguments.leftOut)), so its arguments leave that out; write what the"
          + " container can hold into it afterwards")
    }
    let line = arguments.map { ShellWords.line($0.arguments) }
    guard let text = printsJSON ? json(from: input, to: output, running, arguments?.arguments) : line else { return }
    try Console.print(text, besides: isOnStandardOutput)
  }

  private func json(from input: Path, to output: Path, _ running: RunningSettings, _ arguments: [String]?) -> String {
    let light = tags.metadata.contentLight
    return jsonText(
      JSONValue([
        "input": "\(input)", "output": "\(output)", "frames": frames, "seconds": seconds.rounded(to: 3),
        "fps": seconds > 0 ? (Double(frames) / seconds).rounded(to: 3) : 0,
        "threads": running.threads ?? activeProcessorCount, "instructions": running.chosenInstructions.rawValue,
        "plan": decision.plan.report(assuming: decision.assumptions + found, in: .words), "dynamics": changing,
        "MaxCLL": light?.maxCLL?.units, "MaxFALL": light?.maxFALL?.units, "encoder_arguments": arguments,
      ]))
  }
}
