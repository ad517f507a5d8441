public import VideoFrames

/// Reads a Y4M file.
///
///     var reader = try Y4MReader(ByteSource(path: "clip.y4m"))
///     reader.header.range  // .narrow
///
/// The interlacing and the `X` fields of individual frames are ignored.
public struct Y4MReader: FrameReader {
  /// The contents of the first line.
  public let header: Y4MHeader
  /// The number of frames, if the length of the file is a multiple of a frame without fields.
  public let frameCount: Int?
  public private(set) var position = 0
  private let frameByteCount: Int
  private var source: ByteSource
  private var staging = Staging()
  private static let mark = Array("FRAME\n".utf8)

  /// Reads the first line of a file.
  ///
  /// - Throws: `RawVideoError.notY4M`, `.endlessHeader`, `.cannotRead`, and all errors of `Y4MHeader`; `.truncatedFrame` if a
  ///   file is shorter than its first frame.
  public init(_ source: ByteSource) throws(RawVideoError) {
    var source = source
    let line = try source.readLine(limit: Y4MHeader.limit)
    guard line.isWhole || !line.bytes.starts(with: Array("YUV4MPEG2 ".utf8)) else {
      throw .endlessHeader(source.name, bytes: line.bytes.count)
    }
    let header = try Y4MHeader(parsing: line.bytes, of: source.name)
    frameByteCount = header.format.frameByteCount(width: header.width, height: header.height)
    if let length = source.length {
      let rest = length - source.position
      // A header may claim frames of gigabytes, which must not be allocated.
      if rest < Self.mark.count + frameByteCount, try source.begins(with: Self.mark) {
        throw .truncatedFrame(source.name, wholeFrames: 0, bytes: rest - Self.mark.count, frameBytes: frameByteCount)
      }
      // Frames may have fields, and the last may be incomplete; then the length does not determine the count.
      let (count, extra) = rest.quotientAndRemainder(dividingBy: Self.mark.count + frameByteCount)
      frameCount = extra == 0 ? count : nil
    } else {
      frameCount = nil
    }
    (self.header, self.source) = (header, source)
  }

  public var format: PixelFormat { header.format }
  public var width: Int { header.width }
  public var height: Int { header.height }
  public var frameRate: FrameRate? { header.frameRate }

  public mutating func read(into frame: inout Frame) throws(RawVideoError) -> Bool {
    try frame.check(format, width: width, height: height)
    guard try readMark() else { return false }
    try step(try source.read(into: &frame, through: &staging))
    return true
  }

  public mutating func skip(frames count: Int) throws(RawVideoError) -> Int {
    let start = position
    while position - start < count, try readMark() { try step(try source.skip(frameByteCount, through: &staging)) }
    return position - start
  }

  /// Counts a frame, given the number of its bytes that were present.
  private mutating func step(_ bytes: Int) throws(RawVideoError) {
    guard bytes == frameByteCount else {
      if let error = source.shortening(after: position, of: frameCount) { throw error }
      throw .truncatedFrame(source.name, wholeFrames: position, bytes: bytes, frameBytes: frameByteCount)
    }
    position += 1
  }

  /// Reads the line that starts a frame; returns `false` at the end of the file.
  private mutating func readMark() throws(RawVideoError) -> Bool {
    let mark = Self.mark
    var found = Array(repeating: 0 as UInt8, count: mark.count)
    let count = try unsafe found.withUnsafeMutableBufferPointer { bytes throws(RawVideoError) in
      try unsafe source.read(into: UnsafeMutableRawBufferPointer(bytes))
    }
    if count < mark.count, let error = source.shortening(after: position, of: frameCount) { throw error }
    if count == 0 { return false }
    if found == mark { return true }
    guard found.prefix(count).starts(with: mark.dropLast()), count < mark.count || found.last == UInt8(ascii: " ")
    else {
      throw .missingFrameMark(source.name, frame: position, found: RawVideoError.quoted(found.prefix(count)))
    }
    guard try source.readLine(limit: Y4MHeader.limit - mark.count).isWhole else {
      throw .endlessFrameLine(source.name, frame: position)
    }
    return true
  }
}
