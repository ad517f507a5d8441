internal import ArgumentParser
internal import MediaFiles
internal import ToneMapping

/// `tonemap info`: what is known of a file, and what would be assumed.
struct Info: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print what a file says of its color, and what a conversion would assume.",
    discussion: """
      tonemap info in.mov
      tonemap info in.mov --color-json in.json
      tonemap info in.mov --check dolby-vision-8.4
      tonemap info in.y4m
      tonemap info in.yuv --size 1920x1080 --pixel-format yuv420p10 --transfer hlg --json > in.json

      Movies, images and bare streams (.mov, .mp4, .m4v, .heic, .avif, .mkv, .webm, .hevc, .h264, .ivf, .obu) are known by \
      their content; only their headers are read, and nothing is decoded. Of them, --color-json writes what \
      convert --color-json reads; of Y4M and raw frames it reads what --json prints.
      """)

  @Argument(help: "A movie, an image, a bare stream, Y4M or raw frames; - is standard input, for Y4M and raw frames.")
  var input: String

  @Option(
    help: ArgumentHelp(
      "Check a movie against the rules of a format; 1 is the exit code where one fails.", valueName: "format"))
  var check: Conformity?

  @Flag(help: "Look at the codes of the first Y4M or raw frames, whether they fit the range.")
  var probe = false

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Metadata") var metadata: MetadataOptions
  @OptionGroup(title: "Report") var report: ReportOptions

  func run() throws {
    let choices = try Choices(source: source, metadata: metadata, strict: report.strict)
    if let media = try choices.media(at: input) { return try tell(of: media, choices) }
    if let check {
      throw CommandError.usage(
        "\(input) is no movie, image or bare stream, which --check \(check.rawValue) needs; give the file that was decoded"
      )
    }
    let reader = try choices.open(input)
    let clip = reader.clip
    let reading = try Reading(of: clip, choices)
    let probed = probe ? try RangeProbe(reader).finding(range: reading.color.range) : nil
    let findings = clip.source.metadata.findings(transfer: reading.color.transfer).map(MediaFinding.init)
    let info = ClipReport(
      clip, assumptions: reading.assumptions, findings: findings + (probed.map { [$0] } ?? []), refusal: reading.refusal
    )
    try Console.print(report.json ? info.json : info.description)
  }

  /// How a conversion would read a clip, or why it would not.
  private struct Reading {
    let color: ColorDescription
    let assumptions: [Assumption]
    let refusal: String?

    init(of clip: Clip, _ choices: Choices) throws(CommandError) {
      do {
        let decision = try choices.decide(about: clip)
        (color, assumptions, refusal) = (decision.plan.source, decision.assumptions, nil)
      } catch {
        guard !choices.strict else { throw error }
        (color, assumptions, refusal) = (clip.source.color, clip.assumptions, error.sentence)
      }
    }
  }

  private func tell(of media: MediaDescription, _ choices: Choices) throws {
    guard !probe else {
      throw CommandError.usage(
        "\(input) is a file of \(media.container), which is not decoded, where --probe needs frames; decode it to Y4M or raw"
          + " frames first")
    }
    let info = try MediaReport(media, name: input, choices: choices)
    if let path = metadata.colorJSON {
      var places = Places(reading: ["the input": input])
      try places.write(path, as: "the color JSON")
      try Destination.write(info.colorJSON(), to: path)
    }
    guard let check else { return try say(report.json ? info.json : info.description) }
    let result = CheckReport(check, of: media)
    try say(report.json ? info.json(with: result) : result.description)
    if let failure = result.failure(of: input) { throw CommandError.checkFailed(failure) }
  }
  /// Tells on standard output, unless the color JSON is there.
  private func say(_ text: String) throws(CommandError) {
    if metadata.colorJSON == "-" { Console.say(text) } else { try Console.print(text) }
  }
}
