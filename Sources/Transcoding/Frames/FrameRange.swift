internal import ToneMapping

/// The range of frames to read.
struct FrameRange: Hashable, Sendable {
  /// The absolute index of the first.
  let first: Int
  /// The maximum number of frames; `nil` if all that follow are read, or if times determine the end.
  let count: Int?
  /// The number of frames, if it is known in advance.
  let expected: Int?
  /// Whether `expected` is an estimate from duration and average rate, so the actual number may differ.
  let isEstimated: Bool
}

extension Clip {
  /// Returns the frames per second, which a setting that is a time needs.
  func rate(for setting: SettingName, _ time: FramePosition) throws(TranscodingError) -> Double {
    guard let rate = frameRate else { throw .input(.missingRate(name, setting, time)) }
    return rate.value
  }
}

extension FrameSelection {
  /// Returns the range of frames with the number that is expected.
  ///
  /// - Parameters:
  ///   - count: The maximum number of frames; `nil` if only the clip ends them.
  ///   - first: The absolute index of the first.
  func range(_ first: Int, count: Int?, of clip: Clip) -> FrameRange {
    let left = clip.frameCount.map { max($0 - first, 0) }
    let lasting = (count == nil ? duration : nil).flatMap { time in clip.frameRate.map { frameCount(time * $0.value) } }
    let all = left ?? clip.estimatedFrameCount.map { max($0 - first, 0) }
    return FrameRange(
      first: first, count: count, expected: [all, count, lasting].compactMap(\.self).min(),
      isEstimated: lasting != nil || left == nil && count == nil)
  }

  /// Returns the number of frames that start before a time given in frames; the tolerance of 0.001 covers rounding of numbers such as 0.1.
  func frameCount(_ time: Double) -> Int { Int(exactly: (time - 0.001).rounded(.up)).map { max($0, 0) } ?? .max }
}
