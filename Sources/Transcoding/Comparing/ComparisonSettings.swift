/// The settings of a comparison of two clips.
public struct ComparisonSettings: Sendable {
  /// The settings of the first input, the reference, which override its file.
  public var first = InputSettings()
  /// The settings of the second input; `nil` means those of the first.
  public var second: InputSettings?
  /// The frames of the first input to compare.
  public var frames = FrameSelection()
  /// The number of frames by which the second is late: its frame with this index is paired with the first's frame 0. `nil` pairs frames by time.
  public var offset: Int?
  /// The threads and vector instructions, which do not change the results.
  public var running = RunningSettings()
  /// Whether every assumption is an error.
  public var isStrict = false
  /// The PNG file that shows where the frame with the maximum mean difference differs.
  public var heatMap: MediaLocation?
  /// The file of comma-separated values with a row for each frame.
  public var csv: MediaLocation?
  /// Whether write-protected files are replaced too.
  public var replacesProtectedFiles = false

  /// Creates settings for all frames of inputs that state their color.
  public init() {}
}
