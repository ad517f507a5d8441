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
  /// Creates the error of an input from any error of reading it.
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
    throw frames.tooShort(clip, clip.frameCount)
  }
}
