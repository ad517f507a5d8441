internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import Colorimetry

/// Which frames of the input are converted.
struct FrameRangeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first frame to convert: its number, counted from 0, or a time since the first frame, such as 12.5s or 00:01:02.5.",
      valueName: "index or time"),
    transform: FramePosition.init(_:))
  var start = FramePosition.index(0)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many frames to convert; by default, all that follow.", valueName: "count"))
  var frames: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long the part to convert is, such as 10s or 00:01:30, in place of --frames.", valueName: "time"),
    transform: FramePosition.duration(_:))
  var duration: Double?

  func validate() throws { try validating(settings.check) }

  /// What the options say.
  var settings: FrameSelection { FrameSelection(start: start, frames: frames, duration: duration) }
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
