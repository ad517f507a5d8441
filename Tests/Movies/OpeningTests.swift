import Foundation
import Movies
import SystemCalls
import TestSupport
import Testing
import VideoFrames

/// Movies that are opened at a picture in them: it is the one that reading everything finds.
struct OpeningTests {
  /// Pictures of uneven length, with several key pictures, and with pictures that no other needs.
  private func clip(_ folder: Folder, _ encoder: String, _ container: String) throws -> String {
    var encoding = VideoEncoding(encoder: encoder, format: .yuv420p, width: 64, height: 48, timeBase: Ratio(1, 100)!)
    encoding.frameRate = Ratio(25, 1)
    encoding.options =
      switch encoder {
      case "libx264": [("preset", "veryfast"), ("x264-params", "keyint=10:min-keyint=10:bframes=3:b-pyramid=1")]
      case "libx265": [("preset", "veryfast"), ("x265-params", "keyint=10:min-keyint=10:bframes=3:log-level=error")]
      case "libvpx-vp9": [("g", "10"), ("lag-in-frames", "8")]
      default: [("g", "10")]
      }
    let name = "\(encoder).\(container)"
    _ = try writeClip(
      folder[name], container: container, encoding, times: (0..<40).map { Int64(4 * $0 + $0 % 3) }, last: 4)
    return name
  }

  private func picture(
    _ folder: Folder, _ name: String, at place: MovieReader.Opening
  ) throws -> (time: Int64?, bytes: [UInt8], seconds: Seconds, video: VideoTrack)? {
    let file = OpenedFile(reading: folder[name])
    guard
      let reader = try MovieReader(
        Descriptor(file.descriptor, isOurs: false), name: name, threads: 2, at: place)
    else {
      return nil
    }
    var frame = try reader.makeFrame()
    try #require(try reader.read(into: &frame))
    return (frame.time?.count, frame.withView(samples), try #require(reader.openedAt), reader.video)
  }

  @Test(
    .enabled(if: ["libx264", "libx265", "libvpx-vp9"].allSatisfy(hasEncoder), "needs x264, x265 and libvpx"),
    arguments: [
      ("libx264", "mp4"), ("libx264", "matroska"), ("libx264", "mpegts"), ("libx265", "mp4"), ("libx265", "matroska"),
      ("libvpx-vp9", "webm"), ("ffv1", "matroska"), ("mpeg4", "mov"),
    ])
  func thePictureShownAtATimeIsTheSame(encoder: String, container: String) throws {
    let folder = try Folder()
    let name = try clip(folder, encoder, container)
    let whole = try readClip(folder[name])
    let (start, unit) = (try #require(whole.video.start).count, whole.video.timeBase.value)
    var (direct, asked) = (0, 0)
    for seconds in stride(from: 0.0, through: 1.55, by: 0.11) + [0.08, 1.0] {
      let target = start + Int64((seconds / unit + 0.001).rounded(.down))
      let expected = try #require(whole.times.lastIndex { $0.time! <= target })
      asked += 1
      guard let found = try picture(folder, name, at: .time(Seconds(seconds))) else { continue }
      direct += 1
      #expect(found.time == whole.times[expected].time, "\(name) at \(seconds)")
      #expect(found.bytes == whole.pictures[expected], "\(name) at \(seconds)")
      #expect(abs(found.seconds.value - Double(found.time! - start) * unit) < 1e-9)
      #expect(found.video == whole.video)
    }
    #expect(direct == asked, "\(name) says when its pictures are shown")
  }

  /// Without a picture at a time there is no place to open.
  @Test func aTimeBehindTheEndIsNoPlace() throws {
    let folder = try Folder()
    let name = try clip(folder, "ffv1", "matroska")
    #expect(try picture(folder, name, at: .time(99)) == nil)
  }
}
