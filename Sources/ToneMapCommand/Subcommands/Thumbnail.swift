internal import Transcoding
internal import ArgumentParser
internal import JSONText

struct Thumbnail: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Write a picture of a movie, or sheets of pictures, for sRGB displays, as a \(PictureKind.namesInWords).",
    discussion: """
      tonemap thumbnail in.mov out.jpg
      tonemap thumbnail in.mov out.png --at 00:01:02.5
      tonemap thumbnail in.mov out.avif --at 30% --fit 640x360
      tonemap thumbnail in.mov - --format jpg --width 320
      tonemap thumbnail in.mov sheet.jpg --every 10 --grid 5x5

      Without --at, the picture is the one of nine key pictures that has the most coded bytes and is neither black, white nor flat. It is \
      rotated and its pixels are made square, as players do, and it is scaled after its light is mapped; by default to at most 1280 pixels on \
      either side, and on sheets to at most 160 across. It needs FFmpeg's libraries. \
      --help-hidden lists further options.
      """)

  @Argument(help: "The movie.", completion: .file())
  var input: Path

  @Argument(help: "The picture to write, \(PictureKind.endingsInWords); - is standard output.", completion: .file())
  var output: Path

  @OptionGroup(title: "Picture") var picture: ThumbnailOptions
  @OptionGroup(title: "Conversion") var tone: ToneOptions
  @OptionGroup var source: SourceColorOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Mapping", visibility: .further) var mapping: MappingOptions
  @OptionGroup(title: "Mapping", visibility: .further) var dynamic: FrameMetadataOptions
  @OptionGroup(title: "More about the source", visibility: .further) var frames: FrameTagOptions
  @OptionGroup(title: "More about the source", visibility: .further) var alpha: AlphaReadingOptions
  @OptionGroup(title: "Running", visibility: .further) var running: RunningOptions
  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions
  @OptionGroup(title: "Reports") var strictness: StrictOptions
  @OptionGroup(title: "Reports") var report: ReportOptions

  func validate() throws {
    guard (try? OutputPlace(output, as: ""))?.isStandardOutput == true else { return }
    if picture.every != nil {
      throw ValidationError(
        "sheets and their WebVTT are several files, but the output is standard output; name a file, such as sheet.jpg")
    }
    try Console.refuseTerminal(needs: "a picture needs")
  }

  func run() throws {
    if let every = picture.every {
      let sheets = try ThumbnailSheets(
        of: input, every: every, grid: picture.grid ?? PictureSize(width: 5, height: 5), settings(), for: .console)
      try report(on: sheets.write(to: output), sheets.layout)
    } else {
      try report(on: Transcoding.Thumbnail(of: input, settings(), for: .console).write(to: output))
    }
  }

  private func settings() throws -> ThumbnailSettings {
    var settings = ThumbnailSettings()
    settings.format = try picture.format ?? PictureKind(output: output)
    (settings.input, settings.mapping) = try (InputSettings(stated), MappingSettings(stated))
    (settings.alpha, settings.alphaRange) = (alpha.alpha, alpha.alphaRange)
    (settings.at, settings.size) = (picture.at, try OutputSettings(picture.stated).size)
    (settings.frameMetadata, settings.replacesProtectedFiles) = (dynamic.frameMetadata?.path, overwriting.force)
    (settings.running, settings.isStrict) = (try running.settings(), strictness.strict)
    return settings
  }

  private func report(on made: Transcoding.Thumbnail.Written) throws {
    let isFirst = made.findings.contains { $0.code == "first-picture" }
    if picture.at == nil, !isFirst, running.progress != .none {
      Console.warn("the picture at \(made.seconds.rounded(to: 3)) s was chosen; --at takes another")
    }
    guard report.json else { return }
    let facts = JSONValue([
      "input": "\(input)", "output": "\(output)", "seconds": made.seconds.rounded(to: 6),
      "width": made.size.width, "height": made.size.height, "plan": made.decision.report(in: .words),
    ])
    try Console.print(jsonText(facts), besides: made.isOnStandardOutput)
  }

  private func report(on made: ThumbnailSheets.Written, _ layout: SheetLayout) throws {
    if running.progress != .none {
      let last = made.sheets.count > 1 ? " to \(made.sheets.last!)" : ""
      Console.warn("\(plural(layout.count, "picture")) on \(made.sheets[0])\(last); \(made.webVTT) says where each is")
    }
    guard report.json else { return }
    let sheets = zip(layout.sheets, made.sheets).map { pictures, name in
      let size = layout.size(of: pictures.count)
      return JSONValue(["output": "\(name)", "width": size.width, "height": size.height, "pictures": pictures.count])
    }
    try Console.print(
      jsonText(
        JSONValue([
          "input": "\(input)", "sheets": sheets, "vtt": "\(made.webVTT)", "width": layout.cell.width,
          "height": layout.cell.height, "columns": layout.columns, "rows": layout.rows, "pictures": layout.count,
          "every": layout.every.rounded(to: 6), "plan": made.decision.report(in: .words),
        ])))
  }
}

struct ThumbnailOptions: ParsableArguments {
  @Option(
    "The time of the picture, from the first one: 12.5, 00:01:02.5 or 30%; by default, a picture with much detail is chosen.",
    as: "time", transform: MovieMoment.init(option:))
  var at: MovieMoment?

  @Option(
    "Write sheets, and a WebVTT file that lists their pictures for players; the time between pictures: 10, 00:00:10 or 5%.",
    as: "time", transform: MovieMoment.init(option:))
  var every: MovieMoment?

  @Option(
    "The numbers of columns and rows of a sheet. By default, 5x5.", as: "columns x rows",
    transform: PictureSize.init(option:))
  var grid: PictureSize?

  @OptionGroup var size: SizeOptions

  @Option("The format of the picture; by default, the one of the output's extension.", as: "kind")
  var format: PictureKind?

  func validate() throws {
    try validating(OutputSettings(stated).check)
    if at != nil, every != nil {
      throw ValidationError(
        "--at and --every were given, but one picture or sheets of many were expected; leave one of them out")
    }
    if grid != nil, every == nil {
      throw ValidationError(
        "--grid was given, but a sheet also needs the time between its pictures; give --every too")
    }
    if every?.isNothing == true {
      throw ValidationError(
        "--every is 0, but a time of 0.001 s or more, or a percentage above 0% was expected, such as 10")
    }
  }
}
