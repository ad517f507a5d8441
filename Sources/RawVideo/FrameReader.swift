public import VideoFrames

/// A source of frames, read one after another: raw frames as the caller describes them, or Y4M as its header does.
///
///     var reader = try Y4MReader(ByteSource(path: "clip.y4m"))
///     var frame = try reader.makeFrame()
///     while try reader.read(into: &frame) { … }
public protocol FrameReader: Sendable {
  /// The format of the frames.
  var format: PixelFormat { get }
  /// The width in pixels.
  var width: Int { get }
  /// The height in pixels.
  var height: Int { get }
  /// The frame rate, if known.
  var frameRate: FrameRate? { get }
  /// The number of frames, if the length of the file determines it.
  var frameCount: Int? { get }
  /// The number of frames read or skipped so far.
  var position: Int { get }

  /// Reads the next frame.
  ///
  /// - Parameter frame: A frame made by `makeFrame`; its contents are overwritten.
  /// - Returns: Whether there was another frame.
  /// - Throws: `RawVideoError.otherPicture`, `.truncatedFrame`, `.shortened`, `.cannotRead`; in Y4M also `.missingFrameMark` and
  ///   `.endlessFrameLine`.
  mutating func read(into frame: inout Frame) throws(RawVideoError) -> Bool

  /// Skips frames, by seeking in a file or by reading from a pipe.
  ///
  /// - Returns: The number of frames skipped; fewer than `count` only at the end.
  /// - Throws: As `read(into:)`.
  mutating func skip(frames count: Int) throws(RawVideoError) -> Int
}

extension FrameReader {
  /// Makes a frame of the right format and size to read into.
  ///
  /// - Throws: `RawVideoError.picture` for an impossible size, which the readers in this module reject earlier, or if
  ///   there is no memory for the frame.
  public func makeFrame() throws(RawVideoError) -> Frame {
    do { return try Frame(format, width: width, height: height) } catch { throw .picture(error) }
  }
}

extension Frame {
  /// Throws `RawVideoError.otherPicture` for a frame of another format or size.
  func check(_ format: PixelFormat, width: Int, height: Int) throws(RawVideoError) {
    guard self.format == format, self.width == width, self.height == height else {
      throw .otherPicture(
        found: "\(self.width)×\(self.height) \(self.format)", expected: "\(width)×\(height) \(format)")
    }
  }
}

/// A destination of frames, written one after another.
public protocol FrameWriter: Sendable {
  /// Writes a frame.
  ///
  /// - Throws: `RawVideoError.otherPicture`, `.closedPipe`, `.cannotWrite`.
  mutating func write(_ frame: Frame) throws(RawVideoError)

  /// Closes the destination. This is the last chance to report data that could not be stored.
  ///
  /// - Throws: `RawVideoError.cannotWrite`.
  mutating func finish() throws(RawVideoError)
}
