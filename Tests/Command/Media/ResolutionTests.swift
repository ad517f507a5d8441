import Foundation
import TestSupport
import Testing

/// Which of the options, a color JSON and a header takes precedence for the same clip.
@Suite struct ResolutionTests {
  private static let json = """
    {"width": 16, "height": 8, "pix_fmt": "yuv420p10le", "frame_rate": "30000/1001",
     "color": {"primaries": "bt2020", "transfer": "arib-std-b67", "matrix": "bt2020nc", "range": "tv",
               "chroma_location": "topleft"},
     "metadata": {"content_light": {"MaxCLL": 1234, "MaxFALL": 180}}}
    """

  private func explained(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try Tool.run(["explain", "--json"] + arguments)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try #require(try JSONSerialization.jsonObject(with: outcome.output) as? [String: Any])
  }

  private func source(_ arguments: [String]) throws -> [String: Any] {
    try #require(try explained(arguments)["source"] as? [String: Any])
  }

  @Test func aColorJSONSaysAllThatRawFramesDoNot() throws {
    let folder = try Folder()
    let json = try folder.file("in.json", Data(Self.json.utf8))
    let outcome = try Tool.run(
      ["convert", "-", "-", "--color-json", json, "--strict", "--format", "y4m", "--progress", "none"],
      input: Clips.raw(frames: 2))
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.output.starts(with: Data("YUV4MPEG2 W16 H8 F30000:1001 Ip ".utf8)))
  }

  /// Data from a pipe is inspected before it is treated as raw frames.
  @Test(arguments: [["--start", "1"], []]) func aColorJSONBesidePipedY4M(options: [String]) throws {
    let folder = try Folder()
    let json = try folder.file("in.json", Data(Self.json.utf8))
    let file = try folder.file("in.y4m", Clips.y4m(frames: 3))
    let arguments = ["-", "--color-json", json, "--strict", "--progress", "none"] + options
    func piped(_ input: String, _ arguments: [String]) throws -> Tool.Outcome {
      try Tool.shell("cat \(input) | tonemap convert - \(arguments)")
    }
    let outcome = try piped(file, arguments)
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let fromFile = try Tool.run(["convert", file, folder["out.y4m"]] + arguments.dropFirst())
    #expect(try fromFile.code == 0 && outcome.output == folder.bytes("out.y4m"))
    #expect(outcome.output.starts(with: Data("YUV4MPEG2 W16 H8 F25:1 Ip ".utf8)))
    // Raw frames through the pipe are read as raw frames, to the last byte.
    let raw = try folder.file("in.yuv", Clips.raw(frames: 3))
    let frames = try piped(raw, arguments)
    #expect(frames.code == 0 && frames.errors.isEmpty, "\(frames.errors)")
    let frameSize = 16 * 8 * 3 / 2
    #expect(frames.output.count == (options.isEmpty ? 3 : 2) * frameSize)
    #expect(frames.output.suffix(frameSize) == outcome.output.suffix(frameSize))
  }

  @Test func optionsWinOverTheColorJSON() throws {
    let folder = try Folder()
    let json = try folder.file("in.json", Data(Self.json.utf8))
    #expect(try source(["--color-json", json])["transfer"] as? String == "arib-std-b67")
    let report = try explained(["--color-json", json, "--transfer", "pq", "--max-cll", "901,103", "--strict"])
    let source = try #require(report["source"] as? [String: Any])
    #expect(source["transfer"] as? String == "smpte2084" && source["peak"] as? Double == 901)
    let told = try #require(report["notes"] as? [[String: String]])
    #expect(told.map { $0["code"] } == ["overruled", "overruled"], "a decision is reported, and is no assumption")
    #expect((report["assumptions"] as? [Any])?.isEmpty == true)
    #expect(told[0]["sentence"]?.hasPrefix("--transfer says smpte2084, but ") == true)
  }

  @Test func theColorJSONWinsOverTheHeader() throws {
    let folder = try Folder()
    let json = try folder.file("in.json", Data(Self.json.utf8))
    let header = "YUV4MPEG2 W16 H8 F25:1 Ip C420p10 XCOLORRANGE=FULL"
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1, header: header))
    #expect(try source([input, "--transfer", "hlg"])["range"] as? String == "pc")
    let report = try explained([input, "--color-json", json])
    #expect((report["source"] as? [String: Any])?["range"] as? String == "tv")
    let told = try #require(report["assumptions"] as? [[String: String]])
    #expect(told.contains { $0["code"] == "disagreement-range" })
    #expect(try Tool.run(["explain", input, "--color-json", json, "--strict"]).code == 65)
  }

  @Test func framesMayBeRotatedWhileDecoding() throws {
    let folder = try Folder()
    let json = try folder.file("in.json", Data(Self.json.utf8))
    let portrait = try folder.file("in.y4m", Clips.y4m(frames: 1, header: "YUV4MPEG2 W8 H16 F25:1 Ip C420p10"))
    let outcome = try Tool.run(["convert", portrait, folder["out.y4m"], "--color-json", json, "--progress", "none"])
    #expect(outcome.code == 0 && outcome.errors.contains("rotated the frames"), "\(outcome.errors)")
    #expect(
      try folder.bytes("out.y4m").starts(with: Data("YUV4MPEG2 W8 H16 F25:1".utf8)), "the header's rate, not the JSON's"
    )
    let other = try folder.file("other.y4m", Clips.y4m(frames: 1, header: "YUV4MPEG2 W4 H32 F25:1 Ip C420p10"))
    #expect(try Tool.run(["convert", other, folder["b.y4m"], "--color-json", json]).code == 65)
  }

  @Test(
    "Every tool's names are understood",
    arguments: [
      ["--transfer", "16"], ["--transfer", "PQ"], ["--transfer", "smpte2084"], ["--transfer", "st2084"],
      ["--primaries", "9"], ["--primaries", "2020"], ["--matrix", "9"], ["--matrix", "2020_ncl"],
      ["--matrix", "bt2020nc"], ["--range", "limited"], ["--range", "mpeg"], ["--range", "0"],
      ["--chroma-location", "topleft"], ["--chroma-location", "2"],
    ]) func names(_ option: [String]) throws
  {
    let wanted = try source(["--transfer", "pq"])
    #expect(try source(["--transfer", "pq"] + option) as NSDictionary == wanted as NSDictionary)
  }

  /// H.273 has 2 for unspecified in three of its tables; as a location of chroma, 2 is top-left.
  @Test(
    arguments: ["primaries", "transfer", "matrix"].map { ($0, "2") }
      + ["primaries", "transfer", "matrix", "range", "chroma-location"].flatMap { tag in
        ["unknown", "Unspecified", "undef"].map { (tag, $0) }
      }) func unspecifiedIsNotTaken(tag: String, value: String) throws
  {
    for option in ["--\(tag)", "--out-\(tag)"] {
      let outcome = try Tool.run(["explain", option, value])
      #expect(
        outcome.code == 64 && outcome.errors.contains("expected a value other than unspecified"), "\(outcome.errors)")
    }
  }

  @Test func namesOfFormatsMayImplyARange() throws {
    #expect(try source(["--pixel-format", "xf20", "--transfer", "pq"])["range"] as? String == "pc")
    let x420 = try source(["--pixel-format", "x420", "--transfer", "pq"])
    #expect(x420["range"] as? String == "tv" && x420["pixel_format"] as? String == "p010le")
  }

  @Test func outputOptionsChangeThePreset() throws {
    let options = [
      "--transfer", "pq", "--to", "hdr10", "--out-primaries", "p3", "--out-matrix", "bt709", "--out-range", "pc",
      "--out-pixel-format", "yuv444p12", "--target-peak", "600", "--out-chroma-location", "center",
    ]
    let target = try #require(try explained(options)["target"] as? [String: Any])
    #expect(target["primaries"] as? String == "smpte432" && target["transfer"] as? String == "smpte2084")
    #expect(target["matrix"] as? String == "bt709" && target["range"] as? String == "pc")
    #expect(target["pixel_format"] as? String == "yuv444p12le" && target["peak"] as? Double == 600)
  }

  @Test func pipedY4MThatIsCalledRawIsNoticed() throws {
    let outcome = try Tool.shell(
      "(printf 'YUV4MPEG2 W16 H8\\n'; head -c 4000 /dev/zero) | tonemap convert - - --format raw "
        + "\(Clips.rawOptions + Clips.tags)")
    #expect(outcome.code == 64 && outcome.output.isEmpty)
    #expect(outcome.complaints.count == 1 && outcome.errors.contains("--pixel-format"), "\(outcome.errors)")
  }

  @Test(arguments: ["1x1", "5x3", "17x9"]) func oddSizesWork(size: String) throws {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    let samples = sides[0] * sides[1] + 2 * ((sides[0] + 1) / 2) * ((sides[1] + 1) / 2)
    let options = ["--size", size, "--pixel-format", "yuv420p10", "--format", "raw"] + Clips.tags
    let outcome = try Tool.run(["convert", "-", "-"] + options, input: Data(repeating: 1, count: samples * 2 * 3))
    #expect(outcome.code == 0 && outcome.output.count == samples * 3, "\(outcome.errors)")
  }

  @Test(.enabled(if: Corpus.folder != nil, "no corpus next to this checkout"))
  func everyClipOfTheCorpusCanBePlanned() throws {
    let clips = try #require(Corpus.folder).appendingPathComponent("clips")
    let names = try FileManager.default.contentsOfDirectory(atPath: clips.path).filter { $0.hasSuffix(".json") }
    #expect(names.count > 15)
    for name in names {
      let outcome = try Tool.run(["explain", "--color-json", clips.appendingPathComponent(name).path])
      // Alpha of 10 bits, written apart, states no color at all.
      guard !name.contains("gray10le") else {
        #expect(outcome.code == 64 && outcome.errors.contains("--transfer"), "\(name): \(outcome.errors)")
        continue
      }
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(name): \(outcome.errors)")
    }
  }
}
