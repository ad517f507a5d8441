import Foundation
import TestSupport
import Testing

/// The output of `tonemap info` for movies, images and bare streams, from the built binary.
@Suite struct MediaInfoTests {
  /// The bytes of a movie as an iPhone makes it: HLG, BT.2020, ambient environment, Dolby Vision 8.4.
  static let phone = TestMovie(
    properties: [
      hvcC(
        TestHEVCSequence(color: TestColor(codes: [9, 18, 9])).unit,
        hevcUnit(39, messages((type: 148, bytes: ambientPayload)))),
      colr([9, 18, 9]), box("amve", ambientPayload), box("dvvC", bytes(hex: "0100101540") + zeros(19)),
    ])

  private func object(_ data: Data) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  /// The first track in the output of `info --json`.
  private func track(_ path: String) throws -> [String: Any] {
    let outcome = try Tool.run(["info", path, "--json"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return try #require((try object(outcome.output)["tracks"] as? [[String: Any]])?.first)
  }

  @Test func aMovieIsToldByItsContent() throws {
    let folder = try Folder()
    // The file name has no ending that identifies the format.
    let file = try folder.file("clip", Data(Self.phone.bytes))
    let facts = try Tool.run(["info", file])
    #expect(facts.code == 0 && facts.errors.isEmpty, "\(facts.errors)")
    // Facts first, in this order, without the places that only --verbose prints.
    let names = ["track ", "size", "pixel format", "primaries", "transfer", "matrix", "range", "chroma location"]
    let lines = facts.text.split(separator: "\n")
    #expect(names.compactMap { name in lines.firstIndex { $0.hasPrefix(name) } }.isStrictlyRising(names.count))
    #expect(!facts.text.contains(" at byte ") && !facts.text.contains("bytes read"), "\(facts.text)")
    for fact in ["transfer         arib-std-b67, HLG\n", "chroma location  left, the default of HEVC\n", "314 lux"] {
      #expect(facts.text.contains(fact), "\(fact) in \(facts.text)")
    }
    let words = try Tool.run(["info", file, "--verbose"])
    #expect(words.code == 0 && words.errors.isEmpty, "\(words.errors)")
    for fact in [
      "bytes read", "hvc1, HEVC Main 10", "bt2020 (/moov/trak[0]/mdia/minf/stbl/stsd/hvc1/colr at byte",
      "arib-std-b67, HLG (as above)",
      "314 lux",
      "hvcC SEI 148", "Dolby Vision 8.4, level 2, base layer and RPU", "peak from HLG's nominal display",
      "note             the source states the light of each frame", "[stated-light]",
    ] {
      #expect(words.text.contains(fact), "\(fact) in \(words.text)")
    }
    let track = try track(file)
    #expect((track["color"] as? [String: Any])?["cicp"] as? [Int] == [9, 18, 9, 0])
    let metadata = try #require(track["metadata"] as? [String: Any])
    let ambient = try #require(metadata["ambient"] as? [String: Any])
    #expect(ambient["ambient_illuminance_lux"] as? Double == 314)
    let places = try #require(ambient["carried_in"] as? [String])
    #expect(places.count == 2 && places[0].contains("/amve at byte") && places[1].contains("hvcC SEI 148"))
    let dolbyVision = try #require(metadata["dolby_vision"] as? [String: Any])
    #expect(dolbyVision["profile"] as? Int == 8 && dolbyVision["bl_signal_compatibility_id"] as? Int == 4)
  }

  @Test func whatInfoWritesConvertReads() throws {
    let folder = try Folder()
    let movie = try folder.file("clip.mov", Data(Self.phone.bytes))
    let json = folder["clip.json"]
    #expect(try Tool.run(["info", movie, "--color-json", json]).code == 0)
    // Frames of the movie's stated size: one gray 10-bit picture.
    let size = 1920 * 1080 * 3 / 2
    let frames = try folder.file("frames.raw", Data((0..<size).flatMap { _ in [0, 2] as [UInt8] }))
    let report = try Tool.run(["explain", frames, "--color-json", json, "--json"])
    #expect(report.code == 0, "\(report.errors)")
    let source = try #require(try object(report.output)["source"] as? [String: Any])
    #expect(source["transfer"] as? String == "arib-std-b67" && source["primaries"] as? String == "bt2020")
    #expect(source["pixel_format"] as? String == "yuv420p10le")
    let codes = try #require(try object(report.output)["assumptions"] as? [[String: String]]).compactMap { $0["code"] }
    #expect(codes.contains("dynamic-metadata-unused"), "the presence of Dolby Vision comes along")
    let run = try Tool.run(["convert", frames, folder["out.y4m"], "--color-json", json, "--progress", "none"])
    #expect(run.code == 0, "\(run.errors)")
    #expect(try folder.bytes("out.y4m").count > size)
  }

  @Test func aConflictIsNamedWithItsUsualWinner() throws {
    let folder = try Folder()
    var movie = Self.phone
    movie.properties[1] = colr([1, 1, 1])
    let file = try folder.file("clip.mov", Data(movie.bytes))
    let words = try Tool.run(["info", file]).text
    let contradiction =
      "the transfer is bt709 in the container, but arib-std-b67 in the stream's parameter sets; players"
    #expect(words.contains(contradiction) && !words.contains("/moov"), "\(words)")
    let places = try Tool.run(["info", file, "-v"]).text
    #expect(places.contains("transfer         bt709 ("), "\(places)")
    let overruled = "                 not arib-std-b67 (/moov/trak[0]/mdia/minf/stbl/stsd/hvc1/hvcC SPS VUI at byte"
    #expect(places.contains(overruled), "\(places)")
    #expect(words.contains("QuickTime players usually use the container"))
    let conflicts = try #require(try track(file)["conflicts"] as? [[String: Any]])
    #expect(Set(conflicts.compactMap { $0["property"] as? String }) == ["primaries", "transfer", "matrix"])
  }

  @Test func findingsHaveACodeASentenceAndAMend() throws {
    let folder = try Folder()
    var movie = Self.phone
    movie.properties = [colr([9, 16, 9]), box("clli", lightPayload), box("mdcv", masteringPayload)]
    let findings = try #require(
      try track(try folder.file("clip.mov", Data(movie.bytes)))["findings"] as? [[String: String]])
    #expect(findings.map { $0["code"] } == ["light-levels-placeholder"])
    #expect(findings.first?["fix"] == "correct them with --max-cll, or accept them with --trust-metadata always")
    #expect(findings.first?["expected"] == "a measurement")
    #expect(findings.first?["found"]?.hasSuffix("are both multiples of 50, like placeholders") == true)
    #expect(findings.first?["sentence"]?.hasSuffix("placeholders, but a measurement was expected") == true)
  }

  /// A mastering payload: green, blue, red, white, then maximum and minimum.
  private func mastering(_ points: [UInt64], _ maximum: UInt64, _ minimum: UInt64) -> [UInt8] {
    points.flatMap { big($0, 2) } + big(maximum, 4) + big(minimum, 4)
  }

  @Test func aMasteringDisplayIsToldInWordsFirst() throws {
    let d65: [UInt64] = [15635, 16450]
    let p3: [UInt64] = [13250, 34500, 7500, 3000, 34000, 16000]
    let cases: [([UInt8], String)] = [
      (mastering(p3 + d65, 10_000_000, 50), "P3-D65, 0.005…1000 cd/m², G(0.265,0.69)B(0.15,0.06)R(0.68,0.32)"),
      // The third decimal may be rounded, but no other.
      (mastering([13275, 34475] + p3[2...] + d65, 10_000_000, 1), "P3-D65, 0.0001…1000 cd/m², G(0.2655,0.6895)"),
      (mastering([13276, 34500] + p3[2...] + d65, 10_000_000, 1), "other primaries, 0.0001…1000 cd/m², G("),
      (mastering([8500, 39850, 6550, 2300, 35400, 14600] + d65, 40_000_000, 50), "BT.2020, 0.005…4000 cd/m², G("),
      (mastering([15000, 30000, 7500, 3000, 32000, 16500] + d65, 1_000_000, 0), "BT.709, up to 100 cd/m², G("),
      (mastering(p3 + [15700, 17550], 0, 50), "P3-DCI, from 0.005 cd/m², G("),
      (mastering(Array(repeating: 0, count: 8), 0, 0), "unknown primaries, unknown luminance, G(0.0,0.0)"),
    ]
    let folder = try Folder()
    for (payload, words) in cases {
      var movie = Self.phone
      movie.properties = [hvcC(), colr([9, 16, 9]), box("mdcv", payload)]
      let told = try Tool.run(["info", try folder.file("clip.mov", Data(movie.bytes))]).text
      #expect(told.contains("mastering        \(words)"), "\(words) in \(told)")
      #expect(told.contains("transfer         smpte2084, PQ\n"), "\(told)")
    }
    // The text for programs has only FFmpeg's names and x265's text.
    var movie = Self.phone
    movie.properties = [hvcC(), colr([9, 16, 9]), box("mdcv", cases[0].0)]
    let track = try track(try folder.file("clip.mov", Data(movie.bytes)))
    #expect((track["color"] as? [String: Any])?["transfer"] as? String == "smpte2084")
    let values = try #require(track["statements"] as? [[String: Any]]).compactMap { $0["value"] as? String }
    #expect(values.contains("G(0.265,0.69)B(0.15,0.06)R(0.68,0.32)WP(0.3127,0.329)L(1000.0,0.005)"), "\(values)")
  }

  @Test func whatIsNoMovieIsStillRawFrames() throws {
    let folder = try Folder()
    // The start of these frames looks like a bare AV1 stream, but giving a layout means that they are raw frames.
    let frames = try folder.file("frames", Data([0x12, 0]) + Clips.raw(frames: 2).dropFirst(2))
    let outcome = try Tool.run(["info", frames, "--json"] + Clips.rawOptions)
    let tracks = try #require(try object(outcome.output)["tracks"] as? [[String: Any]])
    #expect(tracks.first?["frames"] as? Int == 2, "\(outcome.errors)")
    let unknown = try Tool.run(["info", try folder.file("text", Data("hello".utf8))])
    #expect(unknown.code == 64 && unknown.complaints.count == 1)
    let cut = try Tool.run(["info", try folder.file("cut.mp4", Data(Self.phone.bytes.prefix(100)))])
    #expect(cut.code == 65 && cut.complaints.count == 1, "\(cut.errors)")
  }

  @Test func whatIsNamedAMovieAndIsNoneIsTold() throws {
    let folder = try Folder()
    let files: [(name: String, bytes: String, fact: String)] = [
      ("e.mov", "", "is empty, but"), ("empty", "", "is empty, but"), ("short.MOV", "1234567", "31 32 33"),
      ("x.ts", "G@\u{11}", "47 40 11"), ("x.mkv", "nothing", "but a movie"),
    ]
    for (name, bytes, fact) in files {
      let told = try Tool.run(["info", try folder.file(name, Data(bytes.utf8))])
      #expect(told.code == 65 && told.complaints.count == 1, "\(name): \(told.errors)")
      #expect(told.errors.contains(fact) && !told.errors.contains("Y4M"), "\(name): \(told.errors)")
    }
  }

  @Test("A movie through a pipe is rejected with a way to fix it", arguments: ["info", "convert"])
  func moviesThroughPipes(command: String) throws {
    let folder = try Folder()
    let starts: [[UInt8]] = [
      Self.phone.bytes, [0x1A, 0x45, 0xDF, 0xA3, 1], Array("DKIF".utf8), [0, 0, 0, 1, 0x40], [0, 0, 1, 0x40],
    ]
    for (index, bytes) in starts.enumerated() {
      let movie = try folder.file("\(index)", Data(bytes))
      let told = try Tool.shell("cat \(movie) | tonemap \(command) - \(command == "info" ? [] : ["/dev/null"])")
      #expect(told.code == 65 && told.complaints.count == 1, "\(told.errors)")
      #expect(told.errors.contains("decode it first: ffmpeg"), "\(index): \(told.errors)")
      let file = try Tool.run(["convert", movie, "/dev/null"])
      // It is opened, and found to be damaged.
      let isCut = index == 1 || index == 2
      let code: Int32 = 65
      let facts =
        isCut
        ? ["the file ends at byte \(bytes.count), but"]
        : ["check that the file is complete", "check that it is complete", "is truncated or damaged"]
      #expect(file.code == code && facts.contains(where: file.errors.contains), "\(index): \(file.errors)")
    }
    // Raw frames may start with any bytes if their layout is given.
    let frames = try folder.file("frames", Data([0, 0, 0, 1]) + Clips.raw(frames: 1).dropFirst(4))
    let line: Script = "cat \(frames) | tonemap info - \(Clips.rawOptions)"
    #expect(try Tool.shell(line).code == 0)
  }

  /// ProRes 4444 states its chroma but no bit depth: the format is unknown, but the chroma location is not missing.
  @Test func chromaIsNotMissedWhereItIsWhole() throws {
    let folder = try Folder()
    func told(_ chroma: UInt8) throws -> String {
      // Frame header: its size, version 1, "abcd", 1920 × 1080, chroma in the upper bits, then tags of BT.709.
      var header: [UInt8] = big(148, 2) + big(1, 2) + Array("abcd".utf8)
      header += big(1920, 2) + big(1080, 2)
      header += [chroma << 6, 0, 1, 1, 1, 0, 0, 0] + zeros(128)
      var movie = Self.phone
      movie.entryType = "ap4h"
      movie.sample = box("icpf", header)
      movie.properties = [colr([1, 1, 1])]
      return try Tool.run(["info", try folder.file("prores.mov", Data(movie.bytes))]).text
    }
    let (whole, half) = (try told(3), try told(2))
    #expect(whole.contains("4:4:4") && !whole.contains("chroma location; "), "\(whole)")
    #expect(half.contains("4:2:2"), "\(half)")
  }

  @Test func theColorJSONHasStandardOutputToItself() throws {
    let folder = try Folder()
    let movie = try folder.file("clip.mov", Data(Self.phone.bytes))
    for options in [[], ["--json"], ["--check", "hlg"]] as [[String]] {
      let told = try Tool.run(["info", movie, "--color-json", "-"] + options)
      #expect(told.code == 0 && told.errors.contains("hvc1"), "\(told.errors)")
      #expect((try object(told.output)["color"] as? [String: Any])?["transfer"] as? String == "arib-std-b67")
    }
  }

  /// `--json` contains everything in `--color-json`, and more.
  @Test func theWholeReportIsAColorJSON() throws {
    let folder = try Folder()
    let movie = try folder.file("clip.mov", Data(Self.phone.bytes))
    let json = try folder.file("full.json", try Tool.run(["info", movie, "--json"]).output)
    let explained = try Tool.run(["explain", "--color-json", json, "--json"])
    #expect(explained.code == 0, "\(explained.errors)")
    let source = try #require(try object(explained.output)["source"] as? [String: Any])
    #expect(source["transfer"] as? String == "arib-std-b67" && source["pixel_format"] as? String == "yuv420p10le")
    let nothing = try Tool.run(["explain", "--color-json", try folder.file("none.json", Data("{}".utf8))])
    #expect(nothing.code == 65 && nothing.errors.contains("an object with width, height"), "\(nothing.errors)")
  }

  @Test func aFailedCheckIsTheExitCode() throws {
    let folder = try Folder()
    let file = try folder.file("clip.mov", Data(Self.phone.bytes))
    let good = try Tool.run(["info", file, "--check", "dolby-vision-8.4"])
    #expect(good.code == 0 && good.errors.isEmpty, "\(good.text)")
    // Outcome and rule, a line each.
    let rules = good.text.split(separator: "\n").map { $0.dropFirst(16).prefix { $0 != ":" } }
    #expect(
      rules == [
        "single-track", "sample-entry", "codec", "configuration", "hvcc", "colr", "amve", "rpu", "agreement",
        "metadata",
      ],
      "\(good.text)")
    #expect(good.text.contains("amve: a box (/moov"))
    let bad = try Tool.run(["info", file, "--check", "hdr10", "--json"])
    #expect(bad.code == 1 && bad.complaints.count == 1, "\(bad.errors)")
    // HLG without a mastering display and light levels: of codec, chroma, four tags, two kinds of metadata, whether places agree, and whether
    // metadata can be true.
    #expect(bad.complaints[0].contains("fails 3 of 10 rules of hdr10"), "\(bad.errors)")
    let check = try #require(try object(bad.output)["check"] as? [String: Any])
    let lines = try #require(check["lines"] as? [[String: Any]])
    #expect(check["passed"] as? Bool == false && lines.count == 10)
    func names(of outcome: String) -> [String] {
      lines.filter { $0["outcome"] as? String == outcome }.compactMap { $0["rule"] as? String }
    }
    #expect(names(of: "failed") == ["transfer", "mastering", "content-light"])
    #expect(names(of: "not_applicable") == ["metadata"] && names(of: "passed").count == 6)
    let y4m = try folder.file("in.y4m", Clips.y4m(frames: 1))
    #expect(try Tool.run(["info", y4m, "--check", "hdr10"]).code == 64)
    #expect(try Tool.run(["info", file, "--check", "hdr11"]).code == 64)
  }

  @Test(
    .enabled(if: Corpus.folder != nil, "no corpus beside this checkout"),
    arguments: [
      ("dovi-p81.mp4", ["Dolby Vision 8.1, level 4", "peak from MaxCLL", "[light-levels-placeholder]"]),
      ("hlg10-color-test.mp4", ["hvc1, HEVC Main 10, level 5.1", "arib-std-b67", "90000/3001"]),
      ("sample_with_colr_mdcv_and_clli.mp4", ["AV1 Main", "[maxcll-above-mastering]", "MaxFALL 180"]),
      ("video_colr_nclx_hdr10.mp4", ["[hdr-in-8-bits]", "[source-peak]"]),
      (
        "hdr10tags-both.mkv",
        [
          "[conflict-mastering]", "players differ; the container is used here",
          "0.29198)WP(0.31268,0.329)L(1000.0,0.001) in a message",
        ]
      ),
      ("single-frame.hevc", ["HDR10+ (ST 2094-40) for a display of 400 cd/m²", "640x480"]),
    ]) func theCorpusIsTold(file: String, facts: [String]) throws
  {
    let folder = try #require(Corpus.folder)
    let outcome = try Tool.run(["info", folder.appending(path: "files/\(file)").path])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    for fact in facts { #expect(outcome.text.contains(fact), "\(fact) in \(outcome.text)") }
  }
}

extension [Int] {
  /// Whether there are so many, each greater than the one before.
  fileprivate func isStrictlyRising(_ count: Int) -> Bool {
    self.count == count && zip(self, dropFirst()).allSatisfy { $0 < $1 }
  }
}
