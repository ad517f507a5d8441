import Foundation
import Movies
import Testing

/// Interlaced pictures that the reader makes whole.
@Suite(.enabled(if: hasFFmpeg, "no ffmpeg")) struct DeinterlacingTests {
  /// They have the bytes that FFmpeg's own program makes of them by the same filter, and their times.
  @Test func theyAreThoseOfBwdif() throws {
    let folder = try Folder()
    let source = [
      "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=64x48:r=50:d=0.4", "-vf",
      "tinterlace=mode=interleave_top,setfield=tff", "-pix_fmt", "yuv420p", "-c:v", "ffv1", folder["in.mkv"],
    ]
    _ = try #require(output(of: "ffmpeg", source))
    let filter = [
      "-v", "error", "-y", "-i", folder["in.mkv"], "-vf", "bwdif=mode=send_frame:parity=auto:deint=interlaced", "-f",
      "rawvideo", folder["out.yuv"],
    ]
    _ = try #require(output(of: "ffmpeg", filter))
    let plain = try readClip(folder["in.mkv"])
    try #require(plain.video.isInterlaced && plain.pictures.count == 10)
    let file = OpenedFile(reading: folder["in.mkv"])
    let reader = try MovieReader(descriptor: file.descriptor, name: "in.mkv", threads: 2, deinterlaces: true)
    #expect(!reader.video.isInterlaced)
    var frame = try reader.makeFrame()
    var (bytes, times): ([UInt8], [Int64?]) = ([], [])
    while try reader.read(into: &frame) {
      bytes += frame.withView(samples)
      times.append(frame.time?.count)
    }
    #expect(times == plain.times.map(\.time))
    #expect(try bytes == folder.bytes("out.yuv"))
    #expect(reader.interlacedFrames == 0)
  }

  /// A picture of another size ends the reading as it does without the filter.
  @Test func anotherSizeIsAnError() throws {
    let folder = try Folder()
    for (name, size) in [("a.ts", "64x48"), ("b.ts", "96x64")] {
      let source = [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=\(size):r=50:d=0.4", "-vf",
        "tinterlace=mode=interleave_top,setfield=tff", "-c:v", "mpeg2video", "-flags", "+ilme+ildct", folder[name],
      ]
      _ = try #require(output(of: "ffmpeg", source))
    }
    let both = try folder.bytes("a.ts") + folder.bytes("b.ts")
    try folder.write("both.ts", both)
    let file = OpenedFile(reading: folder["both.ts"])
    let reader = try MovieReader(descriptor: file.descriptor, name: "both.ts", threads: 1, deinterlaces: true)
    var frame = try reader.makeFrame()
    let error = #expect(throws: MovieError.self) { while try reader.read(into: &frame) {} }
    guard case .otherPicture? = error else { throw try #require(error) }
  }
}
