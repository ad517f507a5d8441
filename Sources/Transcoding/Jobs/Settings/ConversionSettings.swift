public import ToneMapping

/// All settings of a conversion: a plain value that a job copies when it is made.
public struct ConversionSettings: Sendable {
  public var input = InputSettings()
  public var frames = FrameSelection()
  public var mapping = MappingSettings()
  public var light = LightSettings()
  public var lookup = LookupSettings()
  public var output = OutputSettings()
  public var encoding = EncodingSettings()
  public var running = RunningSettings()
  /// Whether the two fields of each interlaced frame are combined into one frame; otherwise interlaced movies are rejected.
  public var deinterlaces = false
  /// Whether every assumption is an error.
  public var isStrict = false

  /// - Parameters:
  ///   - display: The kind of display; `nil` is SDR of BT.709, and sRGB for a JPEG.
  ///   - encoding: The encoding of a movie; by default, as players of the container expect.
  public init(to display: Display.Preset? = nil, encoding: EncodingSettings = .init()) {
    (output.display, self.encoding) = (display, encoding)
  }
}

extension ConversionSettings: SettingsTable {
  public init() { self.init(to: nil) }

  package static let rows: [Setting<Self>] =
    InputSettings.rows.map { $0.within(\.input) } + MappingSettings.rows.map { $0.within(\.mapping) }
    + LookupSettings.rows.map { $0.within(\.lookup) } + OutputSettings.rows.map { $0.within(\.output) }
    + FrameSelection.rows.map { $0.within(\.frames) } + LightSettings.rows.map { $0.within(\.light) }
    + EncodingSettings.rows.map { $0.within(\.encoding) } + RunningSettings.rows.map { $0.within(\.running) } + [
      Setting(
        .deinterlace, \.deinterlaces,
        help:
          "Deinterlace a movie with libavfilter's bwdif, one frame for each interlaced frame; progressive frames stay unchanged."
      ), .strict(\.isStrict),
    ]
}

/// The execution settings of a job.
public struct RunningSettings: Hashable, Sendable {
  /// The number of threads, also in a movie's decoder and encoder; `nil` is one per processor available to the process.
  public var threads: Int?
  /// The vector instructions; all give the same bits. `nil` is the widest set that this machine supports.
  public var instructions: InstructionSet?

  /// All processors, and the widest instructions.
  public init() {}

  package var chosenInstructions: InstructionSet { instructions ?? InstructionSet.available.last ?? .baseline }
}

extension RunningSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    Setting(.simd, \.instructions),
    Setting(
      .threads, \.threads, as: "count",
      help:
        "The number of threads, also for a movie's decoder and encoder, which have at least one each; by default, one for each processor that the"
        + " process may use."),
  ]
}

extension ConversionSettings {
  /// A setting that is given, though it is for one input.
  package var settingOfOneInput: SettingName? {
    let given: [(SettingName, Bool)] = [
      (.preview, output.preview != nil), (.outHDR10plus, output.hdr10Plus != nil), (.stats, !light.statistics.isEmpty),
      (.frameMetadata, light.frameMetadata != nil), (.colorJSON, input.colorJSON != nil),
      (.alphaFile, output.alpha.alphaFile != nil),
    ]
    return given.first(where: \.1)?.0
  }
}
