public import VideoFrames

/// Writes a Y4M file.
///
///     var writer = try Y4MWriter(ByteSink(path: "clip.y4m"), Y4MHeader(.yuv420p, width: 640, height: 360))
public struct Y4MWriter: FrameWriter {
  private let header: Y4MHeader
  private var sink: ByteSink
  private var staging = Staging()

  /// Writes the first line of a file.
  ///
  /// - Throws: `RawVideoError.closedPipe`, `.cannotWrite`.
  public init(_ sink: ByteSink, _ header: Y4MHeader) throws(RawVideoError) {
    (self.sink, self.header) = (sink, header)
    try self.sink.write(header.text + "\n")
  }

  /// Writes a frame with the header's format and size, preceded by its `FRAME` line.
  public mutating func write(_ frame: Frame) throws(RawVideoError) {
    try frame.check(header.format, width: header.width, height: header.height)
    try sink.write("FRAME\n")
    try sink.write(frame, through: &staging)
  }

  public mutating func finish() throws(RawVideoError) { try sink.close() }
}
