/// The HDR10+ metadata of the converted frames of a stream, as far as one curve for all of them requires it.
///
///     var frames = HDR10PlusFrames(start: 0, count: 240)
///     for frame in document.frames { frames.take(frame.metadata) }
///     let plan = try ConversionPlan(from: source, to: .sdr, tone: .st2094_40(HDR10PlusCurve(frames)))
public struct HDR10PlusFrames: Hashable, Sendable {
  /// The first converted frame, counted from the first of the stream.
  public let start: Int
  /// The number of converted frames; `nil` means all that follow.
  public let count: Int?
  /// The number of frames whose metadata was read.
  public private(set) var total = 0
  /// The metadata of the first converted frame; `nil` before it was read.
  public private(set) var first: HDR10PlusMetadata?
  /// The first converted frame that is mapped differently; `nil` if absent.
  public private(set) var change: Int?

  /// The frames `start ..< start + count` of a stream.
  public init(start: Int = 0, count: Int? = nil) {
    self.start = start
    self.count = count
  }

  /// Reads the metadata of the next frame of the stream.
  public mutating func take(_ metadata: HDR10PlusMetadata) {
    if total == start { first = metadata }
    if let first, change == nil, total - start < count ?? .max, !metadata.isMapped(as: first) { change = total }
    total += 1
  }
}

extension HDR10PlusMetadata {
  /// Whether this maps light like other metadata: with the same curve, scene peak and display.
  fileprivate func isMapped(as other: HDR10PlusMetadata) -> Bool {
    windows.first?.bezierCurve == other.windows.first?.bezierCurve
      && windows.first?.maximum == other.windows.first?.maximum
      && targetedDisplayMaximum == other.targetedDisplayMaximum
  }
}
