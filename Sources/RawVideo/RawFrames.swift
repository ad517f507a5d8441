public import VideoFrames

/// Reads raw frames: one plane after another, without padding or headers.
///
///     var reader = try RawFrameReader(ByteSource(path: "clip.yuv"), .yuv420p10, width: 3840, height: 2160)
public struct RawFrameReader: FrameReader {
  public let format: PixelFormat
  public let width, height: Int
  public let frameRate: FrameRate?
  /// The number of frames, from the length of the file; `nil` for a pipe.
  public let frameCount: Int?
  public private(set) var position = 0
  private let frameByteCount: Int
  private var source: ByteSource
  private var staging = Staging()

  /// Creates a reader of frames with this format and size.
  ///
  /// - Throws: `RawVideoError.picture` for an impossible size; `.partialFrame` if the file does not contain a whole
  ///   number of frames.
  public init(
    _ source: ByteSource, _ format: PixelFormat, width: Int, height: Int, frameRate: FrameRate? = nil
  ) throws(RawVideoError) {
    do { _ = try Frame.planes(format, width: width, height: height) } catch { throw .picture(error) }
    frameByteCount = format.frameByteCount(width: width, height: height)
    if let length = source.length {
      let (whole, extra) = length.quotientAndRemainder(dividingBy: frameByteCount)
      guard extra == 0 else {
        throw .partialFrame(source.name, wholeFrames: whole, extraBytes: extra, frameBytes: frameByteCount)
      }
      frameCount = whole
    } else {
      frameCount = nil
    }
    (self.source, self.format, self.width) = (source, format, width)
    (self.height, self.frameRate) = (height, frameRate)
  }

  public mutating func read(into frame: inout Frame) throws(RawVideoError) -> Bool {
    try frame.check(format, width: width, height: height)
    return try step(try source.read(into: &frame, through: &staging))
  }

  public mutating func skip(frames count: Int) throws(RawVideoError) -> Int {
    let start = position
    while position - start < count, try step(try source.skip(frameByteCount, through: &staging)) {}
    return position - start
  }

  /// Counts a frame, given the number of its bytes that were present.
  private mutating func step(_ bytes: Int) throws(RawVideoError) -> Bool {
    guard bytes == frameByteCount else {
      if let error = source.shortening(after: position, of: frameCount) { throw error }
      if bytes == 0 { return false }
      throw .truncatedFrame(source.name, wholeFrames: position, bytes: bytes, frameBytes: frameByteCount)
    }
    position += 1
    return true
  }
}

/// Writes raw frames: one plane after another, without padding or headers.
public struct RawFrameWriter: FrameWriter {
  private var sink: ByteSink
  private var staging = Staging()

  /// Creates a writer of frames of any format and size.
  public init(_ sink: ByteSink) { self.sink = sink }

  public mutating func write(_ frame: Frame) throws(RawVideoError) { try sink.write(frame, through: &staging) }

  public mutating func finish() throws(RawVideoError) { try sink.close() }
}
