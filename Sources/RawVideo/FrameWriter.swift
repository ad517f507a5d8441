public import VideoFrames

/// Writes frames one after another: one plane after another, without padding, and in Y4M behind a header and a line for each frame.
///
///     var writer = try FrameWriter(ByteSink(path: "clip.y4m"), Y4MHeader(.yuv420p, width: 640, height: 360))
public struct FrameWriter: Sendable {
  private let header: Y4MHeader?
  private let sink: ByteSink
  /// Memory for planes that have padding.
  private var packed: [UInt8] = []

  /// Creates a writer of raw frames of any format and size.
  public init(_ sink: ByteSink) { (self.sink, header) = (sink, nil) }

  /// Writes the first line of a Y4M file.
  ///
  /// - Throws: `RawVideoError` of `.closedPipe` or `.transfer`.
  public init(_ sink: ByteSink, _ header: Y4MHeader) throws(RawVideoError) {
    (self.sink, self.header) = (sink, header)
    try sink.write(Array("\(header.text)\n".utf8))
  }

  /// Writes a frame; in Y4M, with the header's format and size.
  ///
  /// - Throws: `RawVideoError` of `.otherPicture`, `.closedPipe` or `.transfer`.
  public mutating func write(_ frame: Frame) throws(RawVideoError) {
    if let header {
      try frame.check(header.format, width: header.width, height: header.height)
      try sink.write(Array("FRAME\n".utf8))
    }
    for (index, plane) in frame.planes.enumerated() {
      try unsafe frame.withUnsafePlane(index) { bytes throws(RawVideoError) in
        if plane.isTight { return try unsafe sink.write(bytes) }
        packed.removeAll(keepingCapacity: true)
        for y in 0..<plane.shape.height {
          unsafe packed.append(contentsOf: bytes[y * plane.stride..<y * plane.stride + plane.shape.bytesPerRow])
        }
        try sink.write(packed)
      }
    }
  }

  /// Closes the destination. This is the last chance to report data that could not be stored.
  ///
  /// - Throws: `RawVideoError` of `.transfer`.
  public func finish() throws(RawVideoError) { try sink.close() }
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
