internal import Transcoding
internal import ArgumentParser
internal import SystemCalls

struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the color that a file states, and the assumptions of a conversion.",
    discussion: """
      tonemap info in.mov
      tonemap info in.mov --color-json in.json
      tonemap info in.mov --check dolby-vision-8.4
      tonemap info *.mp4 --check hdr10
      tonemap info in.mp4 --check hdr10 --stats in.jsonl
      tonemap info in.mkv --frames
      tonemap info in.y4m
      tonemap info in.yuv --size 1920x1080 --pixel-format yuv420p10 \\
        --transfer hlg --json > in.json

      Movies, images and bare streams (.mov, .mp4, .m4v, .heic, .avif, .png, .mkv, .webm, .hevc, .h264, .ivf, .obu) are recognized by \
      their content. Others, such as .ts, .avi, .mxf, .jpg and .tiff, are read by FFmpeg's libraries, if they are installed. Headers are read and, with those \
      libraries, the first picture, for its format. For all of these files, --color-json is the file to write, and convert \
      --color-json reads it. For Y4M and raw frames, --color-json is a file to read; convert --color-json reads what --json \
      prints. --strict exits with 65 if a conversion would have to assume anything.

      --frames prints a line for each frame, in the order in which frames are stored, with its Dolby Vision, HDR10+ or ST 2094-50 \
      metadata; --json makes each line JSON. --strict exits with 65 if any of it cannot be read. --help-hidden lists further options.
      """)

  @Argument(
    help:
      "A movie, an image, a bare stream, Y4M or raw frames; - is standard input, for Y4M and raw frames only. --check takes several.",
    completion: .file())
  var inputs: [Path]

  @Option("Check movies against the rules of a format; exits with 1 if a rule fails.", as: "format")
  var check: DeliveryFormat?

  @Option(
    "Also check that no measured frame exceeds the stated MaxCLL and MaxFALL: a statistics file from measure.",
    as: "file", completion: .file())
  var stats: Path?

  @Flag(help: "Check that the codes of the first Y4M or raw frames fit the range.")
  var probe = false

  @Flag(help: "Print the dynamic metadata of each frame of a movie or a stream, a line each, instead of the report.")
  var frames = false

  @Flag(name: .shortAndLong, help: "Print the place of each value in a movie, an image or a stream.")
  var verbose = false

  @OptionGroup var source: SourceOptions
  @OptionGroup var strictness: StrictOptions
  @OptionGroup var report: ReportOptions

  private var colorJSON: Path? { source.sidecar.colorJSON?.path }

  private var input: Path { inputs[0] }

  func validate() throws {
    if inputs.count > 1, check == nil || colorJSON != nil || stats != nil {
      throw ValidationError(
        "\(inputs.count) inputs were given, but one was expected; only --check without --color-json and --stats takes several"
      )
    }
    if stats != nil, check == nil {
      throw ValidationError(
        "--stats was given, but only --check compares statistics with stated levels; add --check")
    }
    let others = [(check != nil, "--check"), (probe, "--probe"), (colorJSON != nil, "--color-json")]
    if frames, let other = others.first(where: \.0)?.1 {
      throw ValidationError(
        "--frames and \(other) were given, but only one of these reports was expected; leave one out")
    }
  }

  func run() throws {
    var settings = ConversionSettings()
    (settings.input, settings.isStrict) = (try InputSettings(stated), strictness.strict)
    let context = PlanningContext(settings, .console)
    if let check, inputs.count > 1 { return try checkAll(for: check, context) }
    let file = MediaInput(input)
    if frames {
      do { return try listFrames(of: file, context) } catch let error as MediaFileError {
        if case .cannotRead = error { throw ProgramError(.inputOutput, "\(error)") }
        throw ProgramError(.data, "\(input): \(error)")
      }
    }
    if let media = try context.input.media(of: file) {
      return try report(on: context.input.withParts(media, of: file), in: file, context)
    }
    if let check { throw notCheckable(input, check) }
    let (clip, contradiction) = try context.input.inspectedFrames(of: file)
    var info = ClipReport(clip, context: context)
    // The range that a conversion would use; without a plan, the stated one.
    let range = info.verdict.plan?.sourceTags.range ?? clip.source.color.range
    if probe, let finding = try contradiction(range) { info.verdict.take(findings: [finding]) }
    if report.json { info.omissions.forEach(Console.warn) }
    try Console.print(report.json ? info.json : info.description)
    if strictness.strict { try info.verdict.checkStrictly() }
  }

  /// Checks several files. An unreadable file does not stop the check of the others.
  private func checkAll(for check: DeliveryFormat, _ context: PlanningContext) throws {
    var (failed, unread): ([Path], (any Error)?) = ([], nil)
    for input in inputs {
      do {
        let file = MediaInput(input)
        let found = try media(of: file, context, orThrow: notCheckable(input, check))
        let media = context.input.withParts(found, of: file)
        let result = CheckReport(
          check, of: context.input.completed(media, of: file), frames: survey(of: media, in: file, for: check))
        let info = report.json || strictness.strict ? MediaReport(media, of: file, context: context) : nil
        try Console.print(report.json ? info?.json(with: result) ?? "" : result.text(naming: input))
        if result.failure(of: input) != nil { failed.append(input) }
        if strictness.strict { try info?.checkStrictly() }
      } catch {
        guard let message = (error as? any JobError)?.message else { throw error }
        Console.warn(message)
        unread = unread ?? error
      }
    }
    if !failed.isEmpty {
      throw ProgramError(
        .checkFailed,
        "\(failed.count) of \(inputs.count) files fail rules of \(check.rawValue): \(list(failed.map { "\($0)" })); fix the failures listed above"
      )
    }
    if let unread { throw unread }
  }

  private func notCheckable(_ input: Path, _ check: DeliveryFormat) -> ProgramError {
    ProgramError(
      .settings,
      "\(input) is Y4M or raw frames, but --check \(check.rawValue) needs a movie, an image or a bare stream; give the file"
        + " from which the frames were decoded")
  }

  /// The description of a movie, an image or a bare stream. A missing file is reported as missing, any other by the error.
  private func media(
    of file: MediaInput, _ context: PlanningContext, orThrow error: ProgramError
  ) throws -> MediaDescription {
    if let media = try context.input.media(of: file) { return media }
    if file.path != .standardStream { _ = try file.file() }
    throw error
  }

  /// The survey of all frames, if a format has rules about it; `nil` if they cannot be read.
  private func survey(of media: MediaDescription, in file: MediaInput, for check: DeliveryFormat) -> FrameSurvey? {
    guard check.hasRulesOfFrames, let file = try? file.file() else { return nil }
    return try? FrameSurvey(MediaFrames(of: media, descriptor: file.number))
  }

  private func listFrames(of file: MediaInput, _ context: PlanningContext) throws {
    let framesAlone = ProgramError(
      .settings,
      "\(input) is Y4M or raw frames, which carry no metadata, but --frames needs a movie or a bare stream; give the file"
        + " from which the frames were decoded")
    let media = try media(of: file, context, orThrow: framesAlone)
    if media.container == .other {
      throw ProgramError(
        .settings,
        "the frames of \(input) cannot be listed, because it is \(media.containerName ?? "another container"); rewrap it first, as in"
          + " ffmpeg -i \(ShellWords.line([input.word])) -c copy out.mkv, or convert it if it is a bare stream")
    }
    let descriptor = try file.file()
    var frames = try MediaFrames(of: media, descriptor: descriptor.number)
    let others = media.tracks.filter { !$0.isAuxiliary && $0.id != frames.track.id }
    if !others.isEmpty {
      let numbers = list(others.map { "\($0.id)" })
      Console.warn("only the frames of track \(frames.track.id) are listed, not those of \(numbers)")
    }
    var (count, damaged) = (0, 0)
    var ignored: [String] = []
    while let frame = try frames.next() {
      let line = FrameReport(frame: frame)
      try Console.print(report.json ? line.json : line.text)
      count += 1
      if !line.damage.isEmpty { damaged += 1 }
      ignored += line.ignored.filter { !ignored.contains($0) }
    }
    if !ignored.isEmpty {
      Console.warn("\(list(ignored)) of Dolby Vision \(ignored.count == 1 ? "is" : "are") not interpreted")
    }
    for problem in frames.problems { Console.warn("\(problem)") }
    if count == 0 {
      throw ProgramError(.data, "\(input) has no frames, but at least 1 was expected; check how the file was made")
    }
    if strictness.strict, damaged > 0 || !frames.problems.isEmpty {
      throw ProgramError(
        .data,
        "\(plural(damaged, "frame")) of \(count) in \(input) cannot be read completely; repair the file, or leave --strict out"
      )
    }
  }

  private func report(on media: MediaDescription, in file: MediaInput, _ context: PlanningContext) throws {
    if probe {
      throw ProgramError(
        .settings,
        "\(input) is \(media.containerName ?? "\(media.container)"), which is not decoded, but --probe needs frames; decode it to Y4M or raw frames first"
      )
    }
    // It is written, not read.
    var reading = context
    reading.source.colorJSON = nil
    let info = MediaReport(media, of: file, context: reading)
    var holdsOutput = false
    if let path = colorJSON {
      // The first track that shows its own pictures; another only if there is no such track.
      guard let track = info.tracks.first(where: { !$0.track.isAuxiliary }) ?? info.tracks.first else {
        throw ProgramError(
          .data, "\(input) has no video track, so there is no color to write; name a file that has one")
      }
      let color = track.colorJSON()
      for omission in color.omissions { Console.warn(omission) }
      holdsOutput = try Outputs.write(
        color.text, to: path, as: "the color JSON", reading: [("the input", input), ("the statistics", stats)], .console
      ).isStandardOutput
    }
    let measured = try stats.map { (path) throws(TranscodingError) in
      try ClipStatistics(files: [path], .console).contentLight
    }
    let result = check.map { check in
      CheckReport(
        check, of: context.input.completed(media, of: file), measured: measured,
        frames: survey(of: media, in: file, for: check))
    }
    let text = result?.text() ?? info.text(places: verbose)
    try Console.print(report.json ? info.json(with: result) : text, besides: holdsOutput)
    if let failure = result?.failure(of: input) { throw failure }
    if strictness.strict { try info.checkStrictly() }
  }
}
