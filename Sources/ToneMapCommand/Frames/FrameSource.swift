internal import Synchronization
internal import ToneMapping

/// Where frames come from: an opened file or pipe.
protocol FrameSource: AnyObject, Sendable {
  associatedtype Input: Picture

  /// What is known about the frames.
  var clip: Clip { get }

  /// Returns only these frames from now on.
  func select(_ frames: FrameRangeOptions)

  /// A picture to read into.
  func makePicture() throws -> Input

  /// Reads the next frame; returns whether there was one.
  func read(into picture: Input) throws -> Bool

  /// What was wrong with the frames that were read, but did not end the reading.
  var faults: [Finding] { get }
}

/// Where frames go: an opened output.
protocol FrameTarget: AnyObject {
  associatedtype Output: Picture

  /// A picture to convert into.
  func makePicture() throws -> Output

  /// Writes a frame.
  func write(_ picture: Output) throws

  /// Ends the output, and throws what could not be written.
  ///
  /// - Parameter color: What is now known about the color of the frames.
  func finish(_ color: OutputColor) throws
}

extension ClipReader: FrameSource {
  var faults: [Finding] { [] }

  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(clip.format)) }

  func read(into picture: RawPicture) throws -> Bool { try picture.frame.withLock { try read(into: &$0) } }
}

extension ClipWriter: FrameTarget {
  func makePicture() throws -> RawPicture { RawPicture(try clip.frame(format)) }

  func write(_ picture: RawPicture) throws { try picture.frame.withLock { try write($0) } }

  func finish(_ color: OutputColor) throws { try finish() }
}
