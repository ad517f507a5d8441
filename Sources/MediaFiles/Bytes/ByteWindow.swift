/// A part of a file, and how far it has been read: the one way to bytes, checked at each step.
///
/// A window never reaches beyond the window it was cut from, so nothing that a file says of sizes can lead outside.
struct ByteWindow {
  let reader: FileReader
  /// The names of the parts around, as in `/moov/trak[0]`; empty for the whole file.
  let path: String
  /// The offset, in the file, of the byte that is read next.
  private(set) var position: Int
  /// Where it begins.
  let start: Int
  let end: Int

  init(reader: FileReader, path: String, start: Int, end: Int) {
    self.reader = reader
    self.path = path
    self.start = start
    position = start
    self.end = end
  }

  /// How many bytes are left.
  var remaining: Int { end - position }

  /// The same bytes from here on, under another name.
  func renamed(_ path: String) -> ByteWindow { ByteWindow(reader: reader, path: path, start: position, end: end) }

  /// Moves past `count` bytes and gives their offsets.
  ///
  /// - Throws: `.truncated` when fewer are left, and when `count` is negative.
  @discardableResult
  mutating func skip(_ count: Int) throws(MediaFileError) -> Range<Int> {
    guard 0...remaining ~= count else {
      throw .truncated(part: path.isEmpty ? "the file" : path, byte: position, needed: count, found: remaining)
    }
    defer { position += count }
    return position..<position + count
  }

  mutating func bytes(_ count: Int) throws(MediaFileError) -> [UInt8] { try reader.bytes(try skip(count)) }

  /// The bytes that are left, of which there may be no more than `limit`.
  mutating func rest(limit: Int = ByteWindow.partLimit) throws(MediaFileError) -> [UInt8] {
    guard remaining <= limit else { throw .overLimit(part: path, byte: position, limit: limit, of: "bytes") }
    return try bytes(remaining)
  }

  /// The next bytes as a number, the most significant first.
  mutating func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(MediaFileError) -> Number {
    try Number(truncatingIfNeeded: integer(bytes: Number.bitWidth / 8))
  }

  /// The next `count` bytes, at most 8, as a number.
  mutating func integer(bytes count: Int) throws(MediaFileError) -> UInt64 {
    var number: UInt64 = 0
    for offset in try skip(count) { number = number << 8 | UInt64(try reader.byte(at: offset)) }
    return number
  }

  /// The next byte, left where it is; `nil` at the end.
  func peek() throws(MediaFileError) -> UInt8? { remaining > 0 ? try reader.byte(at: position) : nil }

  /// The next `count` bytes as a window of their own.
  mutating func window(_ count: Int, path: String) throws(MediaFileError) -> ByteWindow {
    let range = try skip(count)
    return ByteWindow(reader: reader, path: path, start: range.lowerBound, end: range.upperBound)
  }

  /// How many bytes one part that is kept may have: more than any parameter set, message or profile in use.
  static let partLimit = 1 << 20
}
