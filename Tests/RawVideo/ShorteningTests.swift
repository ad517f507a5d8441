import Foundation
import RawVideo
import Testing
import VideoFrames

/// Files that another program cuts off while they are read, and headers that promise more than there is.
@Suite struct ShorteningTests {
  private static let frame = BadInputTests.frame

  private func cut(_ file: TemporaryFile, to count: Int) throws {
    try FileHandle(forWritingTo: URL(filePath: file.path)).truncate(atOffset: UInt64(count))
  }

  @Test(arguments: [54, 50, 0]) func rawFrames(left: Int) throws {
    let file = try TemporaryFile(Array(repeating: 7, count: 5 * 27))
    var reader = try FrameReader(ByteSource(path: file.path), .yuv420p, width: 5, height: 3)
    try cut(file, to: left)
    let text = sentence(.truncated) { try Self.count(&reader) }
    #expect(
      text == """
        \(file.path) had 5 frames and 135 bytes when it was opened, but ended after \(left / 27) whole frame\(left / 27 == 1 ? "" : "s") and \(left) bytes; convert it \
        when no other program changes it
        """)
  }

  /// The header takes 39 bytes, a frame 33.
  @Test(arguments: [39 + 66, 39 + 50, 39 + 36, 39], ["FRAME", "FRAME Ip"]) func y4m(left: Int, mark: String) throws {
    let bytes = RawVideoTests.y4m(
      BadInputTests.header, frames: [Self.frame, Self.frame, Self.frame, Self.frame], mark: mark)
    let file = try TemporaryFile(bytes)
    var reader = try FrameReader(y4m: ByteSource(path: file.path))
    try cut(file, to: left)
    let text = sentence(.truncated) { try Self.count(&reader) }
    let announced = mark == "FRAME" ? "4 frames and " : ""
    #expect(text?.hasPrefix("\(file.path) had \(announced)\(bytes.count) bytes when it was opened, but ended") == true)
    #expect(text?.contains(" and \(left) bytes; ") == true)
  }

  @Test func skippedFramesToo() throws {
    let file = try TemporaryFile(Array(repeating: 7, count: 5 * 27))
    var reader = try FrameReader(ByteSource(path: file.path), .yuv420p, width: 5, height: 3)
    try cut(file, to: 27)
    #expect(try reader.skip(frames: 3) == 3)
    #expect(throws: RawVideoError.self) { try Self.count(&reader) }
  }

  /// Nobody should have to find memory for them.
  @Test func framesThatCannotBeInTheFile() throws {
    let file = try TemporaryFile(
      RawVideoTests.y4m("YUV4MPEG2 W65535 H43689 C420jpeg F25:1 Ip") + Array("FRAME\nxx".utf8))
    let text = sentence(.truncated) { _ = try FrameReader(y4m: ByteSource(path: file.path)) }
    #expect(text == BadInputTests.truncation(file.path, wholeFrames: 0, bytes: 2, of: 4_294_792_535))
  }

  @Test(arguments: ["9999999999.123456789", "2147483648.5", "9999999999.9", "4294967296", "99999999999999999999"])
  func ratesBeyondTheirDomain(text: String) { #expect(FrameRate(text) == nil) }

  private static func count(_ reader: inout FrameReader) throws {
    var frame = try reader.makeFrame()
    while try reader.read(into: &frame) {}
  }
}
