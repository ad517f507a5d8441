internal import SystemCalls

/// Random access to the bytes of one file, with a list of the problems found.
///
/// Recently read blocks are cached, and the total number of bytes that are read or returned is limited, so a
/// hostile file costs no more time and memory than a large valid one, whatever its boxes claim.
package final class FileReader {
  package let size: Int
  package private(set) var bytesRead = 0
  package private(set) var problems: [MediaFileError] = []
  /// The error of a failed system read, if any: findings after it say nothing about the file.
  private var failure: MediaFileError?

  private enum Source {
    case descriptor(CInt, isOwned: Bool)
    case bytes([UInt8])
  }

  private let source: Source
  /// The most recently read blocks, the newest last.
  private var blocks: [(start: Int, bytes: [UInt8])] = []
  private var bytesLeft = FileReader.bytesLimit
  private var steps = (left: FileReader.stepsLimit, limit: FileReader.stepsLimit)

  private static let blockLength = 4096
  private static let blockCount = 8
  /// The maximum number of bytes to read, and to return in arrays.
  package static let bytesLimit = 16 << 20
  /// The maximum number of boxes, elements and units to look at.
  package static let stepsLimit = 200_000
  static let problemsLimit = 64
  static let tracksLimit = 256

  package init(path: String) throws(MediaFileError) {
    let descriptor: Int32
    do {
      // Without O_NONBLOCK, this would wait for a writer of a pipe that is rejected anyway.
      descriptor = try unsafe SystemCall.openFile(path, O_RDONLY | O_NONBLOCK)
    } catch {
      throw .cannotOpen(path: path, reason: "\(error)")
    }
    guard let size = SystemCall.status(of: descriptor)?.length else {
      try? SystemCall.closeFile(descriptor)
      throw .notAFile(path: path)
    }
    self.size = size
    source = .descriptor(descriptor, isOwned: true)
  }

  /// The open file of this descriptor, which keeps its position.
  package init(descriptor: CInt) throws(MediaFileError) {
    guard let size = SystemCall.status(of: descriptor)?.length else {
      throw .notAFile(path: "descriptor \(descriptor)")
    }
    self.size = size
    source = .descriptor(descriptor, isOwned: false)
  }

  package init(bytes: [UInt8]) {
    size = bytes.count
    source = .bytes(bytes)
  }

  deinit {
    if case .descriptor(let descriptor, isOwned: true) = source { try? SystemCall.closeFile(descriptor) }
  }

  package var whole: ByteWindow { ByteWindow(reader: self, path: "", start: 0, end: size) }

  func note(_ problem: MediaFileError) {
    if problems.count < Self.problemsLimit, problems.last != problem { problems.append(problem) }
  }

  /// Whether a part extends beyond the end of the file.
  package var isCutShort: Bool {
    problems.contains { problem in
      guard case .truncated(_, let byte, let needed, let found) = problem else { return false }
      return found < needed && byte + found == size
    }
  }

  /// Returns the problems so far, and clears them: those of one frame.
  func consumeProblems() -> [MediaFileError] {
    defer { problems = [] }
    return problems
  }

  /// The result of `body`, without recording the problems that it meets.
  func ignoringProblems<Value>(_ body: () -> Value) -> Value {
    let before = problems
    defer { problems = before }
    return body()
  }

  /// The result of `body`, or `nil` after recording its error.
  @discardableResult
  func noting<Value>(_ body: () throws(MediaFileError) -> Value) -> Value? {
    do throws(MediaFileError) {
      return try body()
    } catch {
      note(error)
      return nil
    }
  }

  /// The result of an expression, or `nil` after recording its error.
  @discardableResult
  func noting<Value>(errorOf body: @autoclosure () throws(MediaFileError) -> Value) -> Value? { noting(body) }

  /// Throws if the system could not read a part of the file, even if that was noted as a problem of the part.
  func checkReading() throws(MediaFileError) { if let failure { throw failure } }

  /// Raises the limits for a caller that reads the whole file: to four times its bytes, and as many boxes as they can contain.
  package func lift() {
    let (product, overflows) = size.multipliedReportingOverflow(by: 4)
    let bytes = overflows ? .max : product
    bytesLeft = max(bytesLeft, bytes)
    steps.limit = max(steps.limit, bytes / 8)
    steps.left = steps.limit
  }

  /// Counts one more box, element or unit; records a problem and returns `false` if there are too many.
  func step(_ part: @autoclosure () -> String, at byte: Int) -> Bool {
    guard steps.left > 0 else {
      let part = part()
      note(.overLimit(part: part.isEmpty ? "the file" : part, byte: byte, limit: steps.limit, of: "parts"))
      return false
    }
    steps.left -= 1
    return true
  }

  /// Whether the maximum number of described tracks is reached; records a problem if so. Each track costs the plan of a conversion.
  func isFull(of tracks: [some Any], in place: Place) -> Bool {
    guard tracks.count >= Self.tracksLimit else { return false }
    note(.overLimit(part: place.path, byte: place.byte, limit: Self.tracksLimit, of: "video tracks"))
    return true
  }

  /// The bytes of a range, at most 8, as a number, the most significant first.
  func integer(_ range: Range<Int>) throws(MediaFileError) -> UInt64 {
    var (number, offset) = (0 as UInt64, range.lowerBound)
    while offset < range.upperBound {
      let block = try block(around: offset)
      let start = blocks[block].start
      let end = min(range.upperBound, start + blocks[block].bytes.count)
      while offset < end {
        number = number << 8 | UInt64(blocks[block].bytes[offset - start])
        offset += 1
      }
    }
    return number
  }

  /// The bytes from an offset in the file to the end of its block, at least one.
  func run(from offset: Int) throws(MediaFileError) -> ArraySlice<UInt8> {
    let block = blocks[try block(around: offset)]
    return block.bytes.dropFirst(offset - block.start)
  }

  func bytes(_ range: Range<Int>) throws(MediaFileError) -> [UInt8] {
    try spend(range.count, at: range.lowerBound)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    while bytes.count < range.count {
      let offset = range.lowerBound + bytes.count
      let block = blocks[try block(around: offset)]
      bytes += block.bytes.dropFirst(offset - block.start).prefix(range.upperBound - offset)
    }
    return bytes
  }

  private func spend(_ count: Int, at byte: Int) throws(MediaFileError) {
    guard count <= bytesLeft else {
      throw .overLimit(part: "the file", byte: byte, limit: Self.bytesLimit, of: "bytes of headers")
    }
    bytesLeft -= count
  }

  /// The index of the block that contains an offset, which is read if necessary.
  private func block(around offset: Int) throws(MediaFileError) -> Int {
    let start = offset / Self.blockLength * Self.blockLength
    if let index = blocks.lastIndex(where: { $0.start == start }) { return index }
    let length = min(Self.blockLength, size - start)
    try spend(length, at: offset)
    let bytes = try read(length, at: start)
    bytesRead += bytes.count
    guard offset - start < bytes.count else {
      throw .truncated(part: "the file", byte: start, needed: length, found: bytes.count)
    }
    if blocks.count == Self.blockCount { blocks.removeFirst() }
    blocks.append((start, bytes))
    return blocks.count - 1
  }

  private func read(_ length: Int, at start: Int) throws(MediaFileError) -> [UInt8] {
    switch source {
    case .bytes(let bytes): return Array(bytes[start..<start + length])
    case .descriptor(let descriptor, _):
      do throws(SystemError) {
        return try SystemCall.bytes(of: descriptor, at: start, count: length)
      } catch {
        let error = MediaFileError.cannotRead(byte: start, reason: "\(error)")
        failure = failure ?? error
        throw error
      }
    }
  }
}
