internal import HDRMetadata
internal import RawVideo
internal import Synchronization
internal import ToneMapping

/// A source of frames: an opened file or pipe.
protocol FrameSource: AnyObject, Sendable {
  associatedtype Input: Picture

  /// The properties of the frames.
  var clip: Clip { get }

  /// Whether the source decodes frames on its own threads.
  var decodes: Bool { get }

  /// Restricts reading to these frames.
  ///
  /// - Parameter hasFrameBefore: Whether the preceding frame, if any, is returned first.
  /// - Returns: The range, without the preceding frame; `nil` if the clip ends before the first.
  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange?

  /// Returns the time of a frame, in seconds from the start of the clip; `nil` if it is unknown.
  func seconds(of picture: Input, index: Int) -> Double?

  /// The time of the clip's first frame in the container, in seconds.
  var startTime: Double { get }

  /// The metadata of the first frame.
  var firstMessages: FrameMessages { get }

  /// A picture to read into.
  func makePicture() throws -> Input

  /// Reads the next frame; returns `false` at the end.
  func read(into picture: Input) throws -> Bool

  /// The finding on frame times that are lost in an output file that states one rate.
  var unkeptTimes: Finding? { get }

  /// Errors in the frames that did not end the reading.
  var faults: [Finding] { get }

  /// The source of color, if this one adds alpha to another.
  var origin: any FrameSource { get }
}

extension FrameSource {
  var origin: any FrameSource { self }
  var startTime: Double { origin === self ? 0 : origin.startTime }

  /// Restricts reading to these frames.
  func select(_ frames: FrameSelection) throws(TranscodingError) -> FrameRange? {
    try select(frames, hasFrameBefore: false)
  }
}

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

/// A target for frames: an opened output.
protocol FrameTarget: AnyObject {
  associatedtype Output: Picture

  /// A picture to convert into.
  func makePicture() throws -> Output

  /// Writes a frame.
  func write(_ picture: Output) throws

  /// Whether the output can state light levels that are known only after the last frame.
  var statesLightAtTheEnd: Bool { get }

  /// Completes the output, and throws pending write errors.
  ///
  /// - Parameter color: The color tags of the frames, as now known.
  func finish(_ color: OutputTags) throws

  /// Findings about the output.
  var findings: [Finding] { get }

  /// The complete parts that remain although the rest fails, in words; `nil` if nothing remains.
  var remains: String? { get }
}

extension FrameTarget {
  var findings: [Finding] { [] }
  var remains: String? { nil }
}

extension ClipReader: FrameSource {
  var faults: [Finding] { [] }
  var unkeptTimes: Finding? { nil }
  var firstMessages: FrameMessages { FrameMessages() }
  var decodes: Bool { false }

  func seconds(of picture: RawPicture, index: Int) -> Double? { clip.frameRate.map { Double(index) / $0.value } }

  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(clip.format)) }

  func read(into picture: RawPicture) throws -> Bool { try picture.frame.withLock { try read(into: &$0) } }
}

extension ClipWriter: FrameTarget {
  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(format)) }

  func write(_ picture: RawPicture) throws { try picture.frame.withLock { try write($0) } }

  /// Always true: the color JSON is written last, and the caller receives the levels.
  var statesLightAtTheEnd: Bool { true }

  func finish(_ color: OutputTags) throws { try finish() }
}
