import Foundation
import Movies
import Testing

/// A second track of pictures is copied: it has the same packets and times, whatever order its pictures are coded in.
@Suite(.enabled(if: hasFFmpeg && hasEncoder("libx264"), "needs ffmpeg with libx264")) struct SecondTrackTests {
  /// Makes a movie with two tracks of pictures in Matroska, which does not state decoding times.
  private func movie(_ folder: Folder, _ second: [String], offset: [String] = []) throws -> String {
    let clip = ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2"]
    _ = try #require(
      output(of: "ffmpeg", ["-v", "error", "-y"] + clip + ["-c:v", "ffv1", "-pix_fmt", "yuv420p", folder["a.mkv"]]))
    _ = try #require(output(of: "ffmpeg", ["-v", "error", "-y"] + clip + second + [folder["b.mkv"]]))
    let both =
      ["-v", "error", "-y", "-i", folder["a.mkv"]] + offset + ["-i", folder["b.mkv"], "-map", "0", "-map", "1"]
    _ = try #require(output(of: "ffmpeg", both + ["-c", "copy", folder["in.mkv"]]))
    return folder["in.mkv"]
  }

  private func packets(_ path: String, _ track: String = "v:1") throws -> [Double] {
    let text = try #require(
      output(
        of: "ffprobe",
        ["-v", "error", "-select_streams", track, "-show_entries", "packet=pts_time", "-of", "csv=p=0", path]))
    return text.split(whereSeparator: { $0 == "\n" || $0 == "," }).compactMap { Double($0) }
  }

  private func pictures(_ path: String) throws -> [Substring] {
    let text = try #require(
      output(of: "ffmpeg", ["-v", "error", "-i", path, "-map", "0:v:1", "-f", "framemd5", "-"]))
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }
  }

  private static let codings = [
    ["-c:v", "libx264", "-bf", "2", "-b_strategy", "0"],
    ["-c:v", "libx264", "-bf", "5", "-b_strategy", "0", "-x264-params", "b-pyramid=normal"],
    ["-c:v", "mpeg2video", "-bf", "2"],
  ]

  @Test(arguments: codings, [("matroska", []), ("mp4", []), ("mov", []), ("mp4", ["-itsoffset", "0.7"])])
  func itKeepsItsTimes(coding: [String], output: (container: String, offset: [String])) throws {
    let folder = try Folder()
    let from = try movie(folder, coding, offset: output.offset)
    let to = folder["out"]
    let writer = try convert(from, to, container: output.container)
    #expect(writer.leftOut.isEmpty && writer.lostTracks.isEmpty && writer.changedTimes == 0)
    // Where both tracks begin after 0, that is taken off them.
    let begin = try (packets(from, "v:0") + packets(from)).min() ?? 0
    let (times, kept) = try (packets(from).map { $0 - begin }, packets(to))
    #expect(times.count == kept.count && zip(times, kept).allSatisfy { abs($0 - $1) < 0.0011 }, "\(times) \(kept)")
    let copied = try pictures(to)
    #expect(try copied == pictures(from) && copied.count == 50)
  }

  /// A part begins with a picture that can be decoded, which can be later than the part.
  @Test(arguments: ["matroska", "mp4"]) func aPartCanBeDecoded(container: String) throws {
    let folder = try Folder()
    let from = try movie(folder, Self.codings[1] + ["-g", "10", "-sc_threshold", "0"])
    let (input, out) = (OpenedFile(reading: from), OpenedFile(writing: folder["out"]))
    let reader = try MovieReader(descriptor: input.descriptor, name: "in", threads: 1)
    let start = try #require(try reader.move(to: .seconds(0.6)))
    let writer = try MovieWriter(
      descriptor: out.descriptor, name: "out", container: container,
      video: VideoEncoding(encoder: "libx264", format: .yuv420p, as: reader.video), copying: reader,
      only: start.seconds..<2)
    var frame = try reader.makeFrame()
    while try reader.read(into: &frame) { try writer.write(frame) }
    try writer.finish()
    // Of the key pictures, every tenth, the first at or after 0.6 s is at 0.8 s.
    #expect(writer.lateTracks.map(\.by) == [0.2])
    let times = try packets(folder["out"])
    #expect(times.first == 0.2 && times.min() == 0.2 && times.count == 30)
    #expect(try pictures(folder["out"]) == pictures(from).suffix(30))
  }
}

/// What the container's writer drops without a word is found in the finished movie.
@Suite(.enabled(if: hasFFmpeg && hasEncoder("libx264"), "needs ffmpeg with libx264")) struct LostTrackTests {
  @Test(arguments: [("mp4", false), ("matroska", false), ("mov", true)])
  func coversAreKeptOrReported(container: String, isLost: Bool) throws {
    let folder = try Folder()
    let cover = ["-f", "lavfi", "-i", "testsrc2=s=64x64:d=0.04", "-frames:v", "1", folder["cover.jpg"]]
    _ = try #require(output(of: "ffmpeg", ["-v", "error", "-y"] + cover))
    let movie = [
      "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=0.4", "-i", folder["cover.jpg"], "-map", "0", "-map", "1",
      "-c:v:0",
      "libx264", "-c:v:1", "copy", "-disposition:v:1", "attached_pic", folder["in.mp4"],
    ]
    _ = try #require(output(of: "ffmpeg", ["-v", "error", "-y"] + movie))
    let writer = try convert(folder["in.mp4"], folder["out"], container: container)
    let tracks = try #require(
      output(of: "ffprobe", ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", folder["out"]]))
    // A later FFmpeg may keep covers in MOV; then none is reported.
    #expect(tracks.contains("mjpeg") == writer.lostTracks.isEmpty)
    #expect(writer.lostTracks.map(\.track.isCover) == (tracks.contains("mjpeg") ? [] : [true]))
    if !isLost { #expect(writer.lostTracks.isEmpty) }
  }
}
