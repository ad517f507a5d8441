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
      "How the tone curve follows the light that was measured: one peak for the clip, one for each scene, or one for each frame,"
        + " smoothed; metadata takes the light that Dolby Vision or HDR10+ states for each frame of a movie. Without --stats, the whole clip is measured first. one-pass looks ahead in what can be read only once; auto is scene"
        + " or, there, one-pass.",
      valueName: "mode"))
  var dynamics: LightSettings.Mode?

  @Option(
    help: ArgumentHelp(
      "The light of each frame as lines of JSON, such as {\"frame\": 0, \"max_cd_m2\": 812, \"average_cd_m2\": 35}.",
      valueName: "file"),
    completion: .file(extensions: ["jsonl"]))
  var frameMetadata: Path?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many frames one-pass looks ahead, and holds in memory; by default, 24.", valueName: "frames"))
  var lookAhead: Int?

  /// Whether the light of frames decides how they are mapped.
  var isAskedFor: Bool { dynamics != nil || !stats.isEmpty || frameMetadata != nil }

  /// What the options say.
  var settings: LightSettings {
    var settings = LightSettings()
    (settings.mode, settings.statistics) = (dynamics, stats)
    (settings.frameMetadata, settings.lookAhead) = (frameMetadata, lookAhead)
    return settings
  }

  func validate() throws { try validating(settings.check) }
}
