internal import ToneMapping

// Counting the frames.
extension FrameSelection {
  /// Checks that there were as many frames as requested; fewer are an error only with `--strict`, none is always an error.
  package func check(count: Int, of clip: Clip, strict: Bool, _ control: RunControl) throws(TranscodingError) {
    guard count > 0 else { throw tooShort(clip, nil) }
    guard let asked = frames, count < asked else { return }
    let (code, found): (_, Fix) = (
      "fewer-frames",
      "\(clip.name) has only \(plural(count, "frame")) from \(.start) \(start), but \(.frames) asks for \(asked)"
    )
    guard !strict else { throw .strict(Finding(code: code, found: found), fix: "ask for \(count)") }
    let taken = count == 1 ? "that one" : "those \(count)"
    control.report(assumed: [Finding(code: code, found: found, consequence: "taking \(taken)")])
  }

  /// Returns the error that a clip lacks all of these frames; `count` is the number of all its frames, if known.
  package func tooShort(_ clip: Clip, _ count: Int?) -> TranscodingError {
    .input(.noFrame(clip.name, self, count: count))
  }

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

extension Int {
  /// Returns the sum with another number, or `Int.max` on overflow, which no count reaches.
  func adding(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

/// The range of frames to read.
struct FrameRange: Hashable, Sendable {
  /// The absolute index of the first.
  let first: Int
  /// The maximum number of frames; `nil` if all that follow are read, or if times determine the end.
  let count: Int?
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
