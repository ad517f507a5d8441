extension Frame {
  /// Fills the picture from bytes as in a raw file: all planes, one after another, without padding.
  ///
  ///     try frame.copyBytes(from: decoded)
  ///
  /// - Shape: `format.frameByteCount(width:height:)` bytes; samples of more than 8 bits are little-endian.
  /// - Throws: `FrameError` of `.byteCount` for any other number of bytes, of `.memory` if the storage is shared and the system has no memory
  ///   for a copy; the picture is then unchanged.
  public mutating func copyBytes(from bytes: [UInt8]) throws(FrameError) {
    let expected = format.frameByteCount(width: width, height: height)
    guard bytes.count == expected else {
      throw FrameError(
        .byteCount, "\(Self.text(format, width, height)) has \(expected) bytes without padding",
        but: "\(bytes.count) were given", fix: "check the size and the format, and leave out the decoder's padding")
    }
    try makeUnique()
    withOwnView { view in
      var rest = bytes[...]
      unsafe view.own.rowBytes.forEach { row in
        unsafe UnsafeMutableRawBufferPointer(mutating: row).copyBytes(from: rest.prefix(row.count))
        rest = rest.dropFirst(row.count)
      }
    }
  }

  /// The picture's bytes as in a raw file: all planes, one after another, without padding.
  ///
  /// - Shape: `[format.frameByteCount(width:height:)]`; samples of more than 8 bits are little-endian.
  public var packedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(format.frameByteCount(width: width, height: height))
    withView { view in unsafe view.picture.rowBytes.forEach { row in unsafe bytes.append(contentsOf: row) } }
    return bytes
  }
}
