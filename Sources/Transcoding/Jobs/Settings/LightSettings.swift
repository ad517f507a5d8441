internal import JSONText
internal import LightStatistics

/// The adaptation of the tone curve to changing light.
public struct LightSettings: Sendable {
  /// The interval over which a curve's peak is constant, and the origin of the light data.
  public enum Mode: String, CaseIterable, Sendable {
    /// One peak for the clip, one per scene, or one per frame, smoothed; the whole clip is measured first.
    case `static`, scene, frame
    /// The light that Dolby Vision or HDR10+ states for each frame of a movie.
    case metadata
    /// One curve for all frames, from the source's peak, ignoring per-frame metadata.
    case off
    /// ``scene``, or ``onePass`` for input that can be read only once.
    case auto
    /// Frames ahead are measured during the conversion.
    case onePass = "one-pass"
  }

  /// The mode, unless one of the other settings is given. `nil` follows the light that a movie's frames state if the output is SDR and no setting
  /// states the source's light; otherwise one curve is made from the source's peak.
  public var mode: Mode?
  /// Statistics of the whole clip, measured before.
  public var statistics: [MediaLocation] = []
  /// The metadata of each frame: its light, as JSON lines or HDR10+ JSON; with the operator `st2094-40` its curve, as HDR10+ JSON.
  public var frameMetadata: MediaLocation?
  /// The number of frames that ``Mode/onePass`` looks ahead and holds in memory, `1...1000`; `nil` is 24.
  public var lookAhead: Int?

  /// The default: the light that frames state, if any and if the output is SDR.
  public init() {}

  /// Whether a setting makes the mapping depend on the light of frames.
  package var isAskedFor: Bool { mode != nil || !statistics.isEmpty || frameMetadata != nil }

  /// The origin of the frames' light data.
  enum MeasurementMode: Hashable {
    /// All frames, measured before the first is converted.
    case before(DynamicLight.Mode)
    /// This many frames ahead.
    case ahead(Int)
    /// The metadata of each frame.
    case carried
    /// A file with data for each frame.
    case stated(MediaLocation)

    /// The number of frames held in memory.
    var heldFrames: Int { if case .ahead(let count) = self { count + 1 } else { 0 } }
  }

  /// The origin of an input's light data; `nil` if the mapping does not depend on it.
  func measurement(isSinglePass: Bool) -> MeasurementMode? {
    switch mode {
    case .static: .before(.static)
    case .frame: .before(.frame)
    case .scene: .before(.scene)
    case .auto: isSinglePass && statistics.isEmpty ? .ahead(24) : .before(.scene)
    case .onePass: .ahead(lookAhead ?? 24)
    case .metadata: .carried
    case .off: nil
    case nil: frameMetadata.map { .stated($0) } ?? (statistics.isEmpty ? nil : .before(.scene))
    }
  }
}

extension LightSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    .frameMetadata(\.frameMetadata),
    Setting(
      .stats, \.statistics, as: "file", endings: ["jsonl"],
      help:
        "Statistics of the whole clip from \(.measure) \(.stats); give it once for each file if parts were measured."
    ) { settings, value in
      let values = if case .array(let values) = value { values } else { [value] }
      settings.statistics = try values.map { MediaLocation(option: try $0.optionText()) }
    },
    Setting(
      .dynamics, \.mode, as: "mode", choices: Mode.allCases.map(\.rawValue),
      help:
        "The adaptation of the tone curve to the measured light: one peak for the clip (static), for each scene, or for each frame,"
        + " smoothed; metadata uses the light that Dolby Vision or HDR10+ states for each frame of a movie, the default for SDR; off"
        + " makes one curve from the source's peak. Without \(.stats), the whole clip is measured first. one-pass, for inputs that can be read only"
        + " once, looks 24 frames ahead, one-pass:48 looks 48 ahead; auto is scene or, for such inputs, one-pass."
    ) { try $0.follow(option: $1) },
  ]
}
