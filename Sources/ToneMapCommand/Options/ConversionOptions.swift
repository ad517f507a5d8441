internal import ArgumentParser
internal import HDRMetadata
internal import ToneMapping
internal import Transcoding

extension ArgumentVisibility {
  /// Not on the page that `--help` prints, which has what most people need; everywhere else: `--help-hidden`, the manual page, completions,
  /// and errors, which list the values.
  static var further: ArgumentVisibility {
    let words = Arguments.words
    return words.first == "help" || words.contains("--help") || words.contains("-h") ? .hidden : .default
  }
}

/// What decides the plan of a conversion: the source, the mapping and the output.
///
/// The help shows what most people need; `--help-hidden` shows the rest.
struct ConversionOptions: ParsableArguments {
  @OptionGroup(title: "Common") var display: DisplayOptions
  @OptionGroup(title: "Common") var tone: ToneOptions
  @OptionGroup var source: SourceOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Mapping", visibility: .further) var mapping: MappingOptions
  @OptionGroup(title: "Lookup table", visibility: .further) var lookup: LookupOptions
  @OptionGroup(title: "Output", visibility: .further) var output: OutputOptions
  @OptionGroup(title: "Alpha", visibility: .further) var alpha: AlphaOptions

  func validate() throws {
    try validating(mapping.settings(tone, look).check)
    try validating(output.settings(for: display, alpha).check)
  }

  /// What the options say.
  func choices(_ strictness: StrictOptions, progress: Progress? = nil) -> Choices {
    var choices = Choices.ofCommand(progress)
    choices.source = source.settings
    choices.mapping = mapping.settings(tone, look)
    choices.lookup = lookup.settings
    choices.target = output.settings(for: display, alpha)
    choices.strict = strictness.strict
    return choices
  }
}

extension Choices {
  /// The defaults, for a job that asks and informs the user of the command.
  static func ofCommand(_ progress: Progress? = nil) -> Choices {
    var choices = Choices()
    choices.nameOfSetting = { "--\($0.option)" }
    choices.control = RunControl(
      isCancelled: { Interruption.signal != nil }, tell: { Console.complain($0) }, show: { progress?.show($0) },
      start: { Interruption.begin() })
    // The process ends with the job.
    choices.control.joinsThreads = false
    return choices
  }
}

extension RunControl {
  /// The control of a job that shows no progress.
  static let console = RunControl(
    isCancelled: { Interruption.signal != nil }, tell: { Console.complain($0) }, start: { Interruption.begin() })
}
