public import VideoFrames

/// Whatever frames are read from, one after another.
///
///     var reader = try Y4MReader(ByteSource(path: "clip.y4m"))
///     var frame = try reader.makeFrame()
///     while try reader.read(into: &frame) { … }
public protocol FrameReader: Sendable {
  /// How the samples of a frame lie.
  var format: PixelFormat { get }
  /// The pixels of a row.
  var width: Int { get }
  /// The rows.
  var height: Int { get }
  /// The frames in a second, where that is known.
  var frameRate: FrameRate? { get }
  /// The frames there are, where the length of a file tells.
  var frameCount: Int? { get }
  /// The frames read or skipped so far.
  var position: Int { get }

  /// Reads the next frame.
  ///
  /// - Parameter frame: A frame as `makeFrame` makes them; whatever it held is lost.
  /// - Returns: Whether there was one.
  /// - Throws: `RawVideoError.otherPicture`, `.truncatedFrame`, `.cannotRead`; in Y4M also `.missingFrameMark` and
  ///   `.endlessFrameLine`.
  mutating func read(into frame: inout Frame) throws(RawVideoError) -> Bool

  /// Passes over frames: by seeking in a file, by reading in a pipe.
  ///
  /// - Returns: How many there were to pass over: fewer than `count` only at the end.
  /// - Throws: As `read(into:)`.
  mutating func skip(frames count: Int) throws(RawVideoError) -> Int
}

extension FrameReader {
  /// A frame of the right format and size to read into.
  ///
  /// - Throws: `RawVideoError.picture`, which the readers here have thrown before for such a size.
  public func makeFrame() throws(RawVideoError) -> Frame {
    do { return try Frame(format, width: width, height: height) } catch { throw .picture(error) }
  }

  var frameByteCount: Int { format.frameByteCount(width: width, height: height) }

  func check(_ frame: Frame) throws(RawVideoError) {
    guard frame.format == format, frame.width == width, frame.height == height else {
      throw .otherPicture(
        found: "\(frame.width)×\(frame.height) \(frame.format)", expected: "\(width)×\(height) \(format)")
    }
  }
}

/// Whatever frames are written to, one after another.
public protocol FrameWriter: Sendable {
  /// Writes a frame.
  ///
  /// - Throws: `RawVideoError.otherPicture`, `.closedPipe`, `.cannotWrite`.
  mutating func write(_ frame: Frame) throws(RawVideoError)

  /// Closes what is written to; what could not be kept is told now, or never.
  ///
  /// - Throws: `RawVideoError.cannotWrite`.
  mutating func finish() throws(RawVideoError)
}
