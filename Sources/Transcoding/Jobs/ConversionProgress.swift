internal import HDRMetadata

/// How far a job is.
public struct ConversionProgress: Sendable {
  /// What is done with frames.
  public enum Phase: Sendable {
    /// They are measured, to be converted afterward.
    case measuring
    case converting
  }

  public let phase: Phase
  /// The frames so far.
  public let frames: Int
  /// How many there will be, as far as that is known.
  public let expectedFrames: Int?
  /// Whether that is what a duration and a rate say, so that there can be others.
  public let isEstimated: Bool
  /// The seconds since the start of the phase.
  public let seconds: Double
  /// How long the frames so far are shown, in seconds.
  public let shown: Double?
  /// The bytes of the output so far, if it is a file.
  public let bytes: Int?
  /// Whether the phase has ended. Of the last one, nothing is shown then: the call returns.
  public let isComplete: Bool

  /// The frames per second so far.
  public var rate: Double { seconds > 0 ? Double(frames) / seconds : 0 }
}

/// Counts the frames of a phase, and shows how far it is.
package struct FrameCounter {
  let phase: ConversionProgress.Phase
  let range: FrameRange
  let clip: Clip
  let control: RunControl
  /// What is written.
  var destination: Destination?
  private(set) var frames = 0
  private let start = ContinuousClock.now

  init(_ phase: ConversionProgress.Phase, _ range: FrameRange, of clip: Clip, _ control: RunControl) {
    (self.phase, self.range, self.clip, self.control) = (phase, range, clip, control)
  }

  /// The seconds since the start.
  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// One more frame is done.
  mutating func advance() {
    frames += 1
    control.show(progress(isComplete: false))
  }

  /// All frames are done.
  func finish() { control.show(progress(isComplete: true)) }

  private func progress(isComplete: Bool) -> ConversionProgress {
    ConversionProgress(
      phase: phase, frames: frames, expectedFrames: range.expected, isEstimated: range.isEstimated, seconds: seconds,
      shown: clip.frameRate.map { Double(frames) / $0.value }, bytes: isComplete ? nil : destination.flatMap(bytes),
      isComplete: isComplete)
  }

  private func bytes(_ destination: Destination) -> Int? {
    destination.isFile ? System.status(of: destination.descriptor)?.length : nil
  }
}
