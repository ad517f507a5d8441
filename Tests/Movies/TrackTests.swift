import Foundation
import Movies
import Testing
import VideoFrames

/// What is copied and told where tracks are unusual.
@Suite(.enabled(if: hasFFmpeg && hasEncoder("libx264"), "needs ffmpeg with libx264")) struct TrackTests {
  private func probe(_ path: String, _ track: String, _ entries: String) throws -> [String] {
    let words = ["-v", "error", "-select_streams", track, "-show_entries", entries, "-of", "csv=p=0", path]
    return try #require(output(of: "ffprobe", words)).split(separator: "\n").map(String.init)
  }

  /// Subtitles that appear at once, as those of several speakers and typeset signs do.
  @Test func subtitlesKeepEqualTimes() throws {
    let folder = try Folder()
    let events = (0..<20).map { "Dialogue: 0,0:00:00.50,0:00:01.00,Default,,0,0,0,,Line \($0)" }
    let script = [
      "[Script Info]", "ScriptType: v4.00+", "[V4+ Styles]", "[Events]",
      "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text",
    ]
    try folder.write("lines.ass", Array((script + events).joined(separator: "\n").utf8))
    let made = [
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-i", folder["lines.ass"], "-map", "0:v",
      "-map",
      "1:s", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:s", "copy", folder["in.mkv"],
    ]
    _ = try #require(output(of: "ffmpeg", made))
    let writer = try convert(folder["in.mkv"], folder["out.mkv"], container: "matroska")
    #expect(writer.changedTimes == 0)
    let times = try ["in.mkv", "out.mkv"].map { try probe(folder[$0], "s:0", "packet=pts_time,duration_time") }
    #expect(times[0].count == 20 && times[0] == times[1])
  }

  /// Messages number tracks as the container does, or else from 1.
  @Test(arguments: ["mov", "mkv"]) func tracksAreNumberedFromOne(ending: String) throws {
    let folder = try Folder()
    let made = [
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1", "-map", "1:a",
      "-map", "0:v", "-c:v", "libx264", "-c:a", "aac", folder["in.\(ending)"],
    ]
    _ = try #require(output(of: "ffmpeg", made))
    let input = OpenedFile(reading: folder["in.\(ending)"])
    let reader = try MovieReader(descriptor: input.descriptor, name: "in", threads: 1)
    #expect(reader.tracks.map(\.description) == ["track 1, audio (aac)", "track 2, video (h264)"])
  }

  /// Names of Matroska's covers say what each is for.
  @Test func coversKeepTheirNames() throws {
    let folder = try Folder()
    _ = try #require(
      output(of: "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=32x32:d=0.04", folder["small.png"]]))
    let made = [
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-attach", folder["small.png"],
      "-metadata:s:t", "mimetype=image/png", "-metadata:s:t", "filename=small_cover_land.png", "-c:v", "libx264",
      "-pix_fmt", "yuv420p",
      folder["in.mkv"],
    ]
    _ = try #require(output(of: "ffmpeg", made))
    try convert(folder["in.mkv"], folder["out.mkv"], container: "matroska")
    let names = try probe(folder["out.mkv"], "v:1", "stream_tags=filename,mimetype")
    #expect(names == ["small_cover_land.png,image/png"])
  }

  /// The part of a movie whose pictures are encoded in another unit has the times of one in the source's.
  @Test func partsHaveTheirTimesInAnyUnit() throws {
    let folder = try Folder()
    let times: [Int64] = [0, 40, 80, 120, 160, 200]
    _ = try writeClip(folder["in"], container: "matroska", TimeTests.encoding(Ratio(1, 1000)!), times: times)
    let (input, out) = (OpenedFile(reading: folder["in"]), OpenedFile(writing: folder["out"]))
    let reader = try MovieReader(descriptor: input.descriptor, name: "in", threads: 1)
    var encoding = VideoEncoding(encoder: "libx264", format: .yuv420p, as: reader.video)
    encoding.timeBase = Ratio(1, 500)!
    _ = try reader.move(to: .number(2))
    let writer = try MovieWriter(
      descriptor: out.descriptor, name: "out", container: "mp4", video: encoding, copying: reader, only: 0.08..<1)
    var frame = try reader.makeFrame()
    while try reader.read(into: &frame) {
      frame.time = frame.time.map { Ticks($0.count / 2) }
      try writer.write(frame)
    }
    try writer.finish()
    #expect(try readClip(folder["out"]).times.map(\.time) == [0, 20, 40, 60])
  }

  /// Sound that is longer than the pictures is no sign of a movie that was cut short.
  @Test(arguments: ["mkv", "mov", "mp4"]) func longSoundIsWhole(ending: String) throws {
    let folder = try Folder()
    let made = [
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-f", "lavfi", "-i", "sine=440:d=9", "-c:v",
      "libx264",
      "-pix_fmt", "yuv420p", "-c:a", "aac", folder["in." + ending],
    ]
    _ = try #require(output(of: "ffmpeg", made))
    for bytes in [1, 0.5] {
      let all = try folder.bytes("in." + ending)
      try folder.write("cut", Array(all.prefix(Int(Double(all.count) * bytes))))
      let file = OpenedFile(reading: folder["cut"])
      guard let reader = try? MovieReader(descriptor: file.descriptor, name: "cut", threads: 1) else {
        // MP4 has its table at the end.
        #expect(bytes < 1 && ending != "mkv")
        continue
      }
      #expect(reader.missingTime == nil)
      var frame = try reader.makeFrame()
      while try reader.read(into: &frame) {}
      let missing = try #require(reader.missingTime)
      #expect(bytes == 1 ? missing < 0.1 : missing > 1, "\(bytes) \(missing)")
    }
  }

  /// A movie that begins with whole frames and goes on with fields.
  @Test func fieldsAreCounted() throws {
    let folder = try Folder()
    for (name, flags) in [("a", []), ("b", ["-x264-params", "tff=1:fake-interlaced=1"])] {
      let made =
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1", "-c:v", "libx264", "-pix_fmt", "yuv420p"]
        + flags
        + (name == "b" ? ["-flags", "+ildct+ilme"] : []) + ["-f", "mpegts", folder[name]]
      _ = try #require(output(of: "ffmpeg", made))
    }
    try folder.write("both.ts", folder.bytes("a") + folder.bytes("b"))
    let file = OpenedFile(reading: folder["both.ts"])
    let reader = try MovieReader(descriptor: file.descriptor, name: "both", threads: 1)
    #expect(!reader.video.isInterlaced)
    var frame = try reader.makeFrame()
    while try reader.read(into: &frame) {}
    #expect(reader.interlacedFrames >= 20, "\(reader.interlacedFrames)")
  }
}
