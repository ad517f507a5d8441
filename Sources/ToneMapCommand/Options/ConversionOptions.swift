internal import ArgumentParser
internal import Transcoding

extension ArgumentVisibility {
  /// Hidden on the page that `--help` prints, which has the common options; shown everywhere else: `--help-hidden`, the manual page, completions,
  /// and errors, which list the values.
  static var further: ArgumentVisibility {
    let words = Arguments.words
    return words.first == "help" || words.contains("--help") || words.contains("-h") ? .hidden : .default
  }
}

/// The options that determine the plan of a conversion: the source, the mapping and the output.
struct ConversionOptions: ParsableArguments {
  @OptionGroup(title: "Common") var display: OutputDisplayOptions
  @OptionGroup(title: "Common") var tone: ToneOptions
  @OptionGroup var source: SourceOptions
  @OptionGroup(title: "Look") var look: LookOptions
  @OptionGroup(title: "Mapping", visibility: .further) var mapping: MappingOptions
  @OptionGroup(title: "Light that changes", visibility: .further) var dynamic: FrameMetadataOptions
  @OptionGroup(title: "Lookup table", visibility: .further) var lookup: LookupOptions
  @OptionGroup(title: "Output", visibility: .further) var output: OutputOptions
  @OptionGroup(title: "Alpha", visibility: .further) var alpha: AlphaOptions
}

/// The conversion of movies: its plan, the part of the input, and how that is read, encoded and replaced.
struct MovieOptions: ParsableArguments {
  @OptionGroup var conversion: ConversionOptions
  @OptionGroup(title: "Common") var part: PartOptions
  @OptionGroup(title: "Common") var quality: QualityOptions
  @OptionGroup(title: "Common") var overwriting: OverwritingOptions
  @OptionGroup(title: "Common") var strictness: StrictOptions
  @OptionGroup(title: "More about the source", visibility: .further) var decoding: DecodingOptions
  @OptionGroup(title: "Parts", visibility: .further) var frames: FrameCountOptions
  @OptionGroup(title: "Light that changes", visibility: .further) var dynamics: DynamicsOptions

  var display: OutputDisplayOptions { conversion.display }
}

extension ConversionSettings {
  /// Creates settings from the options of a command, except for a shared display, which the command finds.
  init(_ command: some ParsableArguments, for display: OutputDisplayOptions) throws {
    var stated = command.stated
    if display.isShared { stated[.to] = nil }
    try self.init(stated)
  }

  func refuseOptionsOfOneInput(_ writing: WritingOptions, several: String) throws(ValidationError) {
    let setting = settingOfOneInput.map { OptionStyle.words.name($0) }
    guard let option = writing.printEncoderArgs != nil ? "--print-encoder-args" : setting else { return }
    throw ValidationError("\(option) is for one input, but \(several) is for several; convert each by itself")
  }
}

extension RunControl {
  /// The control of a job that shows no progress.
  static var console: RunControl { console(showing: nil) }

  static func console(showing progress: Progress?) -> RunControl {
    // Threads are not joined, since the process ends with the job.
    RunControl(
      isCancelled: { Interruption.signal != nil }, inform: { Console.warn($0, isAssumed: $1) },
      show: { progress?.show($0) },
      start: { Interruption.begin() }, joinsThreads: false, nameOfSetting: { OptionStyle.words.name($0.setting) })
  }
}
