internal import HDRMetadata
public import ToneMapping

/// Everything that is chosen for a conversion: a plain value, which nothing changes once a job is made from it.
public struct ConversionSettings: Sendable {
  /// What is known of the input better than its file says.
  public var input = InputSettings()
  /// Which frames are converted.
  public var frames = FrameSelection()
  /// How light is mapped to the display.
  public var mapping = MappingSettings()
  /// How the tone curve follows light that changes.
  public var light = LightSettings()
  /// A lookup table in place of all work on light.
  public var lookup = LookupSettings()
  /// The display, and the coding of the output.
  public var output = OutputSettings()
  /// How a movie is encoded.
  public var encoding = EncodingSettings()
  /// Threads and vector instructions.
  public var running = RunningSettings()
  /// Whether one whole frame is made of the two fields of each interlaced frame; else interlaced movies are refused.
  public var deinterlaces = false
  /// Whether every assumption is an error.
  public var isStrict = false

  /// - Parameters:
  ///   - display: The kind of display; `nil` is SDR of BT.709, and sRGB for a JPEG.
  ///   - encoding: How a movie is encoded; by default, as players of the container expect.
  public init(to display: Display.Preset? = nil, encoding: EncodingSettings = .init()) {
    (output.display, self.encoding) = (display, encoding)
  }
}

extension ConversionSettings: SettingsTable {
  /// The defaults.
  public init() { self.init(to: nil) }

  package static let rows: [Setting<Self>] =
    InputSettings.rows.map { $0.within(\.input) } + MappingSettings.rows.map { $0.within(\.mapping) }
    + LookupSettings.rows.map { $0.within(\.lookup) } + OutputSettings.rows.map { $0.within(\.output) }
    + FrameSelection.rows.map { $0.within(\.frames) } + LightSettings.rows.map { $0.within(\.light) }
    + EncodingSettings.rows.map { $0.within(\.encoding) } + RunningSettings.rows.map { $0.within(\.running) } + [
      Setting(
        .deinterlace, \.deinterlaces,
        help:
          "Make one whole frame of the two fields of each interlaced frame of a movie, by libavfilter's bwdif; other frames stay as they are."
      ), .strict(\.isStrict),
    ]
}
