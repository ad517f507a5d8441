import Foundation
import Testing

/// `convert --stats` and `--dynamics`: curves that follow the light, whatever part of a clip is converted.
@Suite struct DynamicsTests {
  /// The statistics of the clip, measured in two parts.
  private static func statistics(of input: String, in folder: Folder) throws -> [String] {
    for (name, part) in [("a.jsonl", ["--start", "15"]), ("b.jsonl", ["--frames", "15"])] {
      let outcome = try Tool.run(["measure", input, "--stats", folder[name]] + ChangingLight.options + part)
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    return ["--stats", folder["a.jsonl"], "--stats", folder["b.jsonl"]]
  }

  @Test(arguments: ["static", "scene", "frame"]) func partsJoinToTheWhole(_ mode: String) throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let statistics = try Self.statistics(of: input, in: folder) + ["--dynamics", mode]
    let whole = try ChangingLight.converted(statistics + ["--threads", "1"], from: input)
    #expect(whole.count == ChangingLight.frames * 64 * 36 * 3 / 2)
    let parts = try [(0, 7, "baseline"), (7, 1, "auto"), (8, 14, "auto"), (22, 14, "baseline")].map { part in
      try ChangingLight.converted(
        statistics + ["--start", "\(part.0)", "--frames", "\(part.1)", "--simd", part.2], from: input)
    }
    #expect(parts.reduce(Data(), +) == whole)
    // Without statistics, the clip is measured first, all of it.
    let measured = try ChangingLight.converted(["--dynamics", mode, "--start", "18", "--frames", "4"], from: input)
    #expect(measured == whole[(18 * 64 * 36 * 3 / 2)..<(22 * 64 * 36 * 3 / 2)])
  }

  /// The modes differ, so that the other tests can fail; `auto` and no mode are `scene`.
  @Test func modesDiffer() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let statistics = try Self.statistics(of: input, in: folder)
    let outputs = try ["static", "scene", "frame"].map {
      try ChangingLight.converted(statistics + ["--dynamics", $0], from: input)
    }
    #expect(Set(outputs + [try ChangingLight.converted([], from: input)]).count == 4)
    #expect(try ChangingLight.converted(statistics, from: input) == outputs[1])
    #expect(try ChangingLight.converted(["--dynamics", "auto"], from: input) == outputs[1])
    // What looks ahead as far as the whole clip knows as much as statistics.
    #expect(try ChangingLight.converted(["--dynamics", "one-pass", "--look-ahead", "60"], from: input) == outputs[2])
  }

  /// A pipe is read once, so a frame's curve depends on those that follow, as far as they are held.
  @Test func aPipeIsReadAhead() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    func piped(_ arguments: [String]) throws -> Data {
      let outcome = try Tool.run(
        ["convert", "-", "-", "--format", "raw"] + ChangingLight.options + arguments, input: ChangingLight.raw)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return outcome.output
    }
    let ahead = try piped(["--dynamics", "auto", "--threads", "1"])
    #expect(try piped(["--dynamics", "one-pass", "--look-ahead", "24", "--simd", "baseline"]) == ahead)
    #expect(try ChangingLight.converted(["--dynamics", "one-pass"], from: input) == ahead)
    #expect(try piped(["--dynamics", "one-pass", "--look-ahead", "1"]) != ahead)
  }

  @Test(arguments: [
    (["--dynamics", "scene"], 64, "can be read only once"),
    (["--dynamics", "scene", "--source-peak", "700"], 64, "--source-peak is one for all"),
    (["--dynamics", "frame", "--lattice", "17"], 64, "--lattice is one for all"),
    (["--dynamics", "frame", "--tone-mapping", "st2094-40"], 64, "st2094-40 is one for all"),
    (["--look-ahead", "5"], 64, "--dynamics one-pass"),
    (["--dynamics", "one-pass", "--look-ahead", "0"], 64, "1 to 1000"),
    (["--dynamics", "one-pass", "--stats", "none.jsonl"], 64, "leave one of them out"),
    (["--stats", "/none.jsonl"], 66, "cannot be read"),
  ])
  func whatCannotBeIsRefused(_ arguments: [String], _ code: Int32, _ words: String) throws {
    let outcome = try Tool.run(["convert", "-", "-"] + ChangingLight.options + arguments, input: ChangingLight.raw)
    #expect(outcome.code == code && outcome.errors.contains(words) && outcome.output.isEmpty, "\(outcome.errors)")
  }

  @Test func statisticsOfOtherFramesAreRefused() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    _ = try Self.statistics(of: input, in: folder)
    let part = try Tool.run(
      ["convert", input, folder["o.yuv"], "--stats", folder["a.jsonl"]] + ChangingLight.options)
    #expect(part.code == 65 && part.errors.contains("the statistics have frames 15 to 35, but frames 0 to 35 are"))
    let options = ["--size", "32x36"] + ChangingLight.options.dropFirst(2)
    let other = try Tool.run(["convert", input, folder["o.yuv"], "--stats", folder["a.jsonl"]] + options)
    #expect(other.code == 65 && other.errors.contains("of a clip of 64x36"), "\(other.errors)")
    let hlg = ChangingLight.options.map { $0 == "smpte2084" ? "arib-std-b67" : $0 }
    let bright = try Tool.run(["convert", input, folder["o.yuv"], "--stats", folder["a.jsonl"]] + hlg)
    #expect(bright.code == 65 && bright.errors.contains("give those of this clip"), "\(bright.errors)")
    #expect(try folder.names == ["a.jsonl", "b.jsonl", "in.yuv"])
  }

  /// SDR has no peak that a curve could follow; that is told, and nothing is measured.
  @Test func sdrHasNothingToFollow() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let tags = ["--transfer", "bt709", "--primaries", "bt709", "--matrix", "bt709"]
    let outcome = try Tool.run(
      ["convert", input, folder["o.yuv"], "--dynamics", "scene"] + ChangingLight.options + tags)
    #expect(outcome.code == 0 && outcome.errors.contains("--dynamics was given, but nothing"), "\(outcome.errors)")
    #expect(try folder.bytes("o.yuv") == ChangingLight.converted(tags, from: input))
  }

  /// Light that another program states for each frame.
  @Test func statedLightIsTaken() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    func file(_ name: String, _ peak: (Int) -> Int) throws -> [String] {
      let lines = (0..<ChangingLight.frames).map {
        #"{"max_cd_m2": \#(peak($0)), "frame": \#($0), "average_cd_m2": 30}"#
      }
      return ["--frame-metadata", try folder.file(name, Data(lines.reversed().joined(separator: "\n").utf8))]
    }
    let (size, cut) = (64 * 36 * 3 / 2, ChangingLight.cut)
    let dim = try ChangingLight.converted(try file("dim.jsonl") { _ in 500 }, from: input)
    let bright = try ChangingLight.converted(try file("bright.jsonl") { _ in 4000 }, from: input)
    let both = try file("both.jsonl") { $0 < cut ? 500 : 4000 }
    #expect(dim != bright)
    #expect(try ChangingLight.converted(both, from: input) == dim[..<(cut * size)] + bright[(cut * size)...])
    #expect(
      try ChangingLight.converted(both + ["--start", "19", "--frames", "3"], from: input)
        == dim[(19 * size)..<(cut * size)] + bright[(cut * size)..<(22 * size)])
    for (text, words) in [
      (#"{"frame": 0, "max_cd_m2": 400}"#, "no light for frame 1"), ("{}", "line 1 of"),
      (#"{"frame": 0, "max_cd_m2": 400}\#n{"frame": 1, "max_cd_m2": 1e9}"#, "line 2 of"),
      (#"{"frame": 0, "max_cd_m2": 400}\#n{"frame": 0, "max_cd_m2": 400}"#, "a second time"),
    ] {
      let wrong = try folder.file("wrong.jsonl", Data(text.utf8))
      let outcome = try Tool.run(
        ["convert", input, folder["o.yuv"], "--frame-metadata", wrong] + ChangingLight.options)
      #expect(outcome.code == 65 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    // In a pipe the number of frames is not known before the end.
    let words = (["--start", "1", "--frames", "9223372036854775807"] + both + ChangingLight.options)
      .joined(separator: " ")
    let endless = try Tool.shell("cat \(input) | \"$TONEMAP\" convert - - \(words) > \(folder["o.yuv"])")
    #expect(endless.code == 65 && endless.errors.contains("no light for frame 36"), "\(endless.errors)")
    let raw = try Tool.run(["convert", input, folder["o.yuv"], "--dynamics", "metadata"] + ChangingLight.options)
    #expect(raw.code == 64 && raw.errors.contains("--frame-metadata"), "\(raw.errors)")
  }
}
