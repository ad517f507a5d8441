import Foundation
import RawVideo
import TestSupport
import Testing
import VideoFrames

// Whole files, damaged at random with a fixed seed and read to their end. Nothing may trap, and no reader may find more
// frames than the bytes allow.
@Suite struct DamageTests {
  @Test(arguments: 0..<8) func damagedFilesEndInFramesOrInAnError(seed: UInt64) throws {
    var numbers = SeededNumbers(seed: seed)
    let frame = Array(0..<27 as Range<UInt8>)
    let whole = y4m("YUV4MPEG2 W5 H3 F25:1 Ip A1:1 C420jpeg Xa", frames: [frame, frame, frame])
    var outcomes: [String: Int] = [:]
    for _ in 0..<150 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        let at = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        case 1: bytes.remove(at: at)
        case 2: bytes.insert(UInt8.random(in: 0...255, using: &numbers), at: at)
        default: bytes.removeSubrange(max(at, 1)...)
        }
      }
      let file = try TemporaryFile(bytes)
      do {
        var reader = try FrameReader(y4m: ByteSource(path: file.path))
        // A damaged size may be very large and is not worth the memory.
        guard reader.format.frameByteCount(width: reader.width, height: reader.height) < 1 << 20 else { continue }
        var picture = try reader.makeFrame()
        var count = 0
        while try reader.read(into: &picture) { count += 1 }
        #expect(count * 6 <= bytes.count)
        #expect(reader.frameCount == nil || reader.frameCount == count)
        outcomes["frames", default: 0] += 1
      } catch {
        let name = "\(error)".replacing(file.path, with: "clip")
        outcomes[name.hasPrefix("the Y4M") ? "header" : name.hasPrefix("clip") ? "end" : "mark", default: 0] += 1
      }
    }
    // Every kind of damage occurred: to the header, to a mark, at the end, and undetectable.
    #expect(outcomes.count == 4, "seed \(seed): \(outcomes)")
  }

  @Test func readingIntoASharedFrameLeavesTheOtherAlone() throws {
    let file = try TemporaryFile(Array(repeating: 9, count: 27))
    var reader = try FrameReader(ByteSource(path: file.path), .yuv420p, width: 5, height: 3)
    var frame = try reader.makeFrame()
    let copy = frame
    #expect(try reader.read(into: &frame))
    #expect(try frame.sample(plane: 2, x: 2, y: 1) == 9)
    #expect(try copy.sample(plane: 2, x: 2, y: 1) == 0)
  }

  @Test(arguments: [PixelFormat.gray, .yuv420p10, .p010]) func paddingReachesNoFile(format: PixelFormat) throws {
    // Padding in memory does not affect the bytes written.
    var first = try Frame(format, width: 5, height: 3)
    for plane in first.planes.indices {
      let (stride, used) = (first.planes[plane].stride, first.planes[plane].shape.bytesPerRow)
      try unsafe first.withUnsafeMutablePlane(plane) { bytes in
        for at in 0..<bytes.count where at % stride >= used { unsafe bytes[at] = 0x99 }
      }
    }
    let file = try TemporaryFile()
    var writer = FrameWriter(try ByteSink(path: file.path))
    try writer.write(first)
    try writer.finish()
    #expect(try file.bytes == Array(repeating: 0, count: format.frameByteCount(width: 5, height: 3)))
  }

  @Test func readingAndWritingOverlap() throws {
    // A reader and a writer on separate threads with a pipe between them, as in the command.
    let ends = openPipe()
    let header = try Y4MHeader(.yuv420p10, width: 130, height: 75, frameRate: FrameRate(25, 1))
    let written = try (0..<20).map { try noise(.yuv420p10, 130, 75, seed: UInt64($0)) }
    Thread.detachNewThread {
      guard var writer = try? FrameWriter(ByteSink(descriptor: ends.write, name: "pipe"), header) else { return }
      for frame in written { try? writer.write(frame) }
      try? writer.finish()
    }
    var reader = try FrameReader(y4m: ByteSource(descriptor: ends.read, name: "pipe"))
    #expect(reader.frameRate == FrameRate(25, 1))
    #expect(try reader.skip(frames: 3) == 3)
    #expect(try frames(of: reader) == Array(written.dropFirst(3)))
  }
}
