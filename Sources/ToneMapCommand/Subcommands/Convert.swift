internal import ArgumentParser

/// `tonemap convert`: pictures in, pictures out.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert pictures to what a display can show.",
    discussion: """
      tonemap convert in.y4m out.y4m --to sdr709
      tonemap convert in.yuv out.yuv --size 3840x2160 --pixel-format p010 --transfer pq
      ffmpeg -i in.mkv -strict -1 -f yuv4mpegpipe - | tonemap convert - - --transfer pq | ffmpeg -i - out.mp4

      Beside an output file OUT, OUT.color.json says what it is; --color-json reads it.
      Ctrl-C leaves no half frame in a pipe, and no half file.
      """)

  @Argument(help: "Y4M or raw frames; - is standard input.", completion: .file())
  var input: String

  @Argument(help: "Where to write: Y4M, or raw frames (.yuv, .raw, .rgb); - is standard output.", completion: .file())
  var output: String

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Frames") var frames: FrameRangeOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Mapping") var mapping: MappingOptions
  @OptionGroup(title: "Output") var target: OutputOptions
  @OptionGroup(title: "Writing") var writing: WritingOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  func validate() throws {
    if output == "-", System.isTerminal(System.standardOutput) {
      throw ValidationError("standard output is a terminal, but pixels need a pipe or a file; name an output file")
    }
    if writing.preview == "-" {
      throw ValidationError("--preview is -, but pixels own standard output; name a file for the preview")
    }
  }

  func run() throws {
    try Conversion(
      input: input, output: output, frames: frames,
      choices: Choices(
        source: source, metadata: metadata, mapping: mapping, target: target, strict: report.strict,
        frames: (frames.start, frames.frames)),
      writing: writing, running: running, tellsJSON: report.json
    ).run()
  }
}
