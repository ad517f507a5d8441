/// A box among bytes in memory, which may be taken apart and put together again.
struct BoxBytes {
  var type: FourCharacterCode
  /// What follows the header.
  var content: [UInt8]

  /// The box with its header, of 64 bits where the size needs them.
  var bytes: [UInt8] {
    let size = content.count + 8
    guard let short = UInt32(exactly: size) else {
      return Self.big(1, 4) + Self.big(UInt64(type.rawValue), 4) + Self.big(UInt64(size + 8), 8) + content
    }
    return Self.big(UInt64(short), 4) + Self.big(UInt64(type.rawValue), 4) + content
  }

  static func big(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The boxes that follow each other in these bytes, and what is left after the last: QuickTime's zeros, padding.
  ///
  /// - Parameter part: What holds them, and `byte` where that is, for messages.
  /// - Throws: `.malformed` where a box reaches out of what holds it.
  static func list(
    _ bytes: ArraySlice<UInt8>, in part: String, at byte: Int
  ) throws(MediaFileError) -> (boxes: [BoxBytes], rest: [UInt8]) {
    var boxes: [BoxBytes] = []
    var position = bytes.startIndex
    while bytes.endIndex - position >= 8 {
      var size = number(bytes[position..<position + 4])
      let type = FourCharacterCode(bytes: bytes[position + 4..<position + 8])
      if size == 0, type.rawValue == 0 { break }
      var header = 8
      if size == 1, bytes.endIndex - position >= 16 {
        size = number(bytes[position + 8..<position + 16])
        header = 16
      } else if size == 0 {
        size = UInt64(bytes.endIndex - position)
      }
      guard size >= header, size <= bytes.endIndex - position else {
        throw .malformed(
          part: "\(part)/\(type)", byte: byte, found: "a size of \(size) bytes",
          expected: "\(header) to \(bytes.endIndex - position)")
      }
      boxes.append(BoxBytes(type: type, content: Array(bytes[position + header..<position + Int(size)])))
      position += Int(size)
    }
    return (boxes, Array(bytes[position...]))
  }

  /// This box with each box in it, after so many bytes of fields, replaced by what `change` gives.
  func changing(
    after fields: Int = 0, in part: String, at byte: Int,
    _ change: (BoxBytes) throws(MediaFileError) -> BoxBytes
  ) throws(MediaFileError) -> BoxBytes {
    guard content.count >= fields else {
      throw .truncated(part: part, byte: byte, needed: fields, found: content.count)
    }
    let inside = try Self.list(content[fields...], in: part, at: byte)
    var changed = Array(content[..<fields])
    for box in inside.boxes { changed += try change(box).bytes }
    return BoxBytes(type: type, content: changed + inside.rest)
  }
}
