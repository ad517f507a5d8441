/// A box among bytes in memory, which may be taken apart and put together again.
struct BoxBytes {
  var type: FourCharacterCode
  /// What follows the header.
  var content: [UInt8]
  /// Where the content was in the file; nowhere, where the box is new.
  var start = 0
  /// Whether the header says its size in 64 bits.
  var isLong = false

  /// The box with its header, which is as long as it was.
  var bytes: [UInt8] {
    let size = content.count + 8
    guard !isLong, let short = UInt32(exactly: size) else {
      return Self.big(1, 4) + Self.big(UInt64(type.rawValue), 4) + Self.big(UInt64(size + 8), 8) + content
    }
    return Self.big(UInt64(short), 4) + Self.big(UInt64(type.rawValue), 4) + content
  }

  /// Puts other bytes in the place of as many.
  mutating func replace(_ bytes: [UInt8], at start: Int) {
    content.replaceSubrange(start..<start + bytes.count, with: bytes)
  }

  static func big(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The boxes that follow each other in these bytes, and what is left after the last: QuickTime's zeros, padding.
  ///
  /// - Parameter part: What holds them, for messages.
  /// - Parameter start: Where the bytes were in the file.
  /// - Throws: `.malformed` where a box reaches out of what holds it.
  static func list(
    _ bytes: ArraySlice<UInt8>, in part: String, at start: Int
  ) throws(MediaFileError) -> (boxes: [BoxBytes], rest: [UInt8]) {
    var boxes: [BoxBytes] = []
    var position = bytes.startIndex
    while bytes.endIndex - position >= 8 {
      var size = number(bytes[position..<position + 4])
      let type = FourCharacterCode(bytes: bytes[position + 4..<position + 8])
      if size == 0, type.rawValue == 0 { break }
      let isLong = size == 1 && bytes.endIndex - position >= 16
      let header = isLong ? 16 : 8
      if isLong {
        size = number(bytes[position + 8..<position + 16])
      } else if size == 0 {
        size = UInt64(bytes.endIndex - position)
      }
      let byte = start + position - bytes.startIndex
      guard size >= header, size <= bytes.endIndex - position else {
        throw .malformed(
          part: "\(part)/\(type)", byte: byte, found: "a size of \(size) bytes",
          expected: "\(header) to \(bytes.endIndex - position)")
      }
      let content = Array(bytes[position + header..<position + Int(size)])
      boxes.append(BoxBytes(type: type, content: content, start: byte + header, isLong: isLong))
      position += Int(size)
    }
    return (boxes, Array(bytes[position...]))
  }

  /// The boxes in this one, after so many bytes of fields, and what is left after the last.
  func list(after fields: Int = 0, in part: String) throws(MediaFileError) -> (boxes: [BoxBytes], rest: [UInt8]) {
    guard content.count >= fields else {
      throw .truncated(part: part, byte: start, needed: fields, found: content.count)
    }
    return try Self.list(content[fields...], in: part, at: start + fields)
  }

  /// This box with each box in it, after so many bytes of fields, replaced by what `change` gives.
  func changing(
    after fields: Int = 0, in part: String, _ change: (BoxBytes) throws(MediaFileError) -> BoxBytes
  ) throws(MediaFileError) -> BoxBytes {
    let inside = try list(after: fields, in: part)
    var changed = self
    changed.content = Array(content[..<fields])
    for box in inside.boxes { changed.content += try change(box).bytes }
    changed.content += inside.rest
    return changed
  }
}
