import Foundation
import Testing

@Suite struct ReportTests {
  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func explainNeedsNoFile() throws {
    let outcome = try Tool.run(["explain"] + Clips.tags)
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let lines = outcome.text.split(separator: "\n")
    for (stage, facts) in [
      ("upsample", "chroma 4:2:0 at "), ("decode", "yuv420p10le"), ("linearize", "1000 cd/m², peak from the caller"),
      ("tone", "spline"),
      ("gamut", "perceptual"), ("delinearize", "SDR 100 % is 203 cd/m²"), ("encode", "yuv420p"),
      ("downsample", "4:4:4 to 4:2:0"),
      ("round", "to 8 bits, dither blue-noise"),
    ] {
      #expect(lines.contains { $0.contains(" \(stage) ") && $0.contains(facts) }, "\(outcome.text)")
    }
    #expect(!outcome.text.contains("assumed"))
  }

  @Test func explainTellsAssumptionsInWordsAndJSON() throws {
    let words = try Tool.run(["explain", "--transfer", "pq"])
    #expect(words.text.contains("assumed"))
    let json = try object(Tool.run(["explain", "--transfer", "pq", "--json"]).text)
    let assumptions = try #require(json["assumptions"] as? [[String: String]])
    #expect(assumptions.contains { $0["code"] == "missing-primaries" })
    #expect(assumptions.contains { $0["code"] == "source-peak" })
    #expect((json["source"] as? [String: Any])?["transfer"] as? String == "smpte2084")
    #expect((json["target"] as? [String: Any])?["pixel_format"] as? String == "yuv420p")
    #expect((json["stages"] as? [Any])?.count ?? 0 >= 5)
    let last = (json["stages"] as? [[String: String]])?.last
    #expect(last?["name"] == "round" && last?["detail"] == "to 8 bits, dither blue-noise")
  }

  /// Without an input, the output suits the source that the options state.
  @Test(arguments: [("pq", "smpte2084"), ("hlg", "arib-std-b67")])
  func explainSharesTheSourceOfTheOptions(transfer: String, expected: String) throws {
    let outcome = try Tool.run(["explain", "--transfer", transfer, "--to", "shared", "--json"])
    #expect((try object(outcome.text)["target"] as? [String: Any])?["transfer"] as? String == expected)
    #expect(outcome.errors.contains("the output is "), "\(outcome.errors)")
  }

  /// What `--strict` accepts is a note, as `convert` prints it.
  @Test func explainCallsNothingAssumedThatStrictAccepts() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let levels =
      #"{"color": {"transfer": "smpte2084"}, "metadata": {"content_light": {"MaxCLL": 1000, "MaxFALL": 400}}}"#
    let stated = [input, "--color-json", try folder.file("color.json", Data(levels.utf8))] + Clips.tags
    let words = try Tool.run(["explain", "--strict"] + stated)
    #expect(words.code == 0 && !words.text.contains("assumed"), "\(words.text)\(words.errors)")
    #expect(words.text.contains("note            MaxCLL 1000 and MaxFALL 400"), "\(words.text)")
    let json = try object(Tool.run(["explain", "--json"] + stated).text)
    #expect((json["assumptions"] as? [Any])?.isEmpty == true)
    #expect((json["notes"] as? [[String: Any]])?.map { $0["code"] as? String } == ["light-levels-placeholder"])
  }

  /// The cost of frames that do not run on vectors is reported with their program, and before they are converted; `--strict` allows it, because
  /// nothing is assumed.
  @Test func colorByColorIsAFinding() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let tags =
      ["--primaries", "bt2020", "--matrix", "bt2020c", "--transfer", "log100", "--range", "narrow"]
      + ["--chroma-location", "left", "--strict"]
    let words = try Tool.run(["explain", input, "--program"] + tags)
    let line = words.text.split(separator: "\n").first { $0.hasPrefix("frames: color by color, because ") }
    let reason = try #require(line?.split(separator: "because ").last, "\(words.text)\(words.errors)")
    let slow = try Tool.run(["convert", input, "-", "--progress", "none"] + tags)
    #expect(slow.code == 0 && slow.errors.contains("cannot run on vectors, because \(reason)"), "\(slow.errors)")
    let json = try object(Tool.run(["explain", input, "--json", "--program"] + tags).text)
    #expect(((json["program"] as? [String: Any])?["frames"] as? String)?.hasSuffix(reason) == true)
    #expect(try (object(Tool.run(["explain", "--json"] + Clips.tags).text)["findings"] as? [Any])?.isEmpty == true)
  }

  @Test func optionsWinOverTheHeaderAndSaySo() throws {
    let folder = try Folder()
    let header = "YUV4MPEG2 W16 H8 F25:1 Ip A1:1 C420p10 XCOLORRANGE=FULL"
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1, header: header))
    let outcome = try Tool.run(["explain", input] + Clips.tags)
    #expect(outcome.text.contains("narrow range"), "\(outcome.text)")
    #expect(outcome.text.contains { $0 == "\n" } && outcome.text.contains("--range says tv"), "\(outcome.text)")
    #expect(outcome.text.contains("Y4M header") && outcome.text.contains("says pc"))
    let silent = try Tool.run(["explain", input, "--transfer", "pq"])
    #expect(silent.text.contains("full range"), "\(silent.text)")
    #expect(try Tool.run(["explain", input, "--strict"] + Clips.tags).code == 0, "a decision is no assumption")
  }

  @Test func jsonGoesWherePixelsDoNot() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 2))
    let options = ["--json", "--progress", "none"] + Clips.tags
    let toFile = try Tool.run(["convert", input, folder["out.y4m"]] + options)
    #expect(toFile.errors.isEmpty, "\(toFile.errors)")
    #expect(try object(toFile.text)["frames"] as? Int == 2)
    let toPipe = try Tool.run(["convert", input, "-"] + options)
    #expect(try toPipe.output == folder.bytes("out.y4m"))
    let report = try object(toPipe.errors)
    #expect(report["frames"] as? Int == 2)
    #expect((report["plan"] as? [String: Any])?["reference_white"] as? Double == 203)
    #expect(report["seconds"] is Double && report["fps"] is Double)
  }

  @Test func progressAsJSONIsALineEach() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 2))
    let outcome = try Tool.run(["convert", input, folder["out.y4m"], "--progress", "json"] + Clips.tags)
    let last = try object(try #require(outcome.complaints.last))
    #expect(last["frame"] as? Int == 2 && last["frames"] as? Int == 2 && last["done"] as? Bool == true)
  }

  @Test func infoIsWhatColorJSONReads() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", Clips.raw(frames: 3))
    let options =
      Clips.rawOptions + [
        "--fps", "24000/1001", "--transfer", "pq", "--primaries", "9", "--max-cll", "1100,180", "--ambient",
        "314,0.3127,0.329", "--master-display", "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1)",
      ]
    let written = try Tool.run(["info", input, "--json"] + options)
    #expect(written.code == 0, "\(written.errors)")
    let json = try object(written.text)
    #expect(json["version"] as? Int == 1 && json["container"] as? String == "raw")
    let track = try #require((json["tracks"] as? [[String: Any]])?.first)
    #expect(track["width"] as? Int == 16 && track["frames"] as? Int == 3)
    #expect(track["frame_rate"] as? String == "24000/1001")
    let file = try folder.file("in.json", written.output)
    let read = try Tool.run(["info", input, "--json", "--color-json", file])
    #expect(read.text == written.text, "\(read.errors)")
    let words = try Tool.run(["info", input, "--color-json", file]).text
    for fact in ["16x8", "smpte2084", "MaxCLL 1100", "314", "frames           3", "assumed"] {
      #expect(words.contains(fact), "\(words)")
    }
  }

  /// A fault in the metadata of raw frames is a finding with a way to fix it, as for movies.
  @Test func infoOfFramesEndsWithFindings() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", Clips.raw(frames: 1))
    func found(_ options: [String]) throws -> [[String: String]] {
      let outcome = try Tool.run(["info", input, "--json"] + Clips.rawOptions + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let report = try #require((try object(outcome.text)["tracks"] as? [[String: Any]])?.first)
      let assumed = try #require(report["assumptions"] as? [[String: String]])
      let findings = try #require(report["findings"] as? [[String: String]])
      #expect(
        Set(assumed.map { $0["code"] }).isDisjoint(with: findings.map { $0["code"] }), "nothing is reported twice")
      #expect(findings.allSatisfy { $0["fix"]?.isEmpty == false && $0["sentence"]?.isEmpty == false })
      return findings
    }
    #expect(try found(["--transfer", "pq", "--max-cll", "901,103"]).isEmpty)
    let wrong = try found(["--transfer", "pq", "--max-cll", "1000,1500"]).map { $0["code"] }
    // Levels that somebody typed are not called placeholders.
    #expect(wrong == ["maxfall-above-maxcll"])
    let sdr = try found(["--transfer", "bt709", "--max-cll", "901,103"]).map { $0["code"] }
    #expect(sdr == ["hdr-metadata-on-sdr"])
    #expect(try found(["--transfer", "pq", "--max-cll", "0,103"]).map { $0["code"] } == ["maxcll-unknown"])
  }
}
