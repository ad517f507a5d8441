/// A part of a file and the current position in it. All bytes are read through windows, with bounds checks.
///
/// A window never extends beyond its parent, so a wrong size in a file cannot lead outside.
package struct ByteWindow {
  let reader: FileReader
  /// The names of the enclosing parts, and the type of this one if it is a box. They are joined only on demand, because most boxes of a file are
  /// skipped.
  private let parent: String
  private let type: FourCharacterCode?
  /// The offset in the file of the next byte to read.
  package private(set) var position: Int
  package let start: Int
  package let end: Int

  init(reader: FileReader, path: String, type: FourCharacterCode? = nil, start: Int, end: Int) {
    self.reader = reader
    parent = path
    self.type = type
    self.start = start
    position = start
    self.end = end
  }

  /// The names of the enclosing parts, as in `/moov/trak[0]`; empty for the whole file.
  package var path: String { type.map { "\(parent)/\($0)" } ?? parent }

  package var remaining: Int { end - position }

  func renamed(_ path: String) -> ByteWindow { ByteWindow(reader: reader, path: path, start: position, end: end) }

  /// Moves past `count` bytes and returns their offsets; throws `.truncated` if fewer are left, or if `count` is negative.
  @discardableResult
  package mutating func skip(_ count: Int) throws(MediaFileError) -> Range<Int> {
    guard 0...remaining ~= count else {
      throw .truncated(part: path.isEmpty ? "the file" : path, byte: position, needed: count, found: remaining)
    }
    defer { position += count }
    return position..<position + count
  }

  package mutating func bytes(_ count: Int) throws(MediaFileError) -> [UInt8] { try reader.bytes(try skip(count)) }

  /// The remaining bytes, at most `limit`.
  package mutating func rest(limit: Int = ByteWindow.partLimit) throws(MediaFileError) -> [UInt8] {
    guard remaining <= limit else { throw .overLimit(part: path, byte: position, limit: limit, of: "bytes") }
    return try bytes(remaining)
  }

  /// The next bytes as a number, the most significant first.
  package mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(MediaFileError)
    -> Number
  {
    try Number(truncatingIfNeeded: integer(bytes: Number.bitWidth / 8))
  }

  /// The next `count` bytes, at most 8, as a number.
  package mutating func integer(bytes count: Int) throws(MediaFileError) -> UInt64 {
    try reader.integer(try skip(count))
  }

  /// The next byte, without moving past it; `nil` at the end.
  func peek() throws(MediaFileError) -> UInt8? { remaining > 0 ? try reader.run(from: position).first : nil }

  /// The next `count` bytes as a window: of the box of this type inside `path`, or of `path` itself.
  mutating func window(
    _ count: Int, path: String, type: FourCharacterCode? = nil
  ) throws(MediaFileError) -> ByteWindow {
    let range = try skip(count)
    return ByteWindow(reader: reader, path: path, type: type, start: range.lowerBound, end: range.upperBound)
  }

  func window(_ range: Range<Int>) -> ByteWindow {
    ByteWindow(reader: reader, path: path, start: range.lowerBound, end: range.upperBound)
  }

  /// The maximum number of bytes of one part that are stored: more than any parameter set, message or profile in use.
  package static let partLimit = 1 << 20
}

extension ByteWindow: UnitBytes {
  package func run(from place: Int) throws(MediaFileError) -> ArraySlice<UInt8> { try reader.run(from: place) }

  package func malformed(at start: Int, found: String, expected: String) -> MediaFileError {
    .malformed(part: path, byte: start, found: found, expected: expected)
  }
}
