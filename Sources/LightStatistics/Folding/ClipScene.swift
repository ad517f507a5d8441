/// The light of a scene: consecutive frames without a cut.
public struct ClipScene: Hashable, Sendable {
  /// The absolute index of its first frame, and the number of its frames.
  public let firstFrame, count: Int
  /// The maximum max(R, G, B) of a pixel.
  public let maximum: Luminance
  /// The mean of the frames' averages of max(R, G, B).
  public let averageMaxRGB: Luminance
  /// Dolby Vision's level 1: the minimum, the mean and the maximum PQ signal of max(R, G, B) in the active area, each rounded to a code.
  ///
  /// The minimum and the maximum cover all frames; the mean is that of the frames' means, without black frames. They are as measured: writers of RPUs
  /// limit them further.
  ///
  /// - Source: Dolby, *Dolby Vision Level 1 (L1) Metadata*: the lowest black level, the average luminance level and the highest luminance level of
  ///   the shot. That max(R, G, B) is measured follows awsmfunc's `generate_dovi_config`.
  public let minimumCode, averageCode, maximumCode: PQ12Code

  init(_ frames: ArraySlice<FrameSummary>) {
    (firstFrame, count) = (frames[frames.startIndex].index, frames.count)
    maximum = frames.map(\.maximum).max() ?? .nits(0)
    averageMaxRGB = .nits(frames.reduce(0) { $0 + $1.averageMaxRGB.nits } / Double(frames.count))
    let shown = frames.filter { $0.activeArea != nil }
    let mean = shown.reduce(0) { $0 + $1.maxRGB.averagePQ.value } / Double(max(1, shown.count))
    minimumCode = frames.lazy.map(\.maxRGB.minimumCode).min() ?? 0
    averageCode = PQ12Code(nearest: SignalLevel(mean))
    maximumCode = frames.lazy.map(\.maxRGB.maximumCode).max() ?? 0
  }
}
