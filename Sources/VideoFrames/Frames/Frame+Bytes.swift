extension Frame {
  /// Fills the picture from bytes as in a raw file: all planes, one after another, without padding.
  ///
  ///     try frame.copyBytes(from: decoded)
  ///
  /// - Shape: `format.frameByteCount(width:height:)` bytes; samples of more than 8 bits are little-endian.
  /// - Throws: `FrameError.byteCount` for any other number of bytes, `.memory` if the storage is shared and the system has no memory for a copy; the
  ///   picture is then unchanged.
  public mutating func copyBytes(from bytes: [UInt8]) throws(FrameError) {
    let expected = format.frameByteCount(width: width, height: height)
    guard bytes.count == expected else {
      throw .byteCount(bytes.count, expected: expected, format: format, width: width, height: height)
    }
    try makeUnique()
    var start = 0
    for (index, plane) in planes.enumerated() {
      let length = plane.shape.bytesPerRow
      unsafe withOwnPlane(index) { rows in
        for y in 0..<plane.shape.height {
          let row = unsafe UnsafeMutableRawBufferPointer(rebasing: rows[y * plane.stride..<y * plane.stride + length])
          unsafe row.copyBytes(from: bytes[start..<start + length])
          start += length
        }
      }
    }
  }

  /// The picture's bytes as in a raw file: all planes, one after another, without padding.
  ///
  /// - Shape: `[format.frameByteCount(width:height:)]`; samples of more than 8 bits are little-endian.
  public var packedBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(format.frameByteCount(width: width, height: height))
    for (index, plane) in planes.enumerated() {
      unsafe withUnsafePlane(index) { rows in
        for y in 0..<plane.shape.height {
          unsafe bytes.append(contentsOf: rows[y * plane.stride..<y * plane.stride + plane.shape.bytesPerRow])
        }
      }
    }
    return bytes
  }
}
