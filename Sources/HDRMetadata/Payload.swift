/// The bytes of a big-endian payload of fixed length, the form of static metadata in all formats.
package struct Payload {
  let bytes: [UInt8]

  /// The payload in `bytes`, which are either the payload itself or the whole box around it.
  ///
  /// - Source: ISO/IEC 14496-12, clause 4.2: a box is a 32-bit size that counts itself, a 32-bit type, and the payload.
  /// - Throws: `.wrongLength` if the length fits neither; `.wrongBox` if the eight bytes before a payload are not the header of such a box.
  init(of bytes: some Sequence<UInt8>, box type: String, length: Int) throws(MetadataError) {
    var bytes = Array(bytes)
    if bytes.count == length + 8 {
      let (found, size) = (String(decoding: bytes[4..<8], as: UTF8.self), Int(bigEndianBytes: bytes[..<4]))
      guard found == type, size == bytes.count else {
        throw .wrongBox(found: "\(found) of \(size) bytes", expected: "a box \(type) of \(bytes.count) bytes")
      }
      bytes.removeFirst(8)
    }
    guard bytes.count == length else {
      throw .wrongLength(of: "a payload of \(type)", found: bytes.count, expected: length)
    }
    self.bytes = bytes
  }

  /// Returns the payload in `bytes`, which are either a payload of any length or the whole box around it.
  ///
  /// - Returns: The payload, or all bytes if they do not begin with the header of such a box of exactly that size.
  static func content(of bytes: some Sequence<UInt8>, box type: String) -> [UInt8] {
    let bytes = Array(bytes)
    guard bytes.count >= 8, bytes[4..<8].elementsEqual(type.utf8),
      Int(bigEndianBytes: bytes[..<4]) == bytes.count
    else { return bytes }
    return Array(bytes.dropFirst(8))
  }

  static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] { box(Array(type.utf8), payload) }

  /// Returns a box of this type with a payload, and with a 64-bit size if it needs one or `isLong` is set.
  ///
  /// - Source: ISO/IEC 14496-12, clause 4.2: a size of 1 means that a 64-bit size follows the type.
  package static func box(_ type: [UInt8], _ payload: [UInt8], isLong: Bool = false) -> [UInt8] {
    guard !isLong, let size = UInt32(exactly: payload.count + 8) else {
      return (1 as UInt32).bigEndianBytes + type + UInt64(payload.count + 16).bigEndianBytes + payload
    }
    return size.bigEndianBytes + type + payload
  }
}

extension FixedWidthInteger {
  /// The number of these bytes, the most significant first.
  package init(bigEndianBytes bytes: some Sequence<UInt8>) { self = bytes.reduce(0) { $0 << 8 | Self($1) } }

  package var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}
