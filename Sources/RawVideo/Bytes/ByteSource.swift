/// Where bytes come from: a file, or a pipe.
///
///     var source = try ByteSource(path: "clip.y4m")
///
/// Nothing is buffered but what was looked at ahead: what has not been asked for is still in the file or in the pipe.
///
/// - Aliasing: Copies share one position in the file.
public struct ByteSource: Sendable {
  /// What to call it in a message: the path, or "standard input".
  public let name: String
  /// The bytes read or skipped so far.
  public private(set) var position = 0
  private let descriptor: Descriptor
  /// What was looked at and not read yet.
  private var ahead: ArraySlice<UInt8> = []

  /// Opens a file, a pipe or a device.
  ///
  /// - Throws: `RawVideoError.cannotOpen`.
  public init(path: String) throws(RawVideoError) {
    do { self.init(try Descriptor.reading(path), name: path) } catch { throw .cannotOpen(path, error) }
  }

  /// The standard input of this process.
  public static var standardInput: ByteSource { ByteSource(.standardInput, name: "standard input") }

  /// Reads from an open file, and closes it in the end.
  package init(descriptor: Int32, name: String) { self.init(Descriptor(descriptor, isOurs: true), name: name) }

  private init(_ descriptor: Descriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The bytes from where reading began to the end, where that is known: in a file, not in a pipe.
  public var length: Int? { descriptor.length }

  /// Whether a path leads to this very file, by whatever name: writing there would destroy what is yet to be read.
  public func isFile(at path: String) -> Bool { descriptor.isFile(at: path) }

  /// Reads as many bytes as there is room for, or as there are.
  ///
  /// - Returns: The count of bytes read; less than there is room for only at the end.
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
        throw .cannotRead(name, error)
      }
      if moved == 0 { break }
      done += moved
      position += moved
    }
    return done
  }

  /// Whether these bytes come next; they stay to be read, by this source or by one copy made of it afterwards.
  ///
  /// - Throws: `RawVideoError.cannotRead`.
  public mutating func begins(with mark: [UInt8]) throws(RawVideoError) -> Bool {
    var found = Array(repeating: 0 as UInt8, count: mark.count)
    let start = position
    let count = try unsafe found.withUnsafeMutableBufferPointer { bytes throws(RawVideoError) in
      try unsafe read(into: UnsafeMutableRawBufferPointer(bytes))
    }
    ahead = found[..<count] + ahead
    position = start
    return ahead.starts(with: mark)
  }

  /// Reads up to a line feed and past it, byte by byte, so that nothing after it is taken.
  ///
  /// - Returns: The bytes before the line feed, and whether there was one: not at the end, and not within `limit` bytes.
  /// - Throws: `RawVideoError.cannotRead`.
  mutating func readLine(limit: Int) throws(RawVideoError) -> (bytes: [UInt8], isWhole: Bool) {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count < limit {
      let count = try unsafe withUnsafeMutableBytes(of: &byte) { buffer throws(RawVideoError) in
        try unsafe read(into: buffer)
      }
      if count == 0 { break }
      if byte == UInt8(ascii: "\n") { return (line, true) }
      line.append(byte)
    }
    return (line, false)
  }

  /// Passes over bytes: by seeking in a file, by reading in a pipe.
  ///
  /// - Returns: The count of bytes passed over; less than `count` only at the end.
  /// - Throws: `RawVideoError.cannotRead`.
  mutating func skip(_ count: Int, through staging: inout Staging) throws(RawVideoError) -> Int {
    if let length {
      let step = max(min(count, length - position), 0)
      let known = min(step, ahead.count)
      ahead.removeFirst(known)
      do { try descriptor.seek(by: step - known) } catch { throw .cannotRead(name, error) }
      position += step
      return step
    }
    var done = 0
    while done < count {
      let step = min(count - done, Staging.size)
      let moved = try unsafe staging.withBytes { bytes throws(RawVideoError) in
        try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<step]))
      }
      done += moved
      if moved < step { break }
    }
    return done
  }
}
