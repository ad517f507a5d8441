internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import LightStatistics

/// How the tone curve follows light that changes.
struct DynamicsOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What tonemap measure --stats wrote about the whole clip; one option for each file if parts were measured.",
      valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var stats: [Path] = []

  @Option(
    help: ArgumentHelp(
      "How the tone curve follows the light that was measured: one peak for the clip (static), one for each scene, or one for each frame,"
        + " smoothed; metadata takes the light that Dolby Vision or HDR10+ states for each frame of a movie, which is the default for SDR; off"
        + " makes one curve from the peak of the source. Without --stats, the whole clip is measured first. one-pass, for what can be read only"
        + " once, looks 24 frames ahead, one-pass:48 as many as it says; auto is scene or, there, one-pass.",
      valueName: "mode"),
    completion: .list(LightSettings.Mode.allCases.map(\.rawValue)), transform: FollowedLight.init(option:))
  var dynamics: FollowedLight?

  /// What the options say, with what is stated of frames.
  func settings(_ stated: FrameMetadataOptions) -> LightSettings {
    var settings = LightSettings()
    (settings.mode, settings.lookAhead) = (dynamics?.mode, dynamics?.lookAhead)
    (settings.statistics, settings.frameMetadata) = (stats, stated.frameMetadata)
    return settings
  }
}

/// What a file states of each frame.
struct FrameMetadataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is stated of each frame: HDR10+ JSON, or lines of JSON such as {\"frame\": 0, \"max_cd_m2\": 812, \"average_cd_m2\": 35}."
        + " With --tone-mapping st2094-40, HDR10+ gives the curve; with others, convert follows the light that is stated.",
      valueName: "file"),
    completion: .file(extensions: ["json", "jsonl"]))
  var frameMetadata: Path?
}
