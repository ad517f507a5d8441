internal import ArgumentParser

#if FFmpeg
  internal import ToneMapping
#endif

/// `tonemap thumbnail`: one picture of a movie as a file that browsers show.
struct Thumbnail: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a picture of a movie, or sheets of pictures, as a JPEG, PNG or AVIF, as an sRGB display shows it.",
    discussion: """
      tonemap thumbnail in.mov out.jpg
      tonemap thumbnail in.mov out.png --at 00:01:02.5
      tonemap thumbnail in.mov out.avif --at 30% --fit 640x360
      tonemap thumbnail in.mov - --format jpg --width 320
      tonemap thumbnail in.mov sheet.jpg --every 10 --grid 5x5

      Without --at, that of nine key pictures is taken which has the most coded bytes and is neither black, white nor flat. The picture is \
      turned and its pixels are made square, as players do, and it is scaled after its light is mapped. It needs FFmpeg's libraries; \
      --version says whether they are built in.
      """)

  @Argument(help: "The movie.", completion: .file())
  var input: Path

  @Argument(help: "The picture to write, .jpg, .png or .avif; - is standard output.", completion: .file())
  var output: Path

  @OptionGroup(title: "Picture") var picture: ThumbnailOptions
  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Source") var alpha: AlphaReadingOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Mapping") var mapping: MappingOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Report") var report: ReportOptions
  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions

  func validate() throws {
    guard (try? OutputPlace(output, as: ""))?.isStandardOutput == true else { return }
    guard picture.every == nil else {
      throw ValidationError(
        "sheets and their WebVTT are several files, but the output is standard output; name a file, such as sheet.jpg")
    }
    guard !System.isTerminal(System.standardOutput) else {
      throw ValidationError("standard output is a terminal, but a picture needs a pipe or a file; name an output file")
    }
  }

  func run() throws {
    let kind = try picture.format ?? PictureKind(output: output)
    #if FFmpeg
      var target = try OutputOptions.parse([])
      // It is rounded once, at the end.
      (target.to, target.outPixelFormat, target.dither) = (.srgb, try .option("gbrp16"), .none)
      // Few readers of thumbnails know alpha: what nothing covers is black.
      target.alpha.background = .color(Signal(0, 0, 0))
      alpha.apply(to: &target.alpha)
      var choices = Choices(
        source: source, metadata: metadata, mapping: mapping, lookup: try LookupOptions.parse([]), target: target,
        strict: report.strict)
      (choices.neverHasAlpha, choices.fields) = (true, .kept)
      let thumbnailing = Thumbnailing(
        input: input, output: output, kind: kind, picture: picture, choices: choices,
        running: running, tellsJSON: report.json, overwriting: overwriting
      )
      if let every = picture.every {
        try thumbnailing.makeSheets(every: every)
      } else {
        try thumbnailing.makePicture()
      }
    #else
      throw CommandError.usage(
        "thumbnail writes \(kind.rawValue) with FFmpeg's libraries, which are not built in; build with --traits FFmpeg, or use convert"
          + " --preview on decoded frames")
    #endif
  }
}
