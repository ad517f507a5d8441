struct BoxBytes {
  var type: FourCharacterCode
  var content: [UInt8]
  /// The offset of the content in the file; `nil` for a new box.
  var start = 0
  var isLong = false

  /// The box with its header, which keeps its length.
  var bytes: [UInt8] { Payload.box(type.rawValue.bigEndianBytes, content, isLong: isLong) }

  /// Replaces bytes with the same number of other bytes.
  mutating func replace(_ bytes: [UInt8], at start: Int) {
    content.replaceSubrange(start..<start + bytes.count, with: bytes)
  }

  /// The boxes in these bytes, and the bytes after the last one: QuickTime's zeros, padding. `part` names the enclosing part in messages, and `start`
  /// is the offset in the file.
  static func list(
    _ bytes: ArraySlice<UInt8>, in part: String, at start: Int
  ) throws(MediaFileError) -> (boxes: [BoxBytes], rest: [UInt8]) {
    var boxes: [BoxBytes] = []
    var position = bytes.startIndex
    while bytes.endIndex - position >= 8 {
      var size = UInt64(bigEndianBytes: bytes[position..<position + 4])
      let type = FourCharacterCode(bytes: bytes[position + 4..<position + 8])
      if size == 0, type.rawValue == 0 { break }
      let isLong = size == 1 && bytes.endIndex - position >= 16
      let header = isLong ? 16 : 8
      if isLong {
        size = UInt64(bigEndianBytes: bytes[position + 8..<position + 16])
      } else if size == 0 {
        size = UInt64(bytes.endIndex - position)
      }
      let byte = start + position - bytes.startIndex
      guard size >= header, size <= bytes.endIndex - position else {
        throw .malformed(
          part: "\(part)/\(type)", byte: byte, found: "a size of \(size) bytes",
          expected: "\(header) to \(bytes.endIndex - position)")
      }
      guard boxes.count < FileReader.stepsLimit else {
        throw .overLimit(part: part, byte: byte, limit: FileReader.stepsLimit, of: "parts")
      }
      let content = Array(bytes[position + header..<position + Int(size)])
      boxes.append(BoxBytes(type: type, content: content, start: byte + header, isLong: isLong))
      position += Int(size)
    }
    return (boxes, Array(bytes[position...]))
  }

  /// The child boxes after this many bytes of fields, and the bytes after the last one.
  func list(after fields: Int = 0, in part: String) throws(MediaFileError) -> (boxes: [BoxBytes], rest: [UInt8]) {
    guard content.count >= fields else {
      throw .truncated(part: part, byte: start, needed: fields, found: content.count)
    }
    return try Self.list(content[fields...], in: part, at: start + fields)
  }

  /// This box with each child box, after this many bytes of fields, replaced by the result of `change`.
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
