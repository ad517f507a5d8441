package import SystemCalls

/// A source of bytes: a file or a pipe.
///
///     var source = try ByteSource(path: "clip.y4m")
///
/// Nothing is buffered except bytes that were peeked at; everything not yet requested is still in the file or pipe.
///
/// - Aliasing: Copies share one position in the file.
public struct ByteSource: Sendable {
  /// The name used in messages: the path, or "standard input".
  public let name: String
  /// The number of bytes read or skipped so far.
  public private(set) var position = 0
  private let descriptor: Descriptor
  /// The bytes that were peeked at but not read yet.
  private var ahead: ArraySlice<UInt8> = []

  /// Opens a file, a pipe or a device.
  ///
  /// - Throws: `RawVideoError` of `.cannotOpen`.
  public init(path: String) throws(RawVideoError) {
    do { self.init(try Descriptor.opening(path), name: path) } catch { throw .cannotOpen(path, error) }
  }

  /// The standard input of this process, which stays open.
  public static var standardInput: ByteSource {
    ByteSource(Descriptor(STDIN_FILENO, isOurs: false), name: "standard input")
  }

  /// Takes ownership of an open file, which is closed at the end.
  package init(descriptor: Int32, name: String) { self.init(Descriptor(descriptor, isOurs: true), name: name) }

  /// The bytes of an open file, from its current position on; the source shares that position, unless the file was reopened.
  package init(_ descriptor: Descriptor, name: String) { (self.descriptor, self.name) = (descriptor, name) }

  /// The number of bytes from the initial position to the end; `nil` for a pipe.
  public var length: Int? { descriptor.length }

  /// Throws if the file, which has been read to its end after some complete frames, has become shorter since it was opened.
  func checkLength(after frames: Int, of announced: Int?) throws(RawVideoError) {
    guard let length, position < length else { return }
    throw RawVideoError(
      .truncated, "\(name) had \(announced.map { "\($0) frames and " } ?? "")\(length) bytes when it was opened",
      but: "ended after \(wholeFrames(frames)) and \(position) bytes",
      fix: "convert it when no other program changes it")
  }

  /// Fills a buffer, or reads the remaining bytes.
  ///
  /// - Returns: The number of bytes read; less than the size of the buffer only at the end.
  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(RawVideoError) -> Int {
    var done = min(ahead.count, bytes.count)
    if done > 0 {
      unsafe bytes.copyBytes(from: ahead.prefix(done))
      ahead.removeFirst(done)
      position += done
    }
    while done < bytes.count {
      let moved = try calling { () throws(SystemError) in
        try unsafe descriptor.read(UnsafeMutableRawBufferPointer(rebasing: bytes[done...]))
      }
      if moved == 0 { break }
      done += moved
      position += moved
    }
    return done
  }

  private func calling<Result>(_ call: () throws(SystemError) -> Result) throws(RawVideoError) -> Result {
    do { return try call() } catch {
      throw RawVideoError(
        .transfer, "\(name) cannot be read (\(error))",
        fix: "check that it is a video file and that the disk is sound")
    }
  }

  /// Reads the next bytes, as many as there are up to this number.
  mutating func readBytes(_ count: Int) throws(RawVideoError) -> [UInt8] {
    var found = Array(repeating: 0 as UInt8, count: count)
    let count = try unsafe found.withUnsafeMutableBufferPointer { bytes throws(RawVideoError) in
      try unsafe self.read(into: UnsafeMutableRawBufferPointer(bytes))
    }
    return Array(found[..<count])
  }

  /// The next bytes, as many as there are up to this number. They can still be read afterward, by this source or by one copy of it made later.
  package mutating func next(_ count: Int) throws(RawVideoError) -> [UInt8] {
    let found = try readBytes(count)
    ahead = found + ahead
    position -= found.count
    return found
  }

  /// Reads up to and including a line feed, byte by byte, so that nothing after it is consumed.
  ///
  /// - Returns: The bytes before the line feed, and whether it was found before the end and within `limit` bytes.
  mutating func readLine(limit: Int) throws(RawVideoError) -> (bytes: [UInt8], isWhole: Bool) {
    var line: [UInt8] = []
    while line.count < limit, let byte = try readBytes(1).first {
      if byte == UInt8(ascii: "\n") { return (line, true) }
      line.append(byte)
    }
    return (line, false)
  }

  /// Skips bytes, by seeking in a file or by reading from a pipe.
  ///
  /// - Returns: The number of bytes skipped; less than `count` only at the end.
  mutating func skip(_ count: Int) throws(RawVideoError) -> Int {
    if let length {
      let step = max(min(count, length - position), 0)
      let known = min(step, ahead.count)
      ahead.removeFirst(known)
      _ = try calling { () throws(SystemError) in try descriptor.seek(step - known, from: SEEK_CUR) }
      position += step
      return step
    }
    var done = 0
    while done < count {
      let moved = try readBytes(min(count - done, 1 << 20)).count
      done += moved
      if moved == 0 { break }
    }
    return done
  }
}
