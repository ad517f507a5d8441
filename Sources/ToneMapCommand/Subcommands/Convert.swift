internal import ArgumentParser
internal import ToneMapping

/// `tonemap convert`: reads frames, converts them and writes them.
struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Convert a movie, a PNG, Y4M or raw frames to what a display can show.",
    discussion: """
      tonemap convert in.mov out.mp4
      tonemap convert in.mov out-%05d.png
      tonemap convert in.y4m out.y4m --transfer pq
      tonemap convert in.y4m out.y4m --color-json in.json --to srgb
      tonemap convert in.yuv out.yuv --transfer hlg \\
        --size 1920x1080 --pixel-format p010
      ffmpeg -i in.mkv -strict -1 -f yuv4mpegpipe - \\
        | tonemap convert - - --transfer pq | ffmpeg -i - out.mp4

      Movies need FFmpeg's libraries; --version says whether they are built in. Times, sound and everything else of a movie stay as they are. \
      Without the libraries, tonemap explain prints the commands that convert a movie in a pipe with FFmpeg.

      Pictures are PNG, and with the libraries JPEG and AVIF. %05d in their name is the index of a frame; a name without it takes one frame, \
      which --start and --frames 1 choose.

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
  var output: Path

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
  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  func validate() throws {
    if (try? OutputPlace(output, as: ""))?.isStandardOutput == true, System.isTerminal(System.standardOutput) {
      throw ValidationError("standard output is a terminal, but pixels need a pipe or a file; name an output file")
    }
    try Path.refuseSharedStandardInput(
      [input] + dynamics.stats + [dynamics.frameMetadata, target.alpha.alphaFile].compactMap(\.self))
    try checkDynamics()
    if writing.outHDR10Plus == "-", (try? OutputPlace(output, as: ""))?.isStandardOutput == true {
      throw ValidationError("--out-hdr10plus is -, but standard output holds the pixels; name a file for the metadata")
    }
    if writing.preview == "-" {
      throw ValidationError("--preview is -, but only pixels go to standard output; name a file for the preview")
    }
  }

  /// Refuses what would state the source's light a second time.
  private func checkDynamics() throws {
    guard dynamics.isAskedFor else { return }
    let others: [(isGiven: Bool, name: String)] = [
      (mapping.sourcePeak != nil, "--source-peak"),
      (mapping.toneMapping.followsMetadata, "--tone-mapping \(mapping.toneMapping)"),
      (mapping.lattice != nil, "--lattice"), (lookup.lut != nil, "--lut"),
    ]
    guard let other = others.first(where: \.isGiven) else { return }
    throw ValidationError(
      "\(dynamics.dynamics != nil ? "--dynamics" : dynamics.frameMetadata != nil ? "--frame-metadata" : "--stats") makes a curve for each scene or frame, but \(other.name) is one for all;"
        + " leave one of them out")
  }

  func run() throws {
    var choices = Choices(
      source: source, metadata: metadata, mapping: mapping, lookup: lookup, target: target, strict: report.strict)
    if decoding.deinterlace { choices.fields = .joined }
    try Conversion(
      input: input, output: output, frames: frames, dynamics: dynamics, choices: choices,
      writing: writing, encoding: encoding, overwriting: overwriting, running: running, tellsJSON: report.json
    ).run()
  }
}
