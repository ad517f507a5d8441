import Foundation
import TestSupport
import Testing

/// What counts from the start of a movie, or counts what is in a track, is right for a part of it.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(), "needs ffmpeg")) struct CountedPartTests {

  private func convert(_ from: String, _ to: String, _ part: [String], codec: String = "ffv1") throws -> Tool.Outcome {
    let outcome = try Tool.run(["convert", from, to, "--video-codec", codec, "--progress", "none"] + part)
    try #require(outcome.code == 0, "\(outcome.errors)")
    return outcome
  }

  /// Drop-frame counting leaves out the numbers 00 and 01 of minutes, 00 to 03 at twice the rate, but not those of every tenth minute.
  ///
  /// - Source: SMPTE ST 12-1, 5.2.2 and 5.3.2.
  @Test(arguments: [
    ("30000/1001", "01:02:03;04", "01:02:03;14"), ("30000/1001", "01:02:59;25", "01:03:00;07"),
    ("30000/1001", "01:09:59;25", "01:10:00;05"), ("60000/1001", "01:02:59;55", "01:03:00;09"),
    ("60000/1001", "00:59:59;50", "01:00:00;00"), ("25", "10:00:00:20", "10:00:01:05"),
    ("24000/1001", "23:59:59:20", "00:00:00:06"), ("30000/1001", "01:02:59:25", "01:03:00:05"),
  ])
  func timecodesAreThoseOfTheFirstPicture(rate: String, whole: String, cut: String) throws {
    let folder = try Folder()
    try Programs.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate):d=0.6", "-c:v", "prores_ks", "-color_primaries", "bt709",
      "-color_trc", "bt709", "-colorspace", "bt709", "-timecode", whole, folder["in.mov"],
    ])
    // The number is counted before the container is known: all containers with one rate that drops numbers, and with one that does not.
    let isAnywhere = ["01:02:03;04", "10:00:00:20"].contains(whole)
    for (ending, codec) in [("mov", "prores"), ("mp4", "h264"), ("mkv", "ffv1")].prefix(isAnywhere ? 3 : 1) {
      for (part, timecode) in [([], whole), (["--start", "10", "--frames", "5"], cut)] {
        let out = folder["out\(part.count).\(ending)"]
        let outcome = try convert(folder["in.mov"], out, part, codec: codec)
        #expect(!outcome.errors.contains("tmcd"), "\(outcome.errors)")
        let said = try Programs.probe(out, "stream_tags=timecode").flatMap(\.self)
        #expect(!said.isEmpty && said.allSatisfy { $0 == timecode }, "\(ending) \(part): \(said)")
      }
    }
  }

  /// At another rate, a timecode is that of the same time. Drop-frame counting exists only at multiples of 30, nominally, and is left out elsewhere.
  ///
  /// - Source: SMPTE ST 12-1, 5.2.2.
  @Test(
    arguments: [
      ("24", "10:00:00:20", "12", [], "10:00:00:10"), ("24", "10:00:00:20", "48", [], "10:00:00:40"),
      ("24", "10:00:00:20", "48", ["--start", "12"], "10:00:01:16"),
      ("30000/1001", "10:00:01;20", "60000/1001", [], "10:00:01;40"), ("30000/1001", "10:00:01;20", "25", [], nil),
    ] as [(String, String, String, [String], String?)])
  func timecodesFollowTheRate(rate: String, whole: String, made: String, part: [String], timecode: String?) throws {
    let folder = try Folder()
    try Programs.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate):d=0.6", "-c:v", "ffv1", "-color_primaries", "bt709",
      "-color_trc", "bt709", "-colorspace", "bt709", "-timecode", whole, folder["in.mov"],
    ])
    for ending in ["mov", "mkv"] {
      let out = folder["out.\(ending)"]
      let outcome = try convert(folder["in.mov"], out, ["--fps", made] + part)
      let said = try Programs.probe(out, "stream_tags=timecode").flatMap(\.self)
      #expect(said.isEmpty == (timecode == nil) && said.allSatisfy { $0 == timecode }, "\(ending): \(said)")
      #expect(outcome.errors.contains("no equal at a rate of 25/1") == (timecode == nil), "\(outcome.errors)")
      #expect(!outcome.errors.contains("tmcd"), "\(outcome.errors)")
    }
  }

  private static let lines = """
    1
    00:00:00,200 --> 00:00:01,000
    The first

    2
    00:00:01,200 --> 00:00:01,900
    The second

    """

  /// Cues that began before a part, or end after it, are as long as the part has them, and the pictures begin at 0.
  @Test(arguments: [("mkv", "mkv", "srt"), ("mkv", "mkv", "ass"), ("mp4", "mp4", "mov_text")])
  func cuesAreTrimmed(from: String, to: String, codec: String) throws {
    let folder = try Folder()
    let text = try folder.file("lines.srt", Data(Self.lines.utf8))
    let input = folder["in.\(from)"]
    try Programs.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-f", "lavfi", "-i", "sine=440:d=2", "-i", text, "-map", "0",
      "-map", "1", "-map", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-preset", "ultrafast", "-c:a", "ac3",
      "-c:s",
      codec, "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", input,
    ])
    // Samples of MP4 without text lie between the cues; they have 2 bytes.
    func cues(_ part: [String]) throws -> [[Double]] {
      let out = folder["out.\(to)"]
      _ = try convert(input, out, part + ["--force", "--preset", "ultrafast"], codec: "h264")
      let first = try Programs.probe(out, "packet=pts_time", track: "v").compactMap { $0.first.flatMap(Double.init) }
      if part.contains("--start") { #expect(first.min() == 0) }
      let packets = try Programs.probe(out, "packet=pts_time,duration_time,size", track: "s")
      return packets.filter { $0.count == 3 && $0[2] != "2" }.map { [Double($0[0])!, Double($0[1])!] }
    }
    // Matroska counts milliseconds, in which times of the source can be rounded.
    func isNear(_ found: [[Double]], _ expected: [[Double]]) -> Bool {
      found.count == expected.count
        && zip(found.flatMap(\.self), expected.flatMap(\.self)).allSatisfy { abs($0 - $1) < 0.0071 }
    }
    let cut = try cues(["--start", "10", "--frames", "20"])
    #expect(isNear(cut, [[0, 0.6]]), "\(cut)")
    let both = try cues(["--start", "0.4s", "--duration", "1s"])
    #expect(isNear(both, [[0, 0.6], [0.8, 0.2]]), "\(both)")
    let later = try cues(["--start", "25", "--frames", "20"])
    #expect(isNear(later, [[0.2, 0.6]]), "\(later)")
    let early = try cues(["--frames", "10"])
    #expect(isNear(early, [[0.2, 0.2]]), "\(early)")
    // The last picture is shown from 0.88 to 0.92 s.
    let within = try cues(["--duration", "0.9s"])
    #expect(isNear(within, [[0.2, 0.72]]), "\(within)")
  }

  /// Sound of a part can follow its last picture in the file: by a fragment in MP4, by half a second in transport streams.
  @Test(arguments: ["mp4", "ts"]) func soundAfterTheLastPictureIsRead(ending: String) throws {
    let folder = try Folder()
    let input = folder["in.\(ending)"]
    try Programs.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=6", "-f", "lavfi", "-i", "sine=440:d=6", "-f", "lavfi", "-i",
      "sine=880:d=6", "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-preset",
      "ultrafast", "-g", "1000", "-c:a", "mp2", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace",
      "bt709", "-movflags", "+frag_keyframe+empty_moov", input,
    ])
    for part in [["--frames", "50"], ["--duration", "2s"], ["--start", "25", "--frames", "50"]] {
      _ = try convert(input, folder["out.mkv"], part + ["--force"])
      for track in ["a:0", "a:1"] {
        let times = try Programs.probe(folder["out.mkv"], "packet=pts_time", track: track)
        let last = times.compactMap { $0.first.flatMap(Double.init) }.max() ?? 0
        // A packet has 26 ms.
        #expect(abs(last - 1.985) < 0.02, "\(part) \(track): \(last)")
      }
    }
  }

  /// Tags that count the packets of a track belong to the whole of it.
  @Test func statisticsOfTheWholeAreNotThoseOfAPart() throws {
    let folder = try Folder()
    let tags = [
      "BPS", "BPS-eng", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES-eng", "_STATISTICS_TAGS", "_STATISTICS_WRITING_APP",
    ]
    try Programs.ffmpeg(
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-f", "lavfi", "-i", "sine=440:d=2", "-c:v", "ffv1",
        "-pix_fmt", "yuv420p", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-c:a",
        "ac3",
        "-metadata", "DURATION=00:00:02", "-metadata:s:a", "title=A title",
      ] + tags.flatMap { ["-metadata:s:a", "\($0)=58"] } + [folder["in.mkv"]])
    func said(_ part: [String]) throws -> String {
      _ = try convert(folder["in.mkv"], folder["out.mkv"], part + ["--force"])
      return try Programs.output(
        of: "ffprobe", ["-v", "error", "-show_entries", "stream_tags:format_tags", "-of", "flat", folder["out.mkv"]])
    }
    let whole = try said([])
    #expect(tags.allSatisfy { whole.contains($0.replacingOccurrences(of: "-", with: "_")) }, "\(whole)")
    for part in [["--frames", "10"], ["--start", "10"], ["--duration", "1s"]] {
      let cut = try said(part)
      #expect(!cut.contains("58") && !cut.contains("format.tags.DURATION"), "\(cut)")
      #expect(cut.contains("A title"), "\(cut)")
    }
  }

  /// Chapters begin and end within the part.
  @Test(arguments: ["mkv", "mp4"]) func chaptersAreThoseOfThePart(ending: String) throws {
    let folder = try Folder()
    let chapters = [(0, 700), (700, 1400), (1400, 2000)]
    let words = chapters.enumerated().map {
      "[CHAPTER]\nTIMEBASE=1/1000\nSTART=\($1.0)\nEND=\($1.1)\ntitle=Chapter \($0)\n"
    }
    let text = try folder.file("words", Data((";FFMETADATA1\n" + words.joined()).utf8))
    try Programs.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-i", text, "-map_chapters", "1", "-c:v", "ffv1", "-pix_fmt",
      "yuv420p", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", folder["in.mkv"],
    ])
    func found(_ part: [String]) throws -> [String] {
      let out = folder["out.\(ending)"]
      _ = try convert(folder["in.mkv"], out, part + ["--force"], codec: "h264")
      return try Programs.probe(out, "chapter=start_time,end_time:chapter_tags=title").map {
        $0.map { Double($0).map { "\($0)" } ?? $0 }.joined(separator: " ")
      }
    }
    #expect(try found(["--start", "0.4s", "--duration", "0.8s"]) == ["0.0 0.3 Chapter 0", "0.3 0.8 Chapter 1"])
    #expect(try found(["--frames", "25"]) == ["0.0 0.7 Chapter 0", "0.7 1.0 Chapter 1"])
    // The part has no end: chapters of Matroska count nanoseconds, and the end does not fit into 64 bits of them.
    #expect(
      try found(["--start", "0.4s"]) == ["0.0 0.3 Chapter 0", "0.3 1.0 Chapter 1", "1.0 1.6 Chapter 2"])
  }
}
