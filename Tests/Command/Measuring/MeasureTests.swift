import Foundation
import TestSupport
import Testing

/// `tonemap measure --stats`: lines that do not depend on how the work was split.
@Suite struct MeasureTests {
  private static func lines(_ data: Data) -> [Data] { data.split(separator: 10).map { Data($0) } }

  private static func measured(_ input: String, _ arguments: [String] = []) throws -> [Data] {
    let outcome = try Tool.run(["measure", input, "--stats", "-"] + ChangingLight.options + arguments)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return lines(outcome.output)
  }

  @Test func partsHaveTheLinesOfTheWhole() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let whole = try Self.measured(input, ["--threads", "1"])
    #expect(whole.count == ChangingLight.frames + 1)
    for (start, count) in [(0, 1), (1, 3), (19, 2), (30, 6)] {
      let part = try Self.measured(input, ["--start", "\(start)", "--frames", "\(count)", "--threads", "2"])
      #expect(part.first == whole[0])
      #expect(part.dropFirst().elementsEqual(whole[(start + 1)...(start + count)]))
    }
    let time = try Self.measured(input, ["--start", "0.5s", "--duration", "0.25s", "--simd", "baseline"])
    #expect(time.dropFirst().elementsEqual(whole[13...18]))
  }

  @Test func linesSayWhatFramesHold() throws {
    let folder = try Folder()
    let lines = try Self.measured(try folder.file("in.yuv", ChangingLight.raw))
    let frames = try lines.dropFirst().map {
      try #require(try JSONSerialization.jsonObject(with: $0) as? [String: Any])
    }
    #expect(frames.map { $0["frame"] as? Int } == Array(0..<ChangingLight.frames))
    #expect(frames[12]["time"] as? Double == 0.5)
    #expect(frames[0]["scene_change"] is NSNull)
    let changes = frames.dropFirst().map { $0["scene_change"] as? Double ?? -1 }
    // Element 0 is the change from frame 0 to frame 1.
    #expect(changes.enumerated().max { $0.element < $1.element }?.offset == ChangingLight.cut - 1)
    let brightest = frames.compactMap { ($0["max_rgb"] as? [String: Any])?["maximum"] as? Double }
    #expect(zip(brightest, brightest.dropFirst()).prefix(ChangingLight.cut - 1).allSatisfy { $0 > $1 })
  }

  @Test func pipesAndFilesAreMeasuredAlike() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let outcome = try Tool.run(
      ["measure", "-", "--stats", folder["out.jsonl"]] + ChangingLight.options, input: ChangingLight.raw)
    #expect(outcome.code == 0, "\(outcome.errors)")
    let (pipe, file) = (Self.lines(try folder.bytes("out.jsonl")), try Self.measured(input))
    // Nobody knows how long a pipe is.
    #expect(pipe.dropFirst().elementsEqual(file.dropFirst()))
  }

  @Test func whatCannotBeMeasuredIsRefused() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let none = try Tool.run(["measure", input, "--stats", folder["o"], "--start", "99"] + ChangingLight.options)
    #expect(none.code == 65 && none.errors.contains("--start 99"))
    let layout = ["--size", "64x36", "--pixel-format", "yuv420p10le"]
    let untagged = try Tool.run(["measure", input, "--stats", folder["o"]] + layout)
    #expect(untagged.code == 64 && untagged.errors.contains("--transfer"), "\(untagged.errors)")
    let strict = try Tool.run(
      ["measure", input, "--stats", folder["o"], "--strict", "--transfer", "pq", "--fps", "24"] + layout)
    #expect(strict.code == 65)
    #expect(try folder.names == ["in.yuv"])
  }

  @Test func absurdCountsAreNoTrap() throws {
    for options in [["--start", "1"], ["--start", "9223372036854775807"]] {
      let outcome = try Tool.run(
        ["measure", "-", "--stats", "-", "--frames", "9223372036854775807"] + options + ChangingLight.options,
        input: ChangingLight.raw)
      #expect(outcome.code == (options[1] == "1" ? 0 : 65), "\(outcome.errors)")
    }
  }

  @Test func oneOutputTakesStandardOutput() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let outcome = try Tool.run(["measure", input, "--stats", "-", "--plot", "-"] + ChangingLight.options)
    #expect(outcome.code == 64 && outcome.output.isEmpty && outcome.errors.contains("2 options"), "\(outcome.errors)")
    let late = try Tool.run(["measure", input, "--start", "3", "--hdr10plus", "-"] + ChangingLight.options)
    #expect(late.code == 64 && late.errors.contains("from the first of the clip"), "\(late.errors)")
  }

  /// HDR10+ describes PQ, and neither HLG nor SDR.
  @Test(arguments: ["arib-std-b67", "bt709"]) func hdr10PlusIsOfPQ(_ transfer: String) throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let options = ChangingLight.options.map { $0 == "smpte2084" ? transfer : $0 }
    let refused = try Tool.run(["measure", input, "--hdr10plus", folder["o.json"]] + options)
    #expect(refused.code == 64 && refused.errors.contains("HDR10+ metadata, which describes PQ"), "\(refused.errors)")
    #expect(try folder.names == ["in.yuv"])
    let measured = try Tool.run(["measure", input, "--stats", folder["o.jsonl"]] + options)
    #expect(measured.code == 0, "\(measured.errors)")
    let folded = try Tool.run(["measure", "fold", folder["o.jsonl"], "--hdr10plus", folder["o.json"]])
    #expect(folded.code == 65 && folded.errors.contains("HDR10+ metadata, which describes PQ"), "\(folded.errors)")
    #expect(try folder.names == ["in.yuv", "o.jsonl"])
  }

  /// A part of a movie begins where it says, whatever its container, although the frame before is read too.
  @Test(
    .enabled(if: OtherPrograms.haveFFmpeg(with: "libx265"), "needs an ffmpeg with x265"),
    arguments: ["hevc", "mkv", "mp4"])
  func partsOfMoviesHaveTheLinesOfTheWhole(_ kind: String) throws {
    let folder = try Folder()
    let plain = try HEVCMessages.stream(frames: 6, in: folder)
    let stream = try folder.file("in.hevc", plain)
    let movie = folder["movie.\(kind)"]
    let made = try Tool.shell(
      "ffmpeg -v error -fflags +genpts -r 25 -i \(stream) -c copy \(kind == "hevc" ? ["-f", "hevc"] : []) \(movie)")
    #expect(made.code == 0, "\(made.errors)")
    let options = ["--stats", "-", "--progress", "none"] + Clips.tags.dropLast(2)
    let whole = try Tool.run(["measure", movie] + options)
    #expect(whole.code == 0, "\(whole.errors)")
    let lines = Self.lines(whole.output)
    #expect(Set(lines).count == 7)
    for (start, count) in [(0, 2), (1, 1), (1, 5), (2, 2), (5, 1)] {
      let part = try Tool.run(["measure", movie, "--start", "\(start)", "--frames", "\(count)"] + options)
      #expect(
        Self.lines(part.output).dropFirst().elementsEqual(lines[(start + 1)...(start + count)]),
        "\(start): \(part.errors)")
    }
  }
}
