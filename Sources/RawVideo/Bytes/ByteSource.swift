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
  /// - Throws: `RawVideoError.cannotOpen`.
  public init(path: String) throws(RawVideoError) {
    do { self.init(try Descriptor.opening(path), name: path) } catch { throw .cannotOpen(path, SystemError(error)) }
  }

  /// The standard input of this process.
  public static var standardInput: ByteSource { ByteSource(.standardInput, name: "standard input") }

  /// Takes ownership of an open file, which is closed at the end.
  package init(descriptor: Int32, name: String) { self.init(Descriptor(descriptor, isOurs: true), name: name) }

  /// The bytes of an open file, from its current position on; the source shares that position, unless the file was reopened.
  package init(_ descriptor: Descriptor, name: String) { (self.descriptor, self.name) = (descriptor, name) }

  /// The number of bytes from the initial position to the end; `nil` for a pipe.
  public var length: Int? { descriptor.length }

  /// The error if the file, which has been read to its end, has become shorter since it was opened; otherwise `nil`.
  ///
  /// - Parameters:
  ///   - frames: The number of complete frames read.
  ///   - announced: The number of frames when the file was opened, if known.
  func shortening(after frames: Int, of announced: Int?) -> RawVideoError? {
    guard let length, position < length else { return nil }
    return .shortened(name, wholeFrames: frames, announced: announced, bytes: position, announcedBytes: length)
  }

  /// Whether a path leads to this same file, under any name; writing there would destroy data that is still to be read.
  public func isFile(at path: String) -> Bool { descriptor.isFile(at: path) }

  /// Fills a buffer, or reads the remaining bytes.
  ///
  /// - Returns: The number of bytes read; less than the size of the buffer only at the end.
  /// - Throws: `RawVideoError.cannotRead`.
  mutating func read(into bytes: UnsafeMutableRawBufferPointer) throws(RawVideoError) -> Int {
    var done = min(ahead.count, bytes.count)
    if done > 0 {
      unsafe bytes.copyBytes(from: ahead.prefix(done))
      ahead.removeFirst(done)
      position += done
    }
    while done < bytes.count {
      let moved: Int
      do {
        moved = try unsafe descriptor.read(UnsafeMutableRawBufferPointer(rebasing: bytes[done...]))
      } catch {
        throw .cannotRead(name, SystemError(error))
      }
      if moved == 0 { break }
      done += moved
      position += moved
    }
    return done
  }

  /// Whether these bytes come next. They can still be read afterward, by this source or by one copy of it made later.
  ///
  /// - Throws: `RawVideoError.cannotRead`.
  public mutating func begins(with mark: [UInt8]) throws(RawVideoError) -> Bool { try next(mark.count) == mark }

  /// The next bytes, as many as there are up to this number. They can still be read afterward, as above.
  ///
  /// - Throws: `RawVideoError.cannotRead`.
  package mutating func next(_ count: Int) throws(RawVideoError) -> [UInt8] {
    var found = Array(repeating: 0 as UInt8, count: count)
    let start = position
    let count = try unsafe found.withUnsafeMutableBufferPointer { bytes throws(RawVideoError) in
      try unsafe self.read(into: UnsafeMutableRawBufferPointer(bytes))
    }
    ahead = found[..<count] + ahead
    position = start
    return Array(found[..<count])
  }

  /// Reads up to and including a line feed, byte by byte, so that nothing after it is consumed.
  ///
  /// - Returns: The bytes before the line feed, and whether it was found before the end and within `limit` bytes.
  /// - Throws: `RawVideoError.cannotRead`.
  mutating func readLine(limit: Int) throws(RawVideoError) -> (bytes: [UInt8], isWhole: Bool) {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < limit {
      let count = try unsafe withUnsafeMutableBytes(of: &byte) { buffer throws(RawVideoError) in
        try unsafe self.read(into: buffer)
      }
      if count == 0 { break }
      if byte == UInt8(ascii: "\n") { return (line, true) }
      line.append(byte)
    }
    return (line, false)
  }

  /// Skips bytes, by seeking in a file or by reading from a pipe.
  ///
  /// - Returns: The number of bytes skipped; less than `count` only at the end.
  /// - Throws: `RawVideoError.cannotRead`.
  mutating func skip(_ count: Int, through staging: inout Staging) throws(RawVideoError) -> Int {
    if let length {
      let step = max(min(count, length - position), 0)
      let known = min(step, ahead.count)
      ahead.removeFirst(known)
      do { try descriptor.seek(by: step - known) } catch { throw .cannotRead(name, SystemError(error)) }
      position += step
      return step
    }
    var done = 0
    while done < count {
      let step = min(count - done, Staging.size)
      let moved = try unsafe staging.withBytes { bytes throws(RawVideoError) in
        try unsafe self.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<step]))
      }
      done += moved
      if moved < step { break }
    }
    return done
  }
}
