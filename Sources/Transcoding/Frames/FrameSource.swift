internal import HDRMetadata
internal import RawVideo
internal import Synchronization
internal import ToneMapping

/// Where frames come from: an opened file or pipe.
protocol FrameSource: AnyObject, Sendable {
  associatedtype Input: Picture

  /// What is known about the frames.
  var clip: Clip { get }

  /// Whether frames are decoded by threads of their own.
  var decodes: Bool { get }

  /// Returns only these frames from now on.
  ///
  /// - Parameter hasFrameBefore: Whether the frame before them comes first, if there is one.
  /// - Returns: Which they are, without the frame before; `nil` if the clip ends before the first.
  func select(_ frames: FrameSelection, hasFrameBefore: Bool) throws(TranscodingError) -> FrameRange?

  /// When a frame is shown, in seconds from the start of the clip; `nil` if that is unknown.
  func seconds(of picture: Input, index: Int) -> Double?

  /// When the container shows the first frame of the clip, in seconds.
  var startTime: Double { get }

  /// The metadata of the first frame.
  var firstMessages: FrameMessages { get }

  /// A picture to read into.
  func makePicture() throws -> Input

  /// Reads the next frame; returns whether there was one.
  func read(into picture: Input) throws -> Bool

  /// What a file loses of the frames that were read if it states one rate.
  var unkeptTimes: Finding? { get }

  /// What was wrong with the frames that were read, but did not end the reading.
  var faults: [Finding] { get }

  /// The source of color, where others give it alpha.
  var origin: any FrameSource { get }
}

extension FrameSource {
  var origin: any FrameSource { self }
  var startTime: Double { origin === self ? 0 : origin.startTime }

  /// Returns only these frames from now on.
  func select(_ frames: FrameSelection) throws(TranscodingError) -> FrameRange? {
    try select(frames, hasFrameBefore: false)
  }
}

/// Which frames of a clip are read.
struct FrameRange: Hashable, Sendable {
  /// The absolute index of the first.
  let first: Int
  /// How many there are at most; `nil` if all that follow are read, or if times say where they end.
  let count: Int?
  /// How many there are, as far as is known before.
  let expected: Int?
  /// Whether that is what the duration and the average rate say, so that there can be others.
  let isEstimated: Bool
}

extension Clip {
  /// The error for a time of a clip that states no rate.
  func missingRate(for option: Fix) -> TranscodingError {
    .settings("\(name) states no frame rate, but \(option) is a time; give \(.fps), such as \(.fps, 25)")
  }
}

extension FrameSelection {
  /// How many frames there will be.
  ///
  /// - Parameters:
  ///   - count: How many there are at most; `nil` if only the clip ends them.
  ///   - first: The absolute index of the first.
  func range(_ first: Int, count: Int?, of clip: Clip) -> FrameRange {
    let left = clip.frameCount.map { max($0 - first, 0) }
    let lasting = (count == nil ? duration : nil).flatMap { time in clip.frameRate.map { frameCount(time * $0.value) } }
    let all = left ?? clip.estimatedFrameCount.map { max($0 - first, 0) }
    return FrameRange(
      first: first, count: count, expected: [all, count, lasting].compactMap(\.self).min(),
      isEstimated: lasting != nil || left == nil && count == nil)
  }

  /// The number of frames that begin before a time that is given in frames; a thousandth is the error of numbers such as 0.1.
  func frameCount(_ time: Double) -> Int { Int(exactly: (time - 0.001).rounded(.up)).map { max($0, 0) } ?? .max }
}

/// Where frames go: an opened output.
protocol FrameTarget: AnyObject {
  associatedtype Output: Picture

  /// A picture to convert into.
  func makePicture() throws -> Output

  /// Writes a frame.
  func write(_ picture: Output) throws

  /// Whether the output can state what is known about light after the last frame.
  var statesLightAtTheEnd: Bool { get }

  /// Ends the output, and throws what could not be written.
  ///
  /// - Parameter color: What is now known about the color of the frames.
  func finish(_ color: OutputTags) throws

  /// What was reported of the output.
  var findings: [Finding] { get }

  /// What is complete and stays although the rest fails, in words; `nil` if nothing does.
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

  /// The color JSON, which is written last, and the caller, who learns it.
  var statesLightAtTheEnd: Bool { true }

  func finish(_ color: OutputTags) throws { try finish() }
}
