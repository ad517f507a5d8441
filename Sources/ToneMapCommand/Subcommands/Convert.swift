internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import JSONText
internal import ToneMapping

/// `tonemap convert`: reads frames, converts them and writes them.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert a movie, a PNG, Y4M or raw frames to what a display can show.",
    discussion: """
      tonemap convert in.mov out.mp4
      tonemap convert in.mov out-%05d.png
      tonemap convert in-%05d.png out.mp4 --fps 24
      tonemap convert a.mov b.mov --output-folder sdr --only-hdr
      tonemap convert in.y4m out.y4m --transfer pq
      tonemap convert in.y4m out.y4m --color-json in.json --to srgb
      tonemap convert in.yuv out.yuv --transfer hlg \\
        --size 1920x1080 --pixel-format p010
      ffmpeg -i in.mkv -strict -1 -f yuv4mpegpipe - \\
        | tonemap convert - - --transfer pq | ffmpeg -i - out.mp4

      Movies need FFmpeg's libraries; --version says whether they are built in. Times, sound and everything else of a movie stay as they are. \
      Without the libraries, tonemap explain prints the commands that convert a movie in a pipe with FFmpeg.

      Pictures are PNG, and with the libraries JPEG and AVIF. %05d in their name is the index of a frame; a name without it takes one frame, \
      which --start and --frames 1 choose. PNGs that are numbered are read by such a name too.

      With --output-folder, all files that are named are inputs. Each keeps its name; its ending is that of --format, else its own if such a \
      file can be written, else .mp4, or .png for a picture. Messages begin with the name of the input that they are about. An input that \
      fails does not end the others; the exit code is that of the first that failed.

      Beside an output file OUT of Y4M or raw frames, convert writes OUT.color.json, which states the size, layout, tags and metadata of the frames. \
      --color-json reads such a file. An interrupted conversion leaves no half file, and no half frame in a pipe that is read.
      """)

  @Argument(
    help: "The movie, the PNG, or the file of Y4M or raw frames, to read; - is standard input.", completion: .file())
  var input: Path

  @Argument(
    help:
      "The file to write: a movie, pictures (.png, .jpg, .avif), Y4M, or raw frames (.yuv, .raw, .rgb); - is standard output.",
    completion: .file())
  var output: Path?

  @Argument(help: "Further inputs; with --output-folder, the output is an input too.", completion: .file())
  var more: [Path] = []

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Source") var decoding: DecodingOptions
  @OptionGroup(title: "Frames") var frames: FrameRangeOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Mapping") var mapping: MappingOptions
  @OptionGroup(title: "Light that changes") var dynamics: DynamicsOptions
  @OptionGroup(title: "Lookup table") var lookup: LookupOptions
  @OptionGroup(title: "Output") var target: OutputOptions
  @OptionGroup(title: "Writing") var writing: WritingOptions
  @OptionGroup(title: "Movie") var encoding: EncodingOptions
  @OptionGroup(title: "Several inputs") var batch: BatchOptions
  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  func validate() throws {
    try checkInputs()
    guard let output, batch.outputFolder == nil else { return }
    if (try? OutputPlace(output, as: ""))?.isStandardOutput == true, System.isTerminal(System.standardOutput) {
      throw ValidationError("standard output is a terminal, but pixels need a pipe or a file; name an output file")
    }
    try Path.refuseSharedStandardInput(
      [input] + dynamics.stats + [dynamics.frameMetadata, target.alpha.alphaFile].compactMap(\.self))
    if writing.outHDR10Plus == "-", (try? OutputPlace(output, as: ""))?.isStandardOutput == true {
      throw ValidationError("--out-hdr10plus is -, but standard output holds the pixels; name a file for the metadata")
    }
    if writing.preview == "-" {
      throw ValidationError("--preview is -, but only pixels go to standard output; name a file for the preview")
    }
  }

  /// The files that are named, all of which are inputs with --output-folder.
  private var all: [Path] { [input] + [output].compactMap(\.self) + more }

  private func checkInputs() throws {
    guard batch.outputFolder != nil else {
      guard output != nil else {
        throw ValidationError("Missing expected argument '<output>'; for several inputs, give --output-folder")
      }
      guard more.isEmpty else {
        throw ValidationError(
          "there are \(all.count) names, but an input and an output were expected; give --output-folder for several inputs"
        )
      }
      if batch.keepExisting, let output, output == "-" || (try? PictureNames(output))?.isPattern == true {
        throw ValidationError("--keep-existing needs the name of one output, but \(output) is none; leave it out")
      }
      return
    }
    let ofOne: [(String, Bool)] = [
      ("--preview", writing.preview != nil), ("--out-hdr10plus", writing.outHDR10Plus != nil),
      ("--print-encoder-args", writing.printEncoderArgs != nil), ("--stats", !dynamics.stats.isEmpty),
      ("--frame-metadata", dynamics.frameMetadata != nil), ("--hdr10plus-json", mapping.hdr10PlusJSON != nil),
      ("--color-json", metadata.colorJSON != nil), ("--alpha-file", target.alpha.alphaFile != nil),
    ]
    if let name = ofOne.first(where: \.1)?.0 {
      throw ValidationError("\(name) is for one input, but --output-folder is for several; convert each by itself")
    }
  }

  func run() throws {
    guard let folder = batch.outputFolder else {
      guard let code = try convert(input, to: output ?? "-", file: output ?? "-").exitCode else { return }
      throw CommandEnd(code: code)
    }
    try Batch(all, to: folder, as: writing.format, tellsJSON: report.json).run { try convert($0, to: $1, file: $2) }
  }

  /// Converts one input, and reports.
  ///
  /// - Parameter file: The file that is written, if its name differs from that of the output on the command line.
  private func convert(_ input: Path, to output: Path, file: Path) throws -> Batch.Outcome {
    if batch.keepExisting, System.kind(of: file) != .nothing {
      Console.complain("skipped: \(file) exists, and --keep-existing was given")
      return try skip(.kept, input, output)
    }
    let running = try running.settings()
    let progress = Progress(self.running.progress, instructions: running.chosenInstructions)
    var conversion = Conversion(from: input, to: output)
    conversion.choices = Choices(
      source: source, metadata: metadata, mapping: mapping, lookup: lookup, target: target, strict: report.strict,
      progress: progress)
    if decoding.deinterlace { conversion.choices.fields = .joined }
    writing.apply(to: &conversion.choices.target)
    conversion.choices.target.replacesProtectedFiles = overwriting.force
    (conversion.frames, conversion.light) = (frames.settings, dynamics.settings)
    (conversion.encoding, conversion.running) = (encoding.settings, running)
    conversion.skipsSDR = batch.onlyHDR
    conversion.statesLight = writing.printEncoderArgs != nil || report.json
    let converted: Converted
    do {
      guard let result = try conversion.run() else { return try skip(.notHDR, input, output) }
      converted = result
    } catch {
      progress.abandon()
      throw error
    }
    try ConversionReport(converted, from: input, to: output, running, writing.printEncoderArgs, asJSON: report.json)
      .print()
    return converted.isCutShort ? .cutShort : .converted
  }

  private func skip(_ outcome: Batch.Outcome, _ input: Path, _ output: Path) throws(TranscodingError) -> Batch.Outcome {
    guard report.json else { return outcome }
    try Console.print(
      jsonText(
        JSONValue([
          "input": "\(input)", "output": "\(output)", "skipped": outcome == .kept ? "exists" : "SDR",
        ])))
    return outcome
  }
}
