/// The progress of a job.
public struct ConversionProgress: Sendable {
  /// The processing of the frames.
  public enum Phase: Sendable {
    /// Frames are measured, to be converted afterward.
    case measuring
    case converting
  }

  public let phase: Phase
  /// The number of frames so far.
  public let frames: Int
  /// The expected number of frames, if it is known.
  public let expectedFrames: Int?
  /// Whether `expectedFrames` is an estimate from a duration and a rate, so the actual number may differ.
  public let isEstimated: Bool
  /// The seconds since the start of the phase.
  public let seconds: Double
  /// The duration of the frames so far, in seconds.
  public let shown: Double?
  /// The size of the output so far in bytes, if it is a file.
  public let bytes: Int?
  /// Whether the phase has ended. This is not reported for the last phase: the call returns instead.
  public let isComplete: Bool

  /// The average number of frames per second so far.
  public var rate: Double { seconds > 0 ? Double(frames) / seconds : 0 }
}
