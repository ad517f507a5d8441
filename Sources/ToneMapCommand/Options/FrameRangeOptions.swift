internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import Colorimetry

/// The part of the input that is converted.
struct PartOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where to start: a frame number (120) or a time (12.5s, 00:01:02.5).", valueName: "position"),
    transform: FramePosition.init(_:))
  var start: FramePosition?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much to convert, such as 10s or 00:01:30.", valueName: "time"),
    transform: FramePosition.duration(_:))
  var duration: Double?
}

/// The length of the part as a number of frames.
struct FrameCountOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many frames to convert, in place of --duration; by default, all that follow.", valueName: "count"))
  var frames: Int?

  /// What the options say, with those of time.
  func settings(_ part: PartOptions) -> FrameSelection {
    FrameSelection(start: part.start ?? .index(0), frames: frames, duration: part.duration)
  }
}

extension FramePosition {
  init(_ text: String) throws {
    if let index = Int(text) {
      guard index >= 0 else {
        throw ValidationError("frames are counted from 0, so 0 or more was expected")
      }
      self = .index(index)
    } else if let seconds = Self.time(text) {
      self = .seconds(seconds)
    } else {
      throw ValidationError("expected the number of a frame or a time, such as 120, 12.5s or 00:01:02.5")
    }
  }

  static func duration(_ text: String) throws -> Double {
    guard let seconds = time(text), seconds > 0 else {
      let counted = Int(text).map { "; for \($0) frames give --frames \($0)" } ?? ""
      throw ValidationError("expected a time above 0, such as 10s or 00:01:30\(counted)")
    }
    return seconds
  }

  /// Seconds with their unit, or with colons; a bare number could be meant as one of frames.
  private static func time(_ text: String) -> Double? {
    let hasUnit = text.hasSuffix("s")
    guard hasUnit || text.contains(":") else { return nil }
    return MovieMoment.seconds(hasUnit ? text.dropLast() : text[...])
  }
}
