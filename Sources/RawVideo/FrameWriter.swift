public import VideoFrames

/// Writes frames one after another: one plane after another, without padding, and in Y4M behind a header and a line for each frame.
///
///     var writer = try FrameWriter(ByteSink(path: "clip.y4m"), Y4MHeader(.yuv420p, width: 640, height: 360))
public struct FrameWriter: Sendable {
  private let header: Y4MHeader?
  private var sink: ByteSink
  private var packed: [UInt8] = []

  /// Creates a writer of raw frames of any format and size.
  public init(_ sink: ByteSink) { (self.sink, header) = (sink, nil) }

  /// Writes the first line of a Y4M file.
  ///
  /// - Throws: `RawVideoError` of `.closedPipe` or `.transfer`.
  public init(_ sink: ByteSink, _ header: Y4MHeader) throws(RawVideoError) {
    (self.sink, self.header) = (sink, header)
    try self.sink.write(header.text + "\n")
  }

  /// Writes a frame; in Y4M, with the header's format and size.
  ///
  /// - Throws: `RawVideoError` of `.otherPicture`, `.closedPipe` or `.transfer`.
  public mutating func write(_ frame: Frame) throws(RawVideoError) {
    if let header {
      try frame.check(header.format, width: header.width, height: header.height)
      try sink.write("FRAME\n")
    }
    try sink.write(frame, through: &packed)
  }

  /// Closes the destination. This is the last chance to report data that could not be stored.
  ///
  /// - Throws: `RawVideoError` of `.transfer`.
  public mutating func finish() throws(RawVideoError) { try sink.close() }
}

extension Frame {
  /// Throws `RawVideoError` of `.otherPicture` for a frame of another format or size.
  func check(_ format: PixelFormat, width: Int, height: Int) throws(RawVideoError) {
    guard self.format == format, self.width == width, self.height == height else {
      throw RawVideoError(
        .otherPicture, "the frame is \(self.width)×\(self.height) \(self.format)",
        but: "\(width)×\(height) \(format) was expected", fix: "make the frame with makeFrame()")
    }
  }
}

extension ByteSink {
  /// Writes the planes of a picture, one after another, without padding; `packed` is memory for planes that have padding.
  fileprivate mutating func write(_ frame: Frame, through packed: inout [UInt8]) throws(RawVideoError) {
    for (index, plane) in frame.planes.enumerated() {
      try unsafe frame.withUnsafePlane(index) { bytes throws(RawVideoError) in
        if plane.isTight { return try unsafe write(bytes) }
        packed.removeAll(keepingCapacity: true)
        for y in 0..<plane.shape.height {
          unsafe packed.append(contentsOf: bytes[y * plane.stride..<y * plane.stride + plane.shape.bytesPerRow])
        }
        try unsafe packed.withUnsafeBufferPointer { bytes throws(RawVideoError) in
          try unsafe write(UnsafeRawBufferPointer(bytes))
        }
      }
    }
  }
}
