internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import Colorimetry

/// The part of the input that is used.
struct PartOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where to start: a frame number (120) or a time (12.5s, 00:01:02.5).", valueName: "position"),
    transform: FramePosition.init(option:))
  var start: FramePosition?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long the part is, such as 10s or 00:01:30.", valueName: "time"),
    transform: { try FramePosition.duration(option: $0, frames: "--frames") })
  var duration: Double?
}

/// The length of the part as a number of frames.
struct FrameCountOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many frames, in place of --duration; by default, all that follow.", valueName: "count"))
  var frames: Int?

  /// What the options say, with those of time.
  func settings(_ part: PartOptions) -> FrameSelection {
    FrameSelection(start: part.start ?? .index(0), frames: frames, duration: part.duration)
  }
}
