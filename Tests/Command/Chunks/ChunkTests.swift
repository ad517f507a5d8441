import Foundation
import TestSupport
import Testing

/// A movie that several processes convert in chunks.
@Suite(.enabled(if: OtherPrograms.haveFFmpeg(with: "libx264", "libx265", "libsvtav1"), "needs x264, x265 and SVT-AV1"))
struct ChunkTests {
  /// A movie with B pictures, open groups, a variable rate, two sounds, text, chapters and an attachment; its first picture is shown at 0.
  private static let source: Result<Folder, any Error> = Result {
    let folder = try Folder()
    let text = "1\n00:00:00,200 --> 00:00:01,500\nwords\n\n2\n00:00:02,000 --> 00:00:02,900\nmore\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder["text.srt"]))
    let chapters =
      ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1500\ntitle=one\n"
      + "[CHAPTER]\nTIMEBASE=1/1000\nSTART=1500\nEND=3000\ntitle=two\n"
    try Data(chapters.utf8).write(to: URL(fileURLWithPath: folder["chapters.txt"]))
    try FFmpegProgram.make(
      "-f lavfi -i testsrc2=size=128x96:rate=24:duration=3 -f lavfi -i sine=duration=3 -f lavfi -i anoisesrc=d=3:a=0.1 -i text.srt -i"
        + " chapters.txt -map 0 -map 1 -map 2 -map 3 -map_metadata 4 -map_chapters 4 -vf select=mod(n\\,5) -vsync vfr -pix_fmt yuv420p10le -c:v"
        + " libx265 -x265-params log-level=none:keyint=11:min-keyint=4:open-gop=1:bframes=3 -color_primaries bt2020 -color_trc smpte2084"
        + " -colorspace bt2020nc -c:a:0 aac -c:a:1 flac -c:s srt -attach text.srt -metadata:s:t mimetype=text/plain in.mkv",
      in: folder)
    return folder
  }

  private func input() throws -> String { try Self.source.get()["in.mkv"] }

  private func tonemap(_ words: [String], code: Int32 = 0) throws -> String {
    let outcome = try Tool.run(words)
    #expect(outcome.code == code, "\(words): \(outcome.errors)")
    return code == 0 ? outcome.text : outcome.errors
  }

  /// Converts all chunks of a folder, each in a process of its own, the last first.
  private func convertChunks(of work: String, _ count: Int, measuring: Bool = false) throws {
    for command in measuring ? ["measure", "convert"] : ["convert"] {
      for chunk in (0..<count).reversed() {
        _ = try tonemap([command, work, "--chunk", "\(chunk)", "--threads", "\(1 + chunk % 3)", "--progress", "none"])
      }
    }
  }

  @Test(arguments: [
    ("h264", "mkv", []), ("h264", "mp4", ["--dynamics", "scene"]), ("hevc", "mp4", ["--to", "hdr10"]),
    ("hevc", "mkv", ["--start", "0.5s", "--duration", "2s"]), ("av1", "mp4", ["--preset", "12"]),
    ("prores", "mov", ["--fit", "64x64"]),
  ])
  func aJoinedMovieHasTheBytesOfOneProcess(codec: String, container: String, options: [String]) throws {
    let folder = try Folder()
    let (work, joined, whole) = (folder["work"], folder["joined.\(container)"], folder["whole.\(container)"])
    let options = ["--video-codec", codec, "--chunks", "10"] + options
    let count = try #require(Int(tonemap(["chunk-plan", input(), joined, work] + options).dropLast()))
    #expect(count > 2)
    try convertChunks(of: work, count, measuring: options.contains("scene"))
    _ = try tonemap(["join", work, "--progress", "none"])
    _ = try tonemap(["convert", input(), whole, "--progress", "none"] + options)
    #expect(try folder.bytes("joined.\(container)") == folder.bytes("whole.\(container)"))
    let decoded = try Tool.run(
      program: "ffmpeg", ["-nostdin", "-v", "error", "-xerror", "-i", joined, "-f", "null", "-"])
    #expect(decoded.code == 0 && decoded.errors.isEmpty, "\(decoded.errors)")
  }

  @Test func timesSoundTextAndChaptersAreThoseOfTheSource() throws {
    let folder = try Folder()
    let joined = folder["joined.mkv"]
    let count = try #require(Int(tonemap(["chunk-plan", input(), joined, folder["work"], "--chunks", "7"]).dropLast()))
    try convertChunks(of: folder["work"], count)
    _ = try tonemap(["join", folder["work"], "--progress", "none"])
    for path in [joined, try input()] {
      #expect(try Programs.probe(path, "packet=pts_time", track: "v").count == 57, "\(path)")
    }
    func times(_ path: String) throws -> [Double] {
      try Programs.probe(path, "packet=pts_time", track: "v").compactMap { Double($0[0]) }.sorted()
    }
    // Matroska rounds the exact times of the source's rate to milliseconds.
    #expect(try zip(times(joined), times(input())).allSatisfy { abs($0 - $1) < 0.0011 })
    for track in ["0:a:0", "0:a:1", "0:s"] {
      func hash(_ path: String) throws -> String {
        try Programs.output(
          of: "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", track, "-c", "copy", "-f", "streamhash", "-"])
      }
      #expect(try hash(joined) == hash(input()), "\(track)")
    }
    for entries in [
      "chapter=start_time,end_time:chapter_tags=title", "stream=codec_type,codec_name:stream_tags=filename",
    ] {
      let (made, source) = try (Programs.probe(joined, entries), Programs.probe(input(), entries))
      #expect(
        made.dropFirst(entries.hasPrefix("stream") ? 1 : 0) == source.dropFirst(entries.hasPrefix("stream") ? 1 : 0))
    }
  }

  @Test func aPlanHasFullPaths() throws {
    let folder = try Folder()
    try FileManager.default.copyItem(atPath: input(), toPath: folder["in.mkv"])
    _ = try Tool.run(["measure", "in.mkv", "--stats", "light", "--progress", "none"], in: folder)
    let words = [
      "chunk-plan", "in.mkv", "out.mkv", "work", "--chunks", "10", "--dynamics", "scene", "--stats", "light",
    ]
    let plan = try Tool.run(words, in: folder)
    #expect(plan.code == 0, "\(plan.errors)")
    // Another folder is the current one.
    _ = try tonemap(["convert", folder["work"], "--chunk", "1", "--progress", "none"])
    #expect(FileManager.default.fileExists(atPath: folder["work/0001.chunk"]))
  }

  @Test func aShortMovieHasOneChunk() throws {
    let folder = try Folder()
    #expect(try tonemap(["chunk-plan", input(), folder["a.mkv"], folder["work"]]) == "1\n")
  }

  @Test func aDamagedOrForeignChunkIsRefused() throws {
    let folder = try Folder()
    _ = try tonemap(["chunk-plan", input(), folder["a.mkv"], folder["work"], "--chunks", "10"])
    let plan = try #require(try JSONSerialization.jsonObject(with: folder.bytes("work/plan.json")) as? [String: Any])
    let count = try #require(plan["chunks"] as? [Any]).count
    try convertChunks(of: folder["work"], count)
    let second = folder["work/0001.chunk"]
    let whole = try Data(contentsOf: URL(fileURLWithPath: second))
    func join(_ data: Data?) throws -> String {
      try? FileManager.default.removeItem(atPath: second)
      try data?.write(to: URL(fileURLWithPath: second))
      return try tonemap(["join", folder["work"], "--progress", "none"], code: data == nil ? 66 : 65)
    }
    #expect(try join(nil).contains("chunk 1 is missing"))
    #expect(try join(whole.dropLast(9)).contains("0001.chunk is not a complete chunk"))
    #expect(try join(Data(contentsOf: URL(fileURLWithPath: folder["work/0002.chunk"]))).contains("of another number"))
    var altered = whole
    altered[altered.startIndex + 100] ^= 1
    #expect(try join(altered).contains("0001.chunk is not a complete chunk"))
    // The first time, the first key picture, the parameters and the note count too.
    let sizes = [40, 32, 24].map { whole.suffix($0).prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) } }
    let (note, parameters) = (40 + sizes[2], 40 + sizes[2] + sizes[1])
    let rows = parameters + 32 * sizes[0]
    for place in [rows, rows - 24, parameters, note] {
      altered = whole
      altered[altered.endIndex - place] ^= 1
      #expect(try join(altered).contains("0001.chunk is not a complete chunk"), "\(place)")
    }
    #expect(!(try folder.names.contains("a.mkv")))
    // A cut chunk is converted again.
    try whole.dropLast(9).write(to: URL(fileURLWithPath: second))
    try convertChunks(of: folder["work"], count)
    #expect(try Data(contentsOf: URL(fileURLWithPath: second)) == whole)
    _ = try tonemap(["join", folder["work"], "--progress", "none"])
  }

  @Test func anotherInputOrPlanIsRefused() throws {
    let folder = try Folder()
    try FileManager.default.copyItem(atPath: input(), toPath: folder["in.mkv"])
    _ = try tonemap(["chunk-plan", folder["in.mkv"], folder["a.mkv"], folder["work"], "--chunks", "10"])
    let over = try tonemap(["chunk-plan", folder["in.mkv"], folder["in.mkv"], folder["work"]], code: 64)
    #expect(over.contains("is the same file as the input"))
    #expect(try tonemap(["convert", folder["work"], "--chunk", "99"], code: 64).contains("there is no chunk 99"))
    #expect(try tonemap(["measure", folder["work"], "--chunk", "0"], code: 64).contains("is not needed"))
    for option in ["--crf=20", "--json", "--only-hdr", "--print-encoder-args=x265"] {
      let name = option.prefix { $0 != "=" }
      #expect(try tonemap(["convert", folder["work"], "--chunk", "0", option], code: 64).contains("\(name) was given"))
    }
    #expect(
      try tonemap(["measure", folder["work"], "--chunk=0", "--stats=a", "--json"], code: 64)
        .contains("--json and --stats were given"))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder["in.mkv"]))
    try file.seekToEnd()
    try file.write(contentsOf: Data([0]))
    try file.close()
    #expect(try tonemap(["convert", folder["work"], "--chunk", "0"], code: 65).contains("its size or date differs"))
    #expect(try tonemap(["join", folder["empty"]], code: 66).contains("tonemap chunk-plan"))
  }

  @Test(arguments: [
    (["--dynamics", "one-pass"], "a.mkv", 64), (["--fps", "25"], "a.mkv", 64), (["--preview", "p.png"], "a.mkv", 64),
    ([], "a.y4m", 64), ([], "-", 64), (["--dynamics", "scene", "--start", "1s"], "a.mkv", 64),
    // What join could not write.
    (["--preset", "warp"], "a.mkv", 64), (["--encoder-options", "foo=1"], "a.mkv", 64), ([], "none/a.mkv", 73),
    (["--crf", "99"], "a.webm", 64), (["--video-codec", "h264"], "a.webm", 64),
  ])
  func whatCannotBeWrittenInChunksIsRefused(options: [String], output: String, code: Int32) throws {
    let folder = try Folder()
    let output = output == "-" ? output : folder[output]
    for words in [
      ["chunk-plan", try input(), output, folder["work"]], ["convert", try input(), output, "--chunks", "10"],
    ] {
      guard output != "-" || words[0] == "chunk-plan" else { continue }
      let outcome = try Tool.run(words + options, in: folder)
      #expect(outcome.code == code && outcome.complaints.count >= 1, "\(words): \(outcome.errors)")
    }
    #expect(try folder.names.isEmpty)
  }

  @Test func framesWithoutTimesAreRefused() throws {
    let folder = try Folder()
    try FFmpegProgram.make("-i \(try input()) -map 0:v -c copy bare.hevc", in: folder)
    let outcome = try Tool.run(["chunk-plan", folder["bare.hevc"], folder["a.mkv"], folder["work"]])
    #expect(outcome.code == 65 && outcome.errors.contains("have no times"), "\(outcome.errors)")
    // What the message recommends works, also for pictures that are decoded in another order.
    let hint = ["--to", "source", "--video-codec", "ffv1"]
    #expect(outcome.errors.contains("to .mkv first, with --to source and --video-codec ffv1"), "\(outcome.errors)")
    let timed = try Tool.run(["convert", folder["bare.hevc"], folder["out.mkv"], "--progress", "none"] + hint)
    #expect(timed.code == 0 && !timed.errors.contains("moved"), "\(timed.errors)")
    let planned = try Tool.run(["chunk-plan", folder["out.mkv"], folder["a.mkv"], folder["work"]])
    #expect(planned.code == 0, "\(planned.errors)")
  }

  /// Two recordings of two seconds: the second begins two seconds before the end of the first.
  @Test func theJumpIsThatOfTheTimes() throws {
    let folder = try Folder()
    try FFmpegProgram.make("-f lavfi -i testsrc2=s=64x48:r=24:d=2 -c:v mpeg2video one.ts", in: folder)
    let one = try folder.bytes("one.ts")
    let joined = try folder.file("joined.ts", one + one)
    let outcome = try Tool.run(["chunk-plan", joined, folder["a.mkv"], folder["work"]])
    #expect(outcome.code == 65 && outcome.errors.contains("jump by -2.0 s"), "\(outcome.errors)")
  }
}
