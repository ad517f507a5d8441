public import VideoFrames

/// Reads a Y4M file.
///
///     var reader = try Y4MReader(ByteSource(path: "clip.y4m"))
///     reader.header.range  // .narrow
///
/// What a frame says of itself, its interlacing and `X` fields, is passed over.
public struct Y4MReader: FrameReader {
  /// What the first line says.
  public let header: Y4MHeader
  /// The frames there are, where the length of the file is one of whole frames without fields of their own.
  public let frameCount: Int?
  /// The frames read or skipped so far.
  public private(set) var position = 0
  private let frameByteCount: Int
  private var source: ByteSource
  private var staging = Staging()

  /// Reads the first line of a file.
  ///
  /// - Throws: `RawVideoError.notY4M`, `.endlessHeader`, `.cannotRead`, and all that `Y4MHeader` may.
  public init(_ source: ByteSource) throws(RawVideoError) {
    var source = source
    let line = try source.readLine(limit: Y4MHeader.limit)
    guard line.isWhole || !line.bytes.starts(with: Array("YUV4MPEG2 ".utf8)) else {
      throw .endlessHeader(source.name, bytes: line.bytes.count)
    }
    let header = try Y4MHeader(parsing: line.bytes, of: source.name)
    frameByteCount = header.format.frameByteCount(width: header.width, height: header.height)
    // Frames may have fields of their own, and none may be whole; then the length tells nothing.
    let (count, extra) = ((source.length ?? 0) - source.position).quotientAndRemainder(
      dividingBy: "FRAME\n".utf8.count + frameByteCount)
    frameCount = source.length != nil && extra == 0 ? count : nil
    self.header = header
    self.source = source
  }

  /// How the samples of a frame lie, from the header.
  public var format: PixelFormat { header.format }
  /// The pixels of a row, from the header.
  public var width: Int { header.width }
  /// The rows, from the header.
  public var height: Int { header.height }
  /// The frames in a second, from the header.
  public var frameRate: FrameRate? { header.frameRate }

  /// Reads the next frame; `false` where there is none left.
  public mutating func read(into frame: inout Frame) throws(RawVideoError) -> Bool {
    try check(frame)
    guard try readMark() else { return false }
    try step(try source.read(into: &frame, through: &staging))
    return true
  }

  /// Passes over frames, and returns how many there were.
  public mutating func skip(frames count: Int) throws(RawVideoError) -> Int {
    let start = position
    while position - start < count, try readMark() { try step(try source.skip(frameByteCount, through: &staging)) }
    return position - start
  }

  /// Counts a frame of which `bytes` bytes were there.
  private mutating func step(_ bytes: Int) throws(RawVideoError) {
    guard bytes == frameByteCount else {
      throw .truncatedFrame(source.name, wholeFrames: position, bytes: bytes, frameBytes: frameByteCount)
    }
    position += 1
  }

  /// Reads the line that begins a frame; `false` at the end of the file.
  private mutating func readMark() throws(RawVideoError) -> Bool {
    let mark = Array("FRAME\n".utf8)
    var found = Array(repeating: 0 as UInt8, count: mark.count)
    let count = try unsafe found.withUnsafeMutableBufferPointer { bytes throws(RawVideoError) in
      try unsafe source.read(into: UnsafeMutableRawBufferPointer(bytes))
    }
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
