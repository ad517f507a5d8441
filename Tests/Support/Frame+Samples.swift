package import VideoFrames

extension Frame {
  /// One sample as it is in memory: a code, shifted as the format says, the bits of a floating-point number, or a word of several codes.
  ///
  /// - Parameter x: The place in the row, among the samples of all components of the plane.
  package func sample(plane index: Int, x: Int, y: Int) throws -> UInt32 {
    let (at, size) = (y * planes[index].stride + x * format.bytesPerSample, format.bytesPerSample)
    return unsafe withUnsafePlane(index) { bytes in
      (0..<size).reduce(0) { unsafe $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }
    }
  }

  /// Sets one sample as it is in memory.
  package mutating func setSample(_ value: UInt32, plane index: Int, x: Int, y: Int) throws {
    let (at, size) = (y * planes[index].stride + x * format.bytesPerSample, format.bytesPerSample)
    try unsafe withUnsafeMutablePlane(index) { bytes in
      for byte in 0..<size { unsafe bytes[at + byte] = UInt8(truncatingIfNeeded: value >> UInt32(8 * byte)) }
    }
  }
}
