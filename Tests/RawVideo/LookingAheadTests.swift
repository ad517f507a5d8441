import RawVideo
import TestSupport
import Testing
import VideoFrames

/// Peeking at a source does not change what is read from it.
@Suite struct LookingAheadTests {
  private static let bytes = (0..<64).map { UInt8($0) }

  private func read(_ source: ByteSource, skipping: Int) throws -> [UInt8] {
    var reader = try FrameReader(source, .gray, width: 8, height: 2)
    var frame = try Frame(.gray, width: 8, height: 2)
    var bytes: [UInt8] = []
    #expect(try reader.skip(frames: skipping) == skipping)
    while try reader.read(into: &frame) {
      for place in 0..<16 { bytes.append(UInt8(try frame.sample(plane: 0, x: place % 8, y: place / 8))) }
    }
    return bytes
  }

  @Test(arguments: [0, 1, 5, 16, 17, 40, 64, 100], [0, 1, 2])
  func nothingIsTaken(count: Int, skipping: Int) throws {
    let file = try TemporaryFile(Self.bytes)
    for var source in [try ByteSource(path: file.path), pipe(carrying: Self.bytes, helping: 3)] {
      let mark = Array(Self.bytes.prefix(count))
      #expect(try source.next(count) == mark && source.next(count + 1) == Array(Self.bytes.prefix(count + 1)))
      #expect(source.position == 0)
      #expect(try read(source, skipping: skipping) == Array(Self.bytes[(16 * skipping)...]))
    }
  }

  @Test func nothingComesAfterTheEnd() throws {
    let file = try TemporaryFile([])
    var source = try ByteSource(path: file.path)
    #expect(try source.next(1).isEmpty && source.next(0).isEmpty)
  }
}
