import Foundation
import Colorimetry
import RawVideo
import TestSupport
import Testing
import VideoFrames

// With 64 and 128 columns, some rows have no padding and are read directly into place; the others move to their places.
@Suite struct RoundTripTests {
  static let sizes = [(1, 1), (5, 3), (64, 4), (128, 3), (131, 37)]

  @Test(arguments: PixelFormat.allCases, sizes)
  func rawFramesComeBack(format: PixelFormat, size: (width: Int, height: Int)) throws {
    let written = try (1...3).map { try noise(format, size.width, size.height, seed: UInt64($0)) }
    let file = try TemporaryFile()
    var writer = FrameWriter(try ByteSink(path: file.path))
    for frame in written { try writer.write(frame) }
    try writer.finish()
    let bytes = try file.bytes
    #expect(bytes.count == 3 * format.frameByteCount(width: size.width, height: size.height))

    let fromFile = try FrameReader(ByteSource(path: file.path), format, width: size.width, height: size.height)
    #expect(fromFile.frameCount == 3)
    #expect(try frames(of: fromFile) == written)
    let fromPipe = try FrameReader(pipe(carrying: bytes), format, width: size.width, height: size.height)
    #expect(fromPipe.frameCount == nil)
    #expect(try frames(of: fromPipe) == written)
  }

  @Test(arguments: PixelFormat.allCases, [(5, 3), (64, 4)])
  func y4mFramesComeBack(format: PixelFormat, size: (width: Int, height: Int)) throws {
    let isNamed =
      format.model != .rgb && !format.isFloat
      && (format.layout == .planar && (!format.hasAlpha || format == .yuva444p))
    guard isNamed else {
      let text = sentence(.notInY4M(format)) { _ = try Y4MHeader(format, width: 5, height: 3) }
      #expect(text?.hasPrefix("Y4M has no name for \(format); write raw frames instead") == true)
      return
    }
    let header = try Y4MHeader(
      format, width: size.width, height: size.height, range: .full, frameRate: FrameRate(24000, 1001))
    let written = try (1...3).map { try noise(format, size.width, size.height, seed: UInt64($0)) }
    let file = try TemporaryFile()
    var writer = try FrameWriter(ByteSink(path: file.path), header)
    for frame in written { try writer.write(frame) }
    try writer.finish()

    let fromFile = try FrameReader(y4m: ByteSource(path: file.path))
    #expect(fromFile.header == header)
    #expect(fromFile.frameCount == 3)
    #expect(try frames(of: fromFile) == written)
    let fromPipe = try FrameReader(y4m: pipe(carrying: file.bytes))
    #expect(fromPipe.header == header)
    #expect(fromPipe.frameCount == nil)
    #expect(try frames(of: fromPipe) == written)
  }

  @Test func planesFollowEachOtherWithoutPadding() throws {
    // 5×3 in 4:2:0 is 15 + 6 + 6 bytes; numbered consecutively, they must lie in the frame as counted by hand.
    let file = try TemporaryFile(Array(0..<27))
    var reader = try FrameReader(ByteSource(path: file.path), .yuv420p, width: 5, height: 3)
    var frame = try reader.makeFrame()
    #expect(try reader.read(into: &frame))
    #expect(try frame.sample(plane: 0, x: 0, y: 0) == 0)
    #expect(try frame.sample(plane: 0, x: 4, y: 0) == 4)
    #expect(try frame.sample(plane: 0, x: 0, y: 1) == 5)
    #expect(try frame.sample(plane: 1, x: 0, y: 0) == 15)
    #expect(try frame.sample(plane: 1, x: 2, y: 1) == 20)
    #expect(try frame.sample(plane: 2, x: 2, y: 1) == 26)
    let copy = try TemporaryFile()
    var writer = FrameWriter(try ByteSink(path: copy.path))
    try writer.write(frame)
    try writer.finish()
    #expect(try copy.bytes == Array(0..<27))
  }

  @Test func megabytesWithPaddingComeBack() throws {
    let written = try noise(.gray10, 5001, 300, seed: 7)
    let file = try TemporaryFile()
    var writer = FrameWriter(try ByteSink(path: file.path))
    try writer.write(written)
    try writer.finish()
    let reader = try FrameReader(ByteSource(path: file.path), .gray10, width: 5001, height: 300)
    #expect(try frames(of: reader) == [written])
  }

  @Test(arguments: [0, 1, 3, 5, 9]) func skippedFramesAreNotRead(count: Int) throws {
    let bytes = (0..<5).map { index in Array(repeating: UInt8(index), count: 27) }
    let raw = try TemporaryFile(bytes.flatMap(\.self))
    let named = try TemporaryFile(y4m("YUV4MPEG2 W5 H3", frames: bytes, mark: "FRAME Xnote"))
    let sources: [FrameReader] = [
      try FrameReader(ByteSource(path: raw.path), .yuv420p, width: 5, height: 3),
      try FrameReader(pipe(carrying: raw.bytes), .yuv420p, width: 5, height: 3),
      try FrameReader(y4m: ByteSource(path: named.path)), try FrameReader(y4m: pipe(carrying: named.bytes)),
    ]
    for var reader in sources {
      #expect(try reader.skip(frames: count) == min(count, 5))
      #expect(reader.position == min(count, 5))
      var frame = try reader.makeFrame()
      #expect(try reader.read(into: &frame) == (count < 5))
      if count < 5 { #expect(try frame.sample(plane: 2, x: 2, y: 1) == UInt32(count)) }
    }
  }

  @Test func whatWasReadBeforeIsNotCounted() throws {
    // This is the situation of `(head -c 3 > /dev/null; tonemap convert - …) < clip.yuv`.
    let file = try TemporaryFile(Array(0..<30))
    let handle = try FileHandle(forReadingFrom: URL(filePath: file.path))
    _ = try handle.read(upToCount: 3)
    let source = ByteSource(descriptor: dup(handle.fileDescriptor), name: "rest")
    #expect(source.length == 27)
    var reader = try FrameReader(source, .yuv420p, width: 5, height: 3)
    #expect(reader.frameCount == 1)
    var frame = try reader.makeFrame()
    #expect(try reader.read(into: &frame))
    #expect(try frame.sample(plane: 0, x: 0, y: 0) == 3)
  }

  @Test func aPipeThatDoesNotWaitIsWaitedFor() throws {
    let ends = openPipe()
    for end in [ends.read, ends.write] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let written = try noise(.yuv444p16, 640, 360, seed: 3)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var writer = FrameWriter(ByteSink(descriptor: ends.write, name: "pipe"))
      Thread.sleep(forTimeInterval: 0.02)
      for _ in 0..<3 { try? writer.write(written) }
      try? writer.finish()
      done.signal()
    }
    let source = ByteSource(descriptor: ends.read, name: "pipe")
    let reader = try FrameReader(source, .yuv444p16, width: 640, height: 360)
    #expect(try frames(of: reader) == [written, written, written])
    done.wait()
  }
}
