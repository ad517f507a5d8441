internal import ArgumentParser
internal import JSONText
internal import Transcoding

struct Sheet: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Write an HTML page that compares a movie's picture under many mappings, with a slider and numbers.",
    discussion: """
      tonemap sheet in.mov out.html
      tonemap sheet in.mov out.html --at 00:01:02.5 --at 30%
      tonemap sheet in.mov out.html --tone-mapping spline,bt2390 --width 1920
      tonemap sheet in.mov out.html --gamut-mapping perceptual,clip --json

      Without --tone-mapping, --tone-mapping-variant and --gamut-mapping, all of each are shown. A page is one file of at most 5 MB; choices that it \
      cannot hold are on further pages, out-2.html and so on. It also shows the unmapped movie and the command line of each choice. It needs FFmpeg's \
      libraries. --help-hidden lists further options.
      """)

  @Argument(help: "The HDR movie.", completion: .file())
  var input: Path

  @Argument(help: "The page to write, .html; - is standard output.", completion: .file())
  var output: Path

  @OptionGroup(title: "Choices") var chosen: ChoiceOptions
  @OptionGroup var source: SourceColorOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Mapping", visibility: .further) var light: MappedLightOptions
  @OptionGroup(title: "More about the source", visibility: .further) var frames: FrameTagOptions
  @OptionGroup(title: "More about the source", visibility: .further) var alpha: AlphaReadingOptions
  @OptionGroup(title: "Running", visibility: .further) var running: RunningOptions
  @OptionGroup(title: "Writing") var overwriting: OverwritingOptions
  @OptionGroup(title: "Reports") var strictness: StrictOptions
  @OptionGroup(title: "Reports") var report: ReportOptions

  func validate() throws {
    guard ["", "html", "htm", "xhtml"].contains(FileEnding.of(output)) else {
      throw ValidationError(
        "a page is HTML, but the extension of \(output) is that of another format; name an .html file")
    }
    guard (try? OutputPlace(output, as: ""))?.isStandardOutput == true else { return }
    try Console.refuseTerminal(needs: "a page needs")
  }

  func run() throws {
    let settings = try settings()
    try report(
      on: running.showing(settings.running) { try ChoiceSheet(of: input, settings, for: $0).write(to: output) })
  }

  private func settings() throws -> ChoiceSheetSettings {
    var settings = ChoiceSheetSettings()
    (settings.input, settings.mapping) = try (InputSettings(stated), MappingSettings(stated))
    (settings.alpha, settings.alphaRange) = (alpha.alpha, alpha.alphaRange)
    settings.toneMappings = chosen.toneMapping.flatMap(\.self)
    settings.variants = chosen.toneMappingVariant.flatMap(\.self)
    settings.gamutMappings = chosen.gamutMapping.flatMap(\.self)
    (settings.at, settings.width, settings.measuresQuality) = (chosen.at, chosen.width, !chosen.noJOD)
    (settings.replacesProtectedFiles, settings.isStrict) = (overwriting.force, strictness.strict)
    settings.running = try running.settings()
    settings.options = Self.shared()
    return settings
  }

  private func report(on made: ChoiceSheet.Written) throws {
    if running.progress != .none {
      if chosen.at.isEmpty, !made.findings.contains(where: { $0.code == "first-picture" }) {
        Console.warn("the picture at \(made.seconds[0].rounded(to: 3)) s was chosen; --at takes another")
      }
      let (first, last) = (made.pages[0], made.pages.last!)
      let counted = plural(made.choices.count - 1, "choice")
      Console.warn(
        made.pages.count == 1
          ? "\(counted) on a page of \(first.byteCount / 1000) kB"
          : "\(counted) on \(made.pages.count) pages, \(first.output) to \(last.output)")
    }
    guard report.json else { return }
    try Console.print(jsonText(made.report(of: input)), besides: made.isOnStandardOutput)
  }

  /// The command-line words that `convert` also accepts: all options except those of this command, its execution and its report.
  private static func shared() -> [String] {
    let own = [
      "at", "width", "tone-mapping", "tone-mapping-variant", "gamut-mapping", "threads", "simd", "progress", "json",
      "no-jod",
    ]
    let flags = ["json", "no-jod", "strict", "force", "expand-highlights"]
    var (kept, words) = ([String](), Array(Arguments.words.drop { $0 != "sheet" }.dropFirst())[...])
    while let word = words.popFirst(), word != "--" {
      guard word.hasPrefix("--") else { continue }
      let name = String(word.dropFirst(2).prefix { $0 != "=" })
      let value = flags.contains(name) || word.contains("=") ? nil : words.popFirst()
      if !own.contains(name) { kept += [word] + [value].compactMap(\.self) }
    }
    return kept
  }
}

extension Option {
  /// An option whose values are lists of names, separated by commas.
  fileprivate init<Known: SettingValue>(wrappedValue: [[Known]], names help: String) where Value == [[Known]] {
    self.init(
      wrappedValue: wrappedValue, help: ArgumentHelp(help, valueName: "names"), completion: .list(Known.choices)
    ) { text in
      try text.split(separator: ",", omittingEmptySubsequences: false).map { try Known(option: "\($0)") }
    }
  }
}

struct ChoiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The time of a picture, from the first one: 12.5, 00:01:02.5 or 30%; may be repeated. By default, a picture with much detail is chosen.",
      valueName: "time"),
    transform: MovieMoment.init(option:))
  var at: [MovieMoment] = []

  @Option(names: "Tone curves, such as spline,bt2390,hable; by default, all.") var toneMapping: [[ToneOperator]] = []

  @Option(names: "The ways that tone curves are applied to color, such as brightness,rgb; by default, all.")
  var toneMappingVariant: [[ToneVariant]] = []

  @Option(names: "Gamut maps, such as perceptual,clip; by default, all.") var gamutMapping: [[GamutOperator]] = []

  @Option(
    "The width of the pictures; the height follows. By default, the largest that fits a page, with at most 1280 pixels on the longer side.",
    as: "pixels")
  var width: Int?

  @Flag(
    name: .customLong("no-jod"), help: "Do not measure the quality in JOD, for which cvvdp runs if installed.")
  var noJOD = false

  func validate() throws {
    let sides = PictureSize.sides
    guard let width, !sides.contains(width) else { return }
    throw ValidationError("--width is \(width), but \(sides.lowerBound) to \(sides.upperBound) pixels were expected")
  }
}

extension ChoiceSheet.Written {
  func report(of input: Path) -> JSONValue {
    JSONValue([
      "input": "\(input)", "width": size.width, "height": size.height, "seconds": seconds.map { $0.rounded(to: 6) },
      "pages": pages.map { JSONValue(["output": "\($0.output)", "bytes": $0.byteCount, "choices": $0.choices]) },
      "choices": choices.map(\.report),
      "left_out": leftOut.map { JSONValue($0.choice.members.merging(["reason": $0.reason.text(in: .words)]) { $1 }) },
      "plan": decision.report(in: .words),
    ])
  }
}

extension ChoiceSheet.Shown {
  fileprivate var report: JSONValue {
    let numbers: [String: (any JSONConvertible)?] = [
      "name": choice.map { "\($0)" } ?? "untouched", "command": command, "gray": gray.report, "white": white.report,
      "same_as": equal,
      "pictures": pictures.map {
        JSONValue(["clipped": $0.clipped, "hue": $0.hue, "hue95": $0.hue95, "chroma": $0.chroma, "jod": $0.quality])
      },
    ]
    return JSONValue(numbers.merging(choice?.members ?? [:]) { $1 })
  }
}

extension ChoiceSheet.Gray {
  fileprivate var report: JSONValue { JSONValue(["code": code.rounded(to: 3), "nits": light.nits.rounded(to: 3)]) }
}

extension MappingChoice {
  fileprivate var members: [String: (any JSONConvertible)?] {
    ["tone_mapping": toneMapping.name, "tone_mapping_variant": variant?.rawValue, "gamut_mapping": gamutMapping.name]
  }
}
