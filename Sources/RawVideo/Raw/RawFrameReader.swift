public import VideoFrames

/// Reads raw frames: planes after planes, without padding or headers.
///
///     var reader = try RawFrameReader(ByteSource(path: "clip.yuv"), .yuv420p10, width: 3840, height: 2160)
public struct RawFrameReader: FrameReader {
  /// How the samples of a frame lie, as the caller said.
  public let format: PixelFormat
  /// The pixels of a row, as the caller said.
  public let width: Int
  /// The rows, as the caller said.
  public let height: Int
  /// The frames in a second, as the caller said.
  public let frameRate: FrameRate?
  /// The frames that the length of the file makes; `nil` for a pipe.
  public let frameCount: Int?
  /// The frames read or skipped so far.
  public private(set) var position = 0
  private let frameByteCount: Int
  private var source: ByteSource
  private var staging = Staging()

  /// A reader of frames of this format and size.
  ///
  /// - Throws: `RawVideoError.picture` for an impossible size; `.partialFrame` where it does not divide the file.
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
    self.source = source
    self.format = format
    self.width = width
    self.height = height
    self.frameRate = frameRate
  }

  /// Reads the next frame; `false` where there is none left.
  public mutating func read(into frame: inout Frame) throws(RawVideoError) -> Bool {
    try check(frame)
    return try step(try source.read(into: &frame, through: &staging))
  }

  /// Passes over frames, and returns how many there were.
  public mutating func skip(frames count: Int) throws(RawVideoError) -> Int {
    let start = position
    while position - start < count, try step(try source.skip(frameByteCount, through: &staging)) {}
    return position - start
  }

  /// Counts a frame of which `bytes` bytes were there.
  private mutating func step(_ bytes: Int) throws(RawVideoError) -> Bool {
    if bytes == 0 { return false }
    guard bytes == frameByteCount else {
      throw .truncatedFrame(source.name, wholeFrames: position, bytes: bytes, frameBytes: frameByteCount)
    }
    position += 1
    return true
  }
}
