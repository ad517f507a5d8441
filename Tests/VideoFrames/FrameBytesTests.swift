import TestSupport
import Testing
import VideoFrames

/// Frames from packed bytes and back.
@Suite struct FrameBytesTests {
  @Test(arguments: PixelFormat.allCases) func samplesLieWhereTheFormatPutsThem(format: PixelFormat) throws {
    let (width, height) = (17, 5)
    let count = format.frameByteCount(width: width, height: height)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 73 &+ 5) }
    var frame = try Frame(format, width: width, height: height)
    try frame.copyBytes(from: bytes)
    #expect(frame.packedBytes == bytes)
    // Read apart from the copy: the planes of the format, one behind the other, little-endian.
    var start = 0
    for (index, plane) in format.planes(width: width, height: height).enumerated() {
      let size = format.bytesPerSample
      for (x, y) in [(0, 0), (plane.bytesPerRow / size - 1, plane.height - 1)] {
        let place = start + y * plane.bytesPerRow + x * size
        let expected = (0..<size).reduce(UInt32(0)) { $0 | UInt32(bytes[place + $1]) << (8 * UInt32($1)) }
        #expect(try frame.sample(plane: index, x: x, y: y) == expected, "\(format) plane \(index) at \(x), \(y)")
      }
      start += plane.bytesPerRow * plane.height
    }
  }

  @Test(arguments: [0, 11, 13]) func anotherNumberOfBytesIsRefused(count: Int) throws {
    var frame = try Frame(.yuv420p, width: 4, height: 2)
    try frame.setCode(200, component: 0, x: 0, y: 0)
    let error = #expect(throws: FrameError.self) {
      try frame.copyBytes(from: [UInt8](repeating: 1, count: count))
    }
    #expect(error?.kind == .byteCount && error?.expected == "\(count) were given")
    #expect(error?.found == "a picture of 4×2 pixels in yuv420p has 12 bytes without padding")
    #expect(try frame.code(component: 0, x: 0, y: 0) == 200)
  }
}
