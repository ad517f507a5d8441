internal import ToneMapping

/// A source of frames: an opened file or pipe.
protocol FrameSource: AnyObject, Sendable {
  associatedtype Input: Picture

  var clip: Clip { get }

  /// Restricts reading to these frames.
  ///
  /// - Parameter hasFrameBefore: Whether the preceding frame, if any, is returned first.
  /// - Returns: The range, without the preceding frame; `nil` if the clip ends before the first.
  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange?

  /// Returns the time of a frame, in seconds from the start of the clip; `nil` if it is unknown.
  func seconds(of picture: Input, index: Int) -> Double?

  func makePicture() throws -> Input

  /// Reads the next frame; returns `false` at the end.
  func read(into picture: Input) throws -> Bool

  /// Errors in the frames that did not end the reading.
  var faults: [Finding] { get }

  /// The movie that the frames are decoded from; `nil` for other inputs.
  var movie: MovieSource? { get }
}

extension TranscodingError {
  init(reading name: String, _ error: any Error) {
    self = error as? TranscodingError ?? TranscodingError(below: error) ?? .input(.unexpected(name, reason: "\(error)"))
  }
}

extension FrameSource {
  var faults: [Finding] { [] }
  var movie: MovieSource? { nil }

  /// Whether the source decodes frames on its own threads.
  var decodes: Bool { movie != nil }

  func select(_ frames: FrameSelection) throws(TranscodingError) -> FrameRange? {
    try select(frames, hasFrameBefore: false)
  }

  /// Restricts reading to these frames, of which there must be one.
  func range(of frames: FrameSelection, hasFrameBefore: Bool = false) throws(TranscodingError) -> FrameRange {
    if let range = try select(frames, hasFrameBefore: hasFrameBefore) { return range }
    throw .input(.noFrame(clip.name, frames, count: clip.frameCount))
  }
}

extension FrameSelection {
  /// Checks that there were as many frames as requested; fewer are an error only with `--strict`, none is always an error.
  package func check(count: Int, of clip: Clip, strict: Bool, _ control: RunControl) throws(TranscodingError) {
    guard count > 0 else { throw .input(.noFrame(clip.name, self, count: nil)) }
    guard let asked = frames, count < asked else { return }
    let (code, found): (_, Fix) = (
      "fewer-frames",
      "\(clip.name) has only \(plural(count, "frame")) from \(.start) \(start), but \(.frames) asks for \(asked)"
    )
    guard !strict else { throw .strict(Finding(code: code, found: found), fix: "ask for \(count)") }
    let taken = count == 1 ? "that one" : "those \(count)"
    control.report(assumed: [Finding(code: code, found: found, consequence: "taking \(taken)")])
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
