public import VideoFrames

/// Writes raw frames: one plane after another, without padding or headers.
public struct RawFrameWriter: FrameWriter {
  private var sink: ByteSink
  private var staging = Staging()

  /// Creates a writer of frames of any format and size.
  public init(_ sink: ByteSink) { self.sink = sink }

  /// Writes a frame, its planes one after another.
  public mutating func write(_ frame: Frame) throws(RawVideoError) { try sink.write(frame, through: &staging) }

  /// Closes the destination.
  public mutating func finish() throws(RawVideoError) { try sink.close() }
}
