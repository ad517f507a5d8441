internal import ToneMapping

/// Which clips are compared, and how.
public struct ComparisonSettings: Sendable {
  /// What is known of the first input, the reference, better than its file says.
  public var first = InputSettings()
  /// The same of the second; `nil` is what is known of the first.
  public var second: InputSettings?
  /// Which frames of the first are compared.
  public var frames = FrameSelection()
  /// By how many frames the second is late: its frame with this index belongs to the first one's first, and so on. `nil` aligns frames by their times.
  public var offset: Int?
  /// Threads and vector instructions; all give the same numbers.
  public var running = RunningSettings()
  /// Whether every assumption is an error.
  public var isStrict = false
  /// A PNG that shows where the frame with the greatest mean difference differs.
  public var heatMap: MediaLocation?
  /// A file of comma-separated values that gets a row for each frame.
  public var csv: MediaLocation?
  /// Whether write-protected files are replaced too.
  public var replacesProtectedFiles = false

  /// All frames of inputs that state their color.
  public init() {}
}
