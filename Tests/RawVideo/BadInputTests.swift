import Foundation
import RawVideo
import Testing
import VideoFrames

@Suite struct BadInputTests {
  static let frame = Array(repeating: 7 as UInt8, count: 27)
  static let header = "YUV4MPEG2 W5 H3 F25:1 Ip A1:1 C420jpeg"

  /// The error from opening and reading a whole Y4M file, and the number of frames read before it, from a file and from
  /// a pipe.
  func fault(_ bytes: [UInt8]) throws -> (error: RawVideoError?, frames: Int) {
    let file = try TemporaryFile(bytes)
    let outcomes = try [ByteSource(path: file.path), pipe(carrying: bytes)].map { source in
      var count = 0
      do {
        var reader = try Y4MReader(source)
        var frame = try reader.makeFrame()
        while try reader.read(into: &frame) { count += 1 }
        return (nil as RawVideoError?, count)
      } catch let error as RawVideoError {
        return (error, count)
      }
    }
    // The two differ only in the name.
    let texts = outcomes.map { outcome in
      outcome.0.map { "\($0)".replacing(file.path, with: "clip").replacing("pipe", with: "clip") }
    }
    #expect(texts[0] == texts[1])
    return outcomes[1]
  }

  @Test func wholeFilesHaveNoFault() throws {
    #expect(try fault(y4m(Self.header, frames: [Self.frame, Self.frame])) == (nil, 2))
    #expect(try fault(y4m(Self.header, frames: [Self.frame], mark: "FRAME Itpp Xa=b")) == (nil, 1))
    #expect(try fault(y4m(Self.header)) == (nil, 0))
  }

  @Test(arguments: 1..<33) func truncatedLastFrames(missing: Int) throws {
    // A frame is its mark of 6 bytes and 27 more. Whatever is cut off, two whole frames are found and the rest is
    // reported.
    let bytes = y4m(Self.header, frames: [Self.frame, Self.frame, Self.frame]).dropLast(missing)
    let (error, count) = try fault(Array(bytes))
    #expect(count == 2)
    let left = 33 - missing
    let expected: RawVideoError =
      left >= 6
      ? .truncatedFrame("pipe", wholeFrames: 2, bytes: left - 6, frameBytes: 27)
      : left == 5
        ? .endlessFrameLine("pipe", frame: 2)
        : .missingFrameMark("pipe", frame: 2, found: "\"\("FRAME".prefix(left))\"")
    #expect(error == expected)
  }

  @Test func missingFrameMarks() throws {
    let first = y4m(Self.header, frames: [Self.frame])
    #expect(
      try fault(first + Self.frame) == (
        .missingFrameMark("pipe", frame: 1, found: #""\u{07}\u{07}\u{07}\u{07}\u{07}\u{07}""#), 1
      ))
    #expect(
      try fault(first + Array("FRAMES\n".utf8) + Self.frame).error
        == .missingFrameMark("pipe", frame: 1, found: #""FRAMES""#))
    #expect(try fault(y4m(Self.header) + Self.frame).error?.description.hasPrefix("frame 0 of pipe") == true)
  }

  @Test func endlessLines() throws {
    let long = Array(repeating: UInt8(ascii: "x"), count: 10_000)
    #expect(try fault(Array("YUV4MPEG2 X".utf8) + long).error == .endlessHeader("pipe", bytes: 4096))
    #expect(try fault(Array(Self.header.utf8)).error == .endlessHeader("pipe", bytes: Self.header.utf8.count))
    #expect(
      try fault(y4m(Self.header) + Array("FRAME X".utf8) + long).error == .endlessFrameLine("pipe", frame: 0))
    #expect(try fault(long).error == .notY4M("pipe", found: #""xxxxxxxxxxxxxxxx""#))
    #expect(try fault([]).error == .notY4M("pipe", found: "nothing"))
  }

  @Test func anEndlessLineIsNotReadToTheEnd() throws {
    // A megabyte without a line feed: no more than the limit may be read.
    let ends = openPipe()
    let sink = ByteSink(descriptor: ends.write, name: "pipe")
    Thread.detachNewThread {
      var writer = RawFrameWriter(sink)
      if let frame = try? noise(.gray, 1024, 1024, seed: 1) { try? writer.write(frame) }
      try? writer.finish()
    }
    let source = ByteSource(descriptor: ends.read, name: "pipe")
    #expect(throws: RawVideoError.self) { try Y4MReader(source) }
    var rest = try RawFrameReader(source, .gray, width: 1, height: 1)
    #expect(try rest.skip(frames: 1 << 20) >= 1 << 20 - 4096)
  }

  @Test(arguments: [0, 1, 26, 27, 28, 80, 81]) func rawFilesThatTheSizeDoesNotDivide(count: Int) throws {
    let bytes = Array(repeating: 1 as UInt8, count: count)
    let file = try TemporaryFile(bytes)
    let (whole, extra) = count.quotientAndRemainder(dividingBy: 27)
    if extra == 0 {
      #expect(try RawFrameReader(ByteSource(path: file.path), .yuv420p, width: 5, height: 3).frameCount == whole)
    } else {
      #expect(
        throws: RawVideoError.partialFrame(file.path, wholeFrames: whole, extraBytes: extra, frameBytes: 27)
      ) { try RawFrameReader(ByteSource(path: file.path), .yuv420p, width: 5, height: 3) }
    }
    // With a pipe, it is found at the end.
    var reader = try RawFrameReader(pipe(carrying: bytes), .yuv420p, width: 5, height: 3)
    var frame = try reader.makeFrame()
    for _ in 0..<whole { #expect(try reader.read(into: &frame)) }
    if extra == 0 {
      #expect(try reader.read(into: &frame) == false)
    } else {
      #expect(throws: RawVideoError.truncatedFrame("pipe", wholeFrames: whole, bytes: extra, frameBytes: 27)) {
        try reader.read(into: &frame)
      }
    }
    // Skipping finds it too.
    var skipper = try RawFrameReader(pipe(carrying: bytes), .yuv420p, width: 5, height: 3)
    if extra != 0 {
      #expect(throws: RawVideoError.truncatedFrame("pipe", wholeFrames: whole, bytes: extra, frameBytes: 27)) {
        try skipper.skip(frames: 100)
      }
    }
  }

  @Test func skippingATruncatedFrame() throws {
    let file = try TemporaryFile(y4m(Self.header, frames: [Self.frame, Self.frame]).dropLast(1))
    var reader = try Y4MReader(ByteSource(path: file.path))
    #expect(reader.frameCount == nil)
    #expect(throws: RawVideoError.truncatedFrame(file.path, wholeFrames: 1, bytes: 26, frameBytes: 27)) {
      try reader.skip(frames: 2)
    }
  }

  @Test func impossibleSizesOfRawFrames() throws {
    #expect(throws: RawVideoError.picture(.side(width: 0, height: 3))) {
      try RawFrameReader(pipe(carrying: []), .yuv420p, width: 0, height: 3)
    }
    #expect(throws: RawVideoError.picture(.side(width: 100_000, height: 3))) {
      try RawFrameReader(pipe(carrying: []), .yuv420p, width: 100_000, height: 3)
    }
  }

  @Test func framesOfAnotherKind() throws {
    var reader = try RawFrameReader(pipe(carrying: Self.frame), .yuv420p, width: 5, height: 3)
    var other = try Frame(.yuv420p, width: 3, height: 5)
    #expect(throws: RawVideoError.otherPicture(found: "3×5 yuv420p", expected: "5×3 yuv420p")) {
      try reader.read(into: &other)
    }
    let file = try TemporaryFile()
    var writer = try Y4MWriter(ByteSink(path: file.path), Y4MHeader(.yuv422p, width: 3, height: 5))
    #expect(throws: RawVideoError.otherPicture(found: "3×5 yuv420p", expected: "3×5 yuv422p")) {
      try writer.write(other)
    }
  }

  // These numbers are the same on all supported systems: 2 ENOENT, 21 EISDIR, 28 ENOSPC.
  @Test func filesThatCannotBeUsed() throws {
    #expect(throws: RawVideoError.cannotOpen("/no/such/file", SystemError(code: 2))) {
      try ByteSource(path: "/no/such/file")
    }
    #expect(throws: RawVideoError.cannotCreate("/no/such/folder/out.y4m", SystemError(code: 2))) {
      try ByteSink(path: "/no/such/folder/out.y4m")
    }
    #expect(throws: RawVideoError.cannotRead("/tmp", SystemError(code: 21))) {
      try Y4MReader(ByteSource(path: "/tmp"))
    }
    #expect("\(SystemError(code: 2))" == "No such file or directory")
  }

  #if os(Linux)
    @Test func aFullDisk() throws {
      let expected = RawVideoError.cannotWrite("/dev/full", SystemError(code: 28))
      #expect(throws: expected) {
        try Y4MWriter(ByteSink(path: "/dev/full"), Y4MHeader(.gray, width: 5, height: 3))
      }
      for width in [5, 64] {
        var writer = RawFrameWriter(try ByteSink(path: "/dev/full"))
        let frame = try Frame(.gray, width: width, height: 3)
        #expect(throws: expected) { try writer.write(frame) }
      }
    }
  #endif

  @Test func aReaderThatWentAway() throws {
    let ends = openPipe()
    close(ends.read)
    var writer = RawFrameWriter(ByteSink(descriptor: ends.write, name: "standard output"))
    let frame = try Frame(.gray, width: 5, height: 3)
    #expect(throws: RawVideoError.closedPipe("standard output")) { try writer.write(frame) }
  }

  @Test func aFileClosedBefore() throws {
    let file = try TemporaryFile()
    var writer = RawFrameWriter(try ByteSink(path: file.path))
    try writer.finish()
    try writer.finish()
    let frame = try Frame(.gray, width: 5, height: 3)
    #expect(throws: RawVideoError.cannotWrite(file.path, SystemError(code: 9))) { try writer.write(frame) }
  }
}
