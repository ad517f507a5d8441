internal import HDRMetadata
internal import LightStatistics

/// How the tone curve follows light that changes.
public struct LightSettings: Sendable {
  /// How long the peak of a curve holds, and where it is known from.
  public enum Mode: String, CaseIterable, Sendable {
    /// One peak for the clip, one for each scene, or one for each frame, smoothed; the whole clip is measured first.
    case `static`, scene, frame
    /// The light that Dolby Vision or HDR10+ states for each frame of a movie.
    case metadata
    /// One curve for all frames, from the peak of the source, whatever they state.
    case off
    /// Scenes, or ``onePass`` for what can be read only once.
    case auto
    /// Frames ahead are measured while the clip is converted.
    case onePass = "one-pass"
  }

  /// How the tone curve follows light, unless one of the others is given. `nil` follows the light that the frames of a movie state, where the
  /// output is SDR and no setting states the source's light; else it makes one curve from the source's peak.
  public var mode: Mode?
  /// Statistics of the whole clip, which were measured before.
  public var statistics: [MediaLocation] = []
  /// What is stated of each frame: its light, as lines of JSON or HDR10+ JSON; with the operator `st2094-40` its curve, as HDR10+ JSON.
  public var frameMetadata: MediaLocation?
  /// How many frames ``Mode/onePass`` looks ahead and holds in memory, `1...1000`; `nil` is 24.
  public var lookAhead: Int?

  /// The light that frames state, if they do, where the output is SDR.
  public init() {}

  /// Light that is followed in a way.
  public init(_ mode: Mode) { self.mode = mode }

  /// Whether the light of frames decides how they are mapped.
  package var isAskedFor: Bool { mode != nil || !statistics.isEmpty || frameMetadata != nil }

  /// Where the light of frames is known from.
  enum MeasurementMode: Hashable {
    /// All of it, before the first frame.
    case before(DynamicLight.Mode)
    /// The frames that follow, so many.
    case ahead(Int)
    /// What each frame brings.
    case carried
    /// A file that states it for each frame.
    case stated(MediaLocation)

    /// The number of frames that are held in memory.
    var heldFrames: Int { if case .ahead(let count) = self { count + 1 } else { 0 } }
  }

  /// Where the light of an input is known from; `nil` if light does not decide.
  ///
  /// - Parameter isSinglePass: Whether the input can be read only once.
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

  /// The error for an input that can be read only once, if all of it is to be measured first.
  func readsTwice(_ input: MediaLocation) -> TranscodingError {
    let name = input == .standardStream ? "standard input" : "\(input)"
    return .settings(
      "\(.dynamics, (mode ?? .scene).rawValue) reads the input twice, but \(name) can be read only once; name a file, or give \(.stats),"
        + " which \(.measure) writes, or choose \(.dynamics, "one-pass")")
  }
}

extension LightSettings: SettingsTable {
  package static let rows: [Setting<Self>] = [
    .frameMetadata(\.frameMetadata),
    Setting(
      .stats, \.statistics, as: "file", endings: ["jsonl"],
      help: "What \(.measure) \(.stats) wrote about the whole clip; one option for each file if parts were measured."),
    Setting(
      .dynamics, \.mode, as: "mode", choices: Mode.allCases.map(\.rawValue),
      help:
        "How the tone curve follows the light that was measured: one peak for the clip (static), one for each scene, or one for each frame,"
        + " smoothed; metadata takes the light that Dolby Vision or HDR10+ states for each frame of a movie, which is the default for SDR; off"
        + " makes one curve from the peak of the source. Without \(.stats), the whole clip is measured first. one-pass, for what can be read only"
        + " once, looks 24 frames ahead, one-pass:48 as many as it says; auto is scene or, there, one-pass."
    ) { try $0.follow(option: $1) },
  ]
}
