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
    #expect(try ChangingLight.converted(["--dynamics", "one-pass:60"], from: input) == outputs[2])
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
    #expect(try piped(["--dynamics", "one-pass:24", "--simd", "baseline"]) == ahead)
    #expect(try ChangingLight.converted(["--dynamics", "one-pass"], from: input) == ahead)
    #expect(try piped(["--dynamics", "one-pass:1"]) != ahead)
  }

  @Test(arguments: [
    (["--dynamics", "scene"], 64, "can be read only once"),
    (["--dynamics", "scene", "--source-peak", "700"], 64, "--source-peak applies to all frames"),
    (["--dynamics", "frame", "--tone-mapping", "st2094-40"], 64, "st2094-40 takes its curves from metadata"),
    (["--dynamics", "off", "--tone-mapping", "st2094-40"], 64, "--dynamics off makes one curve for all frames, but"),
    (
      ["--dynamics", "off", "--frame-metadata", "none.jsonl"], 64, "but --dynamics off makes one curve for all frames;"
    ),
    (
      ["--dynamics", "metadata", "--frame-metadata", "none.jsonl"], 64,
      "but --dynamics metadata uses the light that the movie states;"
    ),
    (["--dynamics", "scene:5"], 64, "or one-pass:48"),
    (["--dynamics", "one-pass:0"], 64, "1 to 1000"),
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
    #expect(part.code == 65 && part.errors.contains("the statistics cover frames 15 to 35, but frames 0 to 35 are"))
    let options = ["--size", "32x36"] + ChangingLight.options.dropFirst(2)
    let other = try Tool.run(["convert", input, folder["o.yuv"], "--stats", folder["a.jsonl"]] + options)
    #expect(other.code == 65 && other.errors.contains("of a clip of 64x36"), "\(other.errors)")
    let hlg = ChangingLight.options.map { $0 == "smpte2084" ? "arib-std-b67" : $0 }
    let bright = try Tool.run(["convert", input, folder["o.yuv"], "--stats", folder["a.jsonl"]] + hlg)
    #expect(bright.code == 65 && bright.errors.contains("give those of this clip"), "\(bright.errors)")
    #expect(try folder.names == ["a.jsonl", "b.jsonl", "in.yuv"])
  }

  /// SDR has no peak that a curve could follow; that is reported, and nothing is measured.
  @Test func sdrHasNothingToFollow() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let tags = ["--transfer", "bt709", "--primaries", "bt709", "--matrix", "bt709"]
    let outcome = try Tool.run(
      ["convert", input, folder["o.yuv"], "--dynamics", "scene"] + ChangingLight.options + tags)
    #expect(outcome.code == 0 && outcome.errors.contains("--dynamics was given, but nothing"), "\(outcome.errors)")
    #expect(try folder.bytes("o.yuv") == ChangingLight.converted(tags, from: input))
  }

  /// A floor above the display would compress what the display can show.
  @Test(arguments: [["--reference-white", "100"], ["--target-peak", "100"], []]) func theFloorIsTheDisplay(
    _ options: [String]
  ) throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    // The brightest of these frames reaches 118 cd/m²: code 524.
    // An operator without a knee at the average, which is measured and not stated.
    let options = options + ["--tone-mapping", "bt2390"]
    let dim = try folder.file(
      "dim.yuv", ChangingLight.raw[(11 * ChangingLight.frameSize)..<(20 * ChangingLight.frameSize)])
    func converted(_ input: String, _ peak: Int) throws -> Data {
      let lines = (0..<ChangingLight.frames).map { #"{"frame": \#($0), "max_cd_m2": \#(peak)}"# }
      let light = try folder.file("light.jsonl", Data(lines.joined(separator: "\n").utf8))
      return try ChangingLight.converted(options + ["--frame-metadata", light], from: input)
    }
    let display = options.count == 2 ? 203 : 100
    #expect(try converted(input, display) == converted(input, 0))
    #expect(try converted(input, display) != converted(input, display + 20))
    // Measured light has the same floor.
    for mode in ["static", "scene", "frame", "one-pass"] {
      let measured = try ChangingLight.converted(options + ["--dynamics", mode], from: dim)
      #expect(try (measured == converted(dim, 0)) == (display == 203), "\(mode)")
      #expect(try (measured == converted(dim, 203)) == (display == 203), "\(mode)")
    }
  }

  /// Pixels above the peak of their frame are reported in every mode, once.
  @Test(arguments: ["static", "scene", "frame", "one-pass"]) func hotPixelsAreTold(_ mode: String) throws {
    let folder = try Folder()
    var frame = [UInt8]()
    func put(_ code: Int, _ count: Int) { for _ in 0..<count { frame += [UInt8(code & 255), UInt8(code >> 8)] } }
    // The hot pixel has code 900. 12 288 pixels, of which 99.99 % are 12 286.8.
    put(600, 128 * 96)
    put(512, 128 * 48)
    var clip = Array(repeating: frame, count: 5)
    for number in [1, 3] { (clip[number][4000], clip[number][4001]) = (132, 3) }
    let input = try folder.file("in.yuv", Data(clip.flatMap { $0 }))
    let options = ["--size", "128x96"] + ChangingLight.options.dropFirst(2)
    let outcome = try Tool.run(["convert", input, folder["o.yuv"], "--dynamics", mode] + options)
    let told = outcome.complaints.filter { $0.contains("above the peak in use") }
    #expect(outcome.code == 0 && told.count == 1, "\(outcome.errors)")
    #expect(told.first?.contains("2 of 5 frames") == true && told.first?.contains("in frame 1;") == true, "\(told)")
    let one = try Tool.run(
      ["convert", input, folder["o.yuv"], "--dynamics", mode, "--frames", "1"] + options)
    #expect(one.errors.contains("above the peak") == (mode != "one-pass"), "\(one.errors)")
  }

  /// The report says that curves change, and how.
  @Test(
    arguments: [
      (["--dynamics", "static"], ["mode": "static", "scenes": 2, "changes": 0]),
      (["--dynamics", "scene"], ["mode": "scene", "scenes": 2, "changes": 1]),
      (["--dynamics", "scene", "--frames", "3"], ["mode": "scene", "scenes": 2, "changes": 0]),
      (["--dynamics", "one-pass", "--frames", "1"], ["mode": "one-pass", "look_ahead": 24, "changes": 0]),
      ([], nil),
    ] as [([String], [String: any Sendable]?)])
  func theReportSaysHowCurvesChange(_ options: [String], _ expected: [String: any Sendable]?) throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let outcome = try Tool.run(["convert", input, folder["o.yuv"], "--json"] + options + ChangingLight.options)
    let report = try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
    let found = report["dynamics"] as? [String: Any]
    #expect(found.map { $0 as NSDictionary } == expected.map { $0 as NSDictionary }, "\(report["dynamics"] ?? "none")")
  }

  /// A PQ display without a peak ends where the source is assumed to.
  @Test func thePeakOfTheDisplayIsToldIfItIsAssumed() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    for (options, isTold) in [(["--to", "pq"], true), (["--to", "pq", "--target-peak", "600"], false), ([], false)] {
      let convert = ["convert", input, folder["o.yuv"], "--dynamics", "scene"] + options + ChangingLight.options
      let outcome = try Tool.run(convert)
      #expect(outcome.code == 0, "\(outcome.errors)")
      #expect(
        outcome.errors.contains("assuming 1000 cd/m²; set the display's with --target-peak") == isTold,
        "\(outcome.errors)")
      #expect(try Tool.run(convert + ["--strict"]).code == (isTold ? 65 : 0))
    }
  }
}
