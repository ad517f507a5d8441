internal import VideoFrames

extension ByteSource {
  /// Reads the planes of a picture, one after another, stored without padding.
  ///
  /// - Returns: The number of bytes read; less than the size of the picture only at the end.
  mutating func read(into frame: inout Frame) throws(RawVideoError) -> Int {
    do { try frame.makeUnique() } catch { throw .picture(error) }
    var total = 0
    for (index, plane) in frame.planes.enumerated() {
      let (length, wanted) = (plane.shape.bytesPerRow, plane.shape.byteCount)
      let count = try unsafe frame.withOwnPlane(index) { bytes throws(RawVideoError) in
        let count = try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]))
        // The rows arrive without padding, so the last moves first.
        for y in (0..<plane.shape.height).reversed() where !plane.isTight {
          unsafe (bytes.baseAddress! + y * plane.stride).copyMemory(
            from: bytes.baseAddress! + y * length, byteCount: length)
        }
        return count
      }
      total += count
      if count < wanted { break }
    }
    return total
  }
}

extension ByteSink {
  /// Writes the planes of a picture, one after another, without padding.
  ///
  /// - Parameter packed: Memory for planes with padding, which keeps its capacity.
  mutating func write(_ frame: Frame, through packed: inout [UInt8]) throws(RawVideoError) {
    for (index, plane) in frame.planes.enumerated() {
      try unsafe frame.withUnsafePlane(index) { bytes throws(RawVideoError) in
        if plane.isTight { return try unsafe write(bytes) }
        packed.removeAll(keepingCapacity: true)
        for y in 0..<plane.shape.height {
          unsafe packed.append(contentsOf: bytes[y * plane.stride..<y * plane.stride + plane.shape.bytesPerRow])
        }
        try unsafe packed.withUnsafeBufferPointer { bytes throws(RawVideoError) in
          try unsafe write(UnsafeRawBufferPointer(bytes))
        }
      }
    }
  }
}
