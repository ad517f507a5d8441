internal import ToneMapping

/// A source of frames: an opened file or pipe.
protocol FrameSource: AnyObject, Sendable {
  associatedtype Input: Picture

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

  var firstMessages: FrameMessages { get }

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

extension TranscodingError {
  /// Creates the error of an input from any error of reading it.
  init(reading name: String, _ error: any Error) {
    self = error as? TranscodingError ?? TranscodingError(below: error) ?? .input(.unexpected(name, reason: "\(error)"))
  }
}

extension FrameSource {
  var origin: any FrameSource { self }
  var startTime: Double { origin === self ? 0 : origin.startTime }
  var firstMessages: FrameMessages { origin === self ? FrameMessages() : origin.firstMessages }
  var unkeptTimes: Finding? { origin === self ? nil : origin.unkeptTimes }

  func select(_ frames: FrameSelection) throws(TranscodingError) -> FrameRange? {
    try select(frames, hasFrameBefore: false)
  }

  /// Restricts reading to these frames, of which there must be one.
  func range(of frames: FrameSelection, hasFrameBefore: Bool = false) throws(TranscodingError) -> FrameRange {
    if let range = try select(frames, hasFrameBefore: hasFrameBefore) { return range }
    throw frames.tooShort(clip, clip.frameCount)
  }
}
