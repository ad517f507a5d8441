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
        var reader = try FrameReader(y4m: source)
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

  static func truncation(_ name: String, wholeFrames: Int, bytes: Int, of frameBytes: Int = 27) -> String {
    """
    \(name) ends within a frame; after \(wholeFrames) whole frame\(wholeFrames == 1 ? "" : "s"), only \(bytes) of \(frameBytes) bytes follow; convert only the whole \
    frames, or write the file again
    """
  }

  static func missingMark(frame: Int, found: some StringProtocol) -> String {
    """
    frame \(frame) of pipe begins with "\(found)", but every Y4M frame begins with "FRAME"; write the file again; it is damaged here, or \
    the size in its header is wrong
    """
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
    let expected =
      left >= 6
      ? Self.truncation("pipe", wholeFrames: 2, bytes: left - 6)
      : left == 5
        ? """
        the line that begins frame 2 of pipe has no line feed, but must end with one within 4096 bytes; write the file again; it is \
        damaged here
        """ : Self.missingMark(frame: 2, found: "FRAME".prefix(left))
    #expect("\(error!)" == expected && error?.kind == (left >= 6 ? .truncated : .syntax))
  }

  @Test func missingFrameMarks() throws {
    let first = y4m(Self.header, frames: [Self.frame])
    let (error, count) = try fault(first + Self.frame)
    #expect("\(error!)" == Self.missingMark(frame: 1, found: #"\u{07}\u{07}\u{07}\u{07}\u{07}\u{07}"#) && count == 1)
    #expect(
      try "\(fault(first + Array("FRAMES\n".utf8) + Self.frame).error!)" == Self.missingMark(frame: 1, found: "FRAMES"))
    #expect(try fault(y4m(Self.header) + Self.frame).error?.description.hasPrefix("frame 0 of pipe") == true)
  }

  @Test func endlessLines() throws {
    let long = Array(repeating: UInt8(ascii: "x"), count: 10_000)
    for (bytes, count) in [
      (Array("YUV4MPEG2 X".utf8) + long, 4096), (Array(Self.header.utf8), Self.header.utf8.count),
    ] {
      #expect(
        try "\(fault(bytes).error!)" == """
          the Y4M header of pipe has no line feed in its first \(count) bytes, but must end with one within 4096 bytes; check that the \
          file is Y4M
          """)
    }
    #expect(
      try fault(y4m(Self.header) + Array("FRAME X".utf8) + long).error?.found
        == "the line that begins frame 0 of pipe has no line feed")
    #expect(try fault(long).error?.found == #"pipe begins with "xxxxxxxxxxxxxxxx""#)
    #expect(try fault([]).error?.found == "pipe begins with nothing")
  }

  @Test func anEndlessLineIsNotReadToTheEnd() throws {
    // A megabyte without a line feed: no more than the limit may be read.
    let ends = openPipe()
    let sink = ByteSink(descriptor: ends.write, name: "pipe")
    Thread.detachNewThread {
      var writer = FrameWriter(sink)
      if let frame = try? noise(.gray, 1024, 1024, seed: 1) { try? writer.write(frame) }
      try? writer.finish()
    }
    let source = ByteSource(descriptor: ends.read, name: "pipe")
    #expect(throws: RawVideoError.self) { try FrameReader(y4m: source) }
    var rest = try FrameReader(source, .gray, width: 1, height: 1)
    #expect(try rest.skip(frames: 1 << 20) >= 1 << 20 - 4096)
  }

  @Test(arguments: [0, 1, 26, 27, 28, 80, 81]) func rawFilesThatTheSizeDoesNotDivide(count: Int) throws {
    let bytes = Array(repeating: 1 as UInt8, count: count)
    let file = try TemporaryFile(bytes)
    let (whole, extra) = count.quotientAndRemainder(dividingBy: 27)
    if extra == 0 {
      #expect(try FrameReader(ByteSource(path: file.path), .yuv420p, width: 5, height: 3).frameCount == whole)
    } else {
      let text = sentence(.truncated) {
        _ = try FrameReader(ByteSource(path: file.path), .yuv420p, width: 5, height: 3)
      }
      #expect(
        text == """
          \(file.path) has \(whole) whole frame\(whole == 1 ? "" : "s") of 27 bytes and \(extra) extra bytes, but must have only whole frames; check the \
          size and the pixel format, or cut the file after the last whole frame
          """)
    }
    // With a pipe, it is found at the end.
    var reader = try FrameReader(pipe(carrying: bytes), .yuv420p, width: 5, height: 3)
    var frame = try reader.makeFrame()
    for _ in 0..<whole { #expect(try reader.read(into: &frame)) }
    if extra == 0 {
      #expect(try reader.read(into: &frame) == false)
    } else {
      let text = sentence(.truncated) { _ = try reader.read(into: &frame) }
      #expect(text == Self.truncation("pipe", wholeFrames: whole, bytes: extra))
    }
    // Skipping finds it too.
    var skipper = try FrameReader(pipe(carrying: bytes), .yuv420p, width: 5, height: 3)
    if extra != 0 {
      let text = sentence(.truncated) { _ = try skipper.skip(frames: 100) }
      #expect(text == Self.truncation("pipe", wholeFrames: whole, bytes: extra))
    }
  }

  @Test func skippingATruncatedFrame() throws {
    let file = try TemporaryFile(y4m(Self.header, frames: [Self.frame, Self.frame]).dropLast(1))
    var reader = try FrameReader(y4m: ByteSource(path: file.path))
    #expect(reader.frameCount == nil)
    let text = sentence(.truncated) { _ = try reader.skip(frames: 2) }
    #expect(text == Self.truncation(file.path, wholeFrames: 1, bytes: 26))
  }

  @Test func impossibleSizesOfRawFrames() throws {
    #expect(throws: RawVideoError.picture(.side(width: 0, height: 3))) {
      try FrameReader(pipe(carrying: []), .yuv420p, width: 0, height: 3)
    }
    #expect(throws: RawVideoError.picture(.side(width: 100_000, height: 3))) {
      try FrameReader(pipe(carrying: []), .yuv420p, width: 100_000, height: 3)
    }
  }

  @Test func framesOfAnotherKind() throws {
    var reader = try FrameReader(pipe(carrying: Self.frame), .yuv420p, width: 5, height: 3)
    var other = try Frame(.yuv420p, width: 3, height: 5)
    #expect(
      sentence(.otherPicture) { _ = try reader.read(into: &other) }
        == "the frame is 3×5 yuv420p, but 5×3 yuv420p was expected; make the frame with makeFrame()")
    let file = try TemporaryFile()
    var writer = try FrameWriter(ByteSink(path: file.path), Y4MHeader(.yuv422p, width: 3, height: 5))
    #expect(
      sentence(.otherPicture) { try writer.write(other) }
        == "the frame is 3×5 yuv420p, but 3×5 yuv422p was expected; make the frame with makeFrame()")
  }

  @Test func filesThatCannotBeUsed() throws {
    #expect(
      sentence(.cannotOpen) { _ = try ByteSource(path: "/no/such/file") }
        == "/no/such/file cannot be opened (No such file or directory); check the path")
    #expect(
      sentence(.cannotCreate) { _ = try ByteSink(path: "/no/such/folder/out.y4m") }
        == """
        /no/such/folder/out.y4m cannot be created (No such file or directory); check that its folder exists and is writable
        """)
    #expect(
      sentence(.transfer) { _ = try FrameReader(y4m: ByteSource(path: "/tmp")) }
        == "/tmp cannot be read (Is a directory); check that it is a video file and that the disk is sound")
  }

  #if os(Linux)
    @Test func aFullDisk() throws {
      let expected =
        "/dev/full cannot be written (No space left on device); check that the disk has enough free space"
      let text = sentence(.transfer) {
        _ = try FrameWriter(ByteSink(path: "/dev/full"), Y4MHeader(.gray, width: 5, height: 3))
      }
      #expect(text == expected)
      for width in [5, 64] {
        var writer = FrameWriter(try ByteSink(path: "/dev/full"))
        let frame = try Frame(.gray, width: width, height: 3)
        #expect(sentence(.transfer) { try writer.write(frame) } == expected)
      }
    }
  #endif

  @Test func aReaderThatWentAway() throws {
    let ends = openPipe()
    close(ends.read)
    var writer = FrameWriter(ByteSink(descriptor: ends.write, name: "standard output"))
    let frame = try Frame(.gray, width: 5, height: 3)
    #expect(
      sentence(.closedPipe) { try writer.write(frame) }
        == "the reader of standard output closed it before all frames were written; keep it open until the end")
  }

  @Test func aFileClosedBefore() throws {
    let file = try TemporaryFile()
    var writer = FrameWriter(try ByteSink(path: file.path))
    try writer.finish()
    try writer.finish()
    let frame = try Frame(.gray, width: 5, height: 3)
    #expect(
      sentence(.transfer) { try writer.write(frame) }
        == "\(file.path) cannot be written (Bad file descriptor); check that the disk has enough free space")
  }
}
