public import VideoFrames

/// Reads frames one after another: raw frames as the caller describes them, or Y4M as its header does.
///
///     var reader = try FrameReader(y4m: ByteSource(path: "clip.y4m"))
///     var frame = try reader.makeFrame()
///     while try reader.read(into: &frame) { … }
///
/// The interlacing and the `X` fields of individual frames of Y4M are ignored.
public struct FrameReader: Sendable {
  /// The contents of the first line of Y4M; `nil` for raw frames.
  public let header: Y4MHeader?
  /// The format of the frames.
  public let format: PixelFormat
  /// The width and the height in pixels.
  public let width, height: Int
  /// The frame rate, if known.
  public let frameRate: FrameRate?
  /// The number of frames, if the length of the file determines it.
  public let frameCount: Int?
  /// The number of frames read or skipped so far.
  public private(set) var position = 0
  private let frameByteCount: Int
  /// The line that begins each frame: in Y4M `FRAME`, in raw frames none.
  private let mark: [UInt8]
  private var source: ByteSource

  /// Creates a reader of raw frames with this format and size: one plane after another, without padding or headers.
  ///
  ///     var reader = try FrameReader(ByteSource(path: "clip.yuv"), .yuv420p10, width: 3840, height: 2160)
  ///
  /// - Throws: `RawVideoError` of `.picture` for an impossible size; of `.truncated` if the file does not contain a whole number of frames.
  public init(
    _ source: ByteSource, _ format: PixelFormat, width: Int, height: Int, frameRate: FrameRate? = nil
  ) throws(RawVideoError) {
    do { _ = try Frame.planes(format, width: width, height: height) } catch { throw .picture(error) }
    let bytes = format.frameByteCount(width: width, height: height)
    if let (whole, extra) = source.length?.quotientAndRemainder(dividingBy: bytes), extra != 0 {
      throw RawVideoError(
        .truncated, "\(source.name) has \(wholeFrames(whole)) of \(bytes) bytes and \(extra) extra bytes",
        but: "must have only whole frames",
        fix: "check the size and the pixel format, or cut the file after the last whole frame")
    }
    frameCount = source.length.map { $0 / bytes }
    (self.source, self.format, self.width, header, mark) = (source, format, width, nil, [])
    (self.height, self.frameRate, frameByteCount) = (height, frameRate, bytes)
  }

  /// Creates a reader of Y4M, and reads its first line.
  ///
  /// - Throws: `RawVideoError` of `.syntax`, `.transfer`, and all errors of `Y4MHeader`; of `.truncated` if a file is shorter than its first frame.
  public init(y4m source: ByteSource) throws(RawVideoError) {
    var source = source
    let line = try source.readLine(limit: Y4MHeader.limit)
    guard line.isWhole || !line.bytes.starts(with: Array("YUV4MPEG2 ".utf8)) else {
      throw RawVideoError(
        .syntax, "the Y4M header of \(source.name) has no line feed in its first \(line.bytes.count) bytes",
        but: "must end with one within \(Y4MHeader.limit) bytes", fix: "check that the file is Y4M")
    }
    let header = try Y4MHeader(parsing: line.bytes, of: source.name)
    (self.header, format, width, height) = (header, header.format, header.width, header.height)
    (frameRate, mark) = (header.frameRate, Array("FRAME\n".utf8))
    frameByteCount = format.frameByteCount(width: width, height: height)
    // Frames may have fields, and the last may be incomplete; then the length does not determine the count.
    let rest = source.length.map { $0 - source.position }
    let (count, extra) = (rest ?? 1).quotientAndRemainder(dividingBy: mark.count + frameByteCount)
    frameCount = extra == 0 ? count : nil
    self.source = source
    // A header may claim frames of gigabytes, which must not be allocated.
    if let rest, rest < mark.count + frameByteCount, try self.source.next(mark.count) == mark {
      throw truncation(bytes: rest - mark.count)
    }
  }

  /// Makes a frame of the right format and size to read into.
  ///
  /// - Throws: `RawVideoError` of `.picture` if there is no memory for the frame.
  public func makeFrame() throws(RawVideoError) -> Frame {
    do { return try Frame(format, width: width, height: height) } catch { throw .picture(error) }
  }

  /// Reads the next frame.
  ///
  /// - Parameter frame: A frame made by `makeFrame`; its contents are overwritten.
  /// - Returns: Whether there was another frame.
  /// - Throws: `RawVideoError` of `.otherPicture`, `.truncated`, `.transfer`; in Y4M also of `.syntax`.
  public mutating func read(into frame: inout Frame) throws(RawVideoError) -> Bool {
    try frame.check(format, width: width, height: height)
    guard try readMark() else { return false }
    return try step(try readPlanes(of: &frame))
  }

  /// Reads the planes of a picture, one after another, stored without padding.
  ///
  /// - Returns: The number of bytes read; less than the size of the picture only at the end.
  private mutating func readPlanes(of frame: inout Frame) throws(RawVideoError) -> Int {
    do { try frame.makeUnique() } catch { throw .picture(error) }
    var total = 0
    for (index, plane) in frame.planes.enumerated() {
      let (length, wanted) = (plane.shape.bytesPerRow, plane.shape.byteCount)
      let count = try unsafe frame.withOwnPlane(index) { bytes throws(RawVideoError) in
        let count = try unsafe source.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]))
        // The rows arrive without padding, so the last moves first.
        for y in (0..<plane.shape.height).reversed() where !plane.isTight {
          unsafe (bytes.baseAddress! + y * plane.stride).copyMemory(
            from: bytes.baseAddress! + y * length, byteCount: length)
        }
        return count
      }
      total += count
      if count < wanted { break }
    }
    return total
  }

  /// Skips frames, by seeking in a file or by reading from a pipe.
  ///
  /// - Returns: The number of frames skipped; fewer than `count` only at the end.
  /// - Throws: As `read(into:)`.
  public mutating func skip(frames count: Int) throws(RawVideoError) -> Int {
    let start = position
    while position - start < count, try readMark(), try step(try source.skip(frameByteCount)) {}
    return position - start
  }

  /// Counts a frame, given the number of its bytes that were present; returns `false` at the end of raw frames.
  private mutating func step(_ bytes: Int) throws(RawVideoError) -> Bool {
    guard bytes == frameByteCount else {
      try source.checkLength(after: position, of: frameCount)
      if bytes == 0, mark.isEmpty { return false }
      throw truncation(bytes: bytes)
    }
    position += 1
    return true
  }

  private func truncation(bytes: Int) -> RawVideoError {
    RawVideoError(
      .truncated,
      "\(source.name) ends within a frame; after \(wholeFrames(position)), only \(bytes) of \(frameByteCount) bytes follow",
      fix: "convert only the whole frames, or write the file again")
  }

  /// Reads the line that starts a frame; returns `false` at the end of the file.
  private mutating func readMark() throws(RawVideoError) -> Bool {
    if mark.isEmpty { return true }
    let found = try source.readBytes(mark.count)
    if found.count < mark.count { try source.checkLength(after: position, of: frameCount) }
    if found.isEmpty { return false }
    if found == mark { return true }
    guard found.starts(with: mark.dropLast()), found.count < mark.count || found.last == UInt8(ascii: " ") else {
      throw RawVideoError(
        .syntax, "frame \(position) of \(source.name) begins with \(RawVideoError.quoted(found))",
        but: "every Y4M frame begins with \"FRAME\"",
        fix: "write the file again; it is damaged here, or the size in its header is wrong")
    }
    guard try source.readLine(limit: Y4MHeader.limit - mark.count).isWhole else {
      throw RawVideoError(
        .syntax, "the line that begins frame \(position) of \(source.name) has no line feed",
        but: "must end with one within \(Y4MHeader.limit) bytes", fix: "write the file again; it is damaged here")
    }
    return true
  }
}
