import Foundation
import HDRMetadata
import Testing

/// Light that is stated for each frame, and what an output states of itself.
@Suite struct StatedLightTests {
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
    let report = try Tool.run(["convert", input, folder["o.yuv"], "--json"] + both + ChangingLight.options)
    let told = try #require(try JSONSerialization.jsonObject(with: report.output) as? [String: Any])
    #expect(told["dynamics"] as? NSDictionary == ["mode": "frame-metadata", "changes": 1])
    #expect(try ChangingLight.converted(both, from: input) == dim[..<(cut * size)] + bright[(cut * size)...])
    #expect(
      try ChangingLight.converted(both + ["--start", "19", "--frames", "3"], from: input)
        == dim[(19 * size)..<(cut * size)] + bright[(cut * size)..<(22 * size)])
    for (text, words) in [
      (#"{"frame": 0, "max_cd_m2": 400}"#, "no light for frame 1"), ("{}", "line 1 of"),
      (#"{"frame": 0, "max_cd_m2": 400}\#n{"frame": 1, "max_cd_m2": 1e9}"#, "line 2 of"),
      (#"{"frame": 0, "max_cd_m2": 400}\#n{"frame": 0, "max_cd_m2": 400}"#, "a second time"),
      (#"{"frame": 0, "max_cd_m2": 400, "average_cd_m2": "35"}"#, #"line 1 of"#),
      (#"{"frame": 0, "max_cd_m2": 400, "average_cd_m2": "35"}"#, #"an average_cd_m2 of "35""#),
      (#"{"frame": 0, "max_cd_m2": 400, "average_cd_m2": -1}"#, "an average_cd_m2 of -1"),
      (#"{"frame": 0, "max_cd_m2": 40, "average_cd_m2": 400}"#, "average_cd_m2 of 400, above its max_cd_m2 of 40"),
      (#"{"frame": 0, "max_cd_m2": 400, "avarage_cd_m2": 35}"#, "has the key avarage_cd_m2, which is not known"),
      (#"{"frame": 0.5, "max_cd_m2": 400}"#, "a whole number"),
    ] {
      let wrong = try folder.file("wrong.jsonl", Data(text.utf8))
      let outcome = try Tool.run(
        ["convert", input, folder["o.yuv"], "--frame-metadata", wrong] + ChangingLight.options)
      #expect(outcome.code == 65 && outcome.errors.contains(words), "\(outcome.errors)")
    }
    // In a pipe the number of frames is not known before the end.
    let words = (["--start", "1", "--frames", "9223372036854775807"] + both + ChangingLight.options)
    let endless = try Tool.shell("cat \(input) | tonemap convert - - \(words) > \(folder["o.yuv"])")
    #expect(endless.code == 65 && endless.errors.contains("no light for frame 36"), "\(endless.errors)")
    let raw = try Tool.run(["convert", input, folder["o.yuv"], "--dynamics", "metadata"] + ChangingLight.options)
    #expect(raw.code == 64 && raw.errors.contains("--frame-metadata"), "\(raw.errors)")
  }

  /// The source states no location of chroma, so the output, which keeps the signal, states none either.
  @Test func lightIsStatedForASignalThatIsKept() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let lines = (0..<ChangingLight.frames).map { #"{"frame": \#($0), "max_cd_m2": \#(300 + $0)}"# }
    let light = try folder.file("light.jsonl", Data(lines.joined(separator: "\n").utf8))
    let options = [
      "--to", "source", "--format", "raw", "--size", "64x36", "--pixel-format", "yuv420p10le", "--progress", "none",
      "--primaries", "bt2020", "--matrix", "bt2020nc",
    ]
    for transfer in ["hlg", "pq"] {
      for more in [[], ["--frame-metadata", light]] {
        let outcome = try Tool.run(["convert", input, "-", "--transfer", transfer] + options + more)
        #expect(outcome.code == 0 && outcome.output == ChangingLight.raw, "\(transfer): \(outcome.errors)")
      }
    }
  }

  /// HDR10+ states the same light as lines with its peaks and averages, in a file that is recognized by what it holds.
  @Test func hdr10PlusStatesLight() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let peaks = (0..<ChangingLight.frames).map { $0 < ChangingLight.cut ? 500 : 4000 - 10 * $0 }
    let lines = peaks.enumerated().map { #"{"frame": \#($0), "max_cd_m2": \#($1), "average_cd_m2": 30}"# }
    let scenes = peaks.map { peak -> [String: Any] in
      [
        "LuminanceParameters": ["MaxScl": [10 * peak, 0, 10], "AverageRGB": 300],
        "TargetedSystemDisplayMaximumLuminance": 0, "NumberOfWindows": 1,
      ]
    }
    let document = try JSONSerialization.data(withJSONObject: ["SceneInfo": scenes], options: .prettyPrinted)
    let asLines = try folder.file("light.jsonl", Data(lines.joined(separator: "\n").utf8))
    let asDocument = try folder.file("plus.json", document)
    let expected = try ChangingLight.converted(["--frame-metadata", asLines], from: input)
    #expect(try ChangingLight.converted(["--frame-metadata", asDocument], from: input) == expected)
    let shorter = try JSONSerialization.data(withJSONObject: ["SceneInfo": Array(scenes.prefix(7))])
    let few = try Tool.run(
      ["convert", input, folder["o.yuv"], "--frame-metadata", folder.file("few.json", shorter)] + ChangingLight.options)
    #expect(few.code == 65 && few.errors.contains("no light for frame 7"), "\(few.errors)")
    // Light is no curve, and one curve follows no light.
    let curve = try Tool.run(
      ["convert", input, folder["o.yuv"], "--tone-mapping", "st2094-40", "--frame-metadata", asLines]
        + ChangingLight.options)
    #expect(curve.code == 65 && curve.errors.contains("the HDR10+ JSON"), "\(curve.errors)")
    let plan = try Tool.run(["explain", "--transfer", "pq", "--frame-metadata", asLines])
    #expect(plan.code == 64 && plan.errors.contains("but one curve was expected for all"), "\(plan.errors)")
  }

  /// Light above the mastering display, and 0, are no light of a frame: such frames are mapped from the peak of the source.
  @Test(arguments: [
    (100_000, "HDR10+ states light of up to 10000 cd/m² for 36 frames"),
    (0, "states no light, 0, or less than its own average for 36 frames"),
  ])
  func impossibleLightIsNotFollowed(peak: Int, words: String) throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let scene: [String: Any] = [
      "LuminanceParameters": ["MaxScl": [peak, peak, peak], "AverageRGB": 0],
      "TargetedSystemDisplayMaximumLuminance": 0, "NumberOfWindows": 1,
    ]
    let scenes = Array(repeating: scene, count: ChangingLight.frames)
    let json = try folder.file("plus.json", JSONSerialization.data(withJSONObject: ["SceneInfo": scenes]))
    let display = ["--master-display", "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"]
    let lines = (0..<ChangingLight.frames).map { #"{"frame": \#($0), "max_cd_m2": 1000}"# }
    let source = try folder.file("source.jsonl", Data(lines.joined(separator: "\n").utf8))
    let plain = try ChangingLight.converted(display + ["--frame-metadata", source], from: input)
    #expect(try ChangingLight.converted(display + ["--frame-metadata", json], from: input) == plain)
    let line =
      ["convert", input, folder["o.yuv"], "--force", "--frame-metadata", json] + display + ChangingLight.options
    let outcome = try Tool.run(line)
    #expect(outcome.code == 0 && outcome.errors.contains(words), "\(outcome.errors)")
    let trusting = try Tool.run(line + ["--trust-metadata", "always"])
    #expect(
      trusting.code == 0 && !trusting.errors.contains("states light") && !trusting.errors.contains("states no light"),
      "\(trusting.errors)")
    #expect(try folder.bytes("o.yuv") != plain)
  }

  /// Standard input may be the light, if it is not the clip.
  @Test func lightComesFromStandardInput() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    let lines = (0..<ChangingLight.frames).map {
      #"{"frame": \#($0), "max_cd_m2": \#(400 + 10 * $0), "average_cd_m2": null}"#
    }
    let light = try folder.file("light.jsonl", Data(lines.joined(separator: "\n").utf8))
    let expected = try ChangingLight.converted(["--frame-metadata", light], from: input)
    let line = ["convert", input, "-", "--format", "raw", "--frame-metadata", "-"] + ChangingLight.options
    let outcome = try Tool.run(line, input: Data(lines.joined(separator: "\n").utf8))
    #expect(outcome.code == 0 && outcome.output == expected, "\(outcome.errors)")
    let wrong = try Tool.run(line, input: Data("{}".utf8))
    #expect(
      wrong.code == 65 && wrong.errors.contains("line 1 of the frame metadata on standard input"), "\(wrong.errors)")
  }

  /// What the source states of its light, which is true of frames that are no brighter than the display.
  private static let source = [
    "--max-cll", "4000,900", "--master-display",
    "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50)", "--to", "pq", "--target-peak", "500",
  ]

  /// What an output states, which may begin where no curve is needed, is true of all its frames.
  @Test func anOutputStatesWhatIsTrueOfAllFrames() throws {
    let folder = try Folder()
    let input = try folder.file("in.yuv", ChangingLight.raw)
    func stated(_ options: [String]) throws -> StaticMetadata {
      let outcome = try Tool.run(
        ["convert", input, folder["o.yuv"], "--force"] + options + Self.source + ChangingLight.options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return try ColorSidecar(json: folder.bytes("o.yuv.color.json")).metadata
    }
    let lines = (0..<ChangingLight.frames).map { #"{"frame": \#($0), "max_cd_m2": \#($0 < 5 ? 4000 : 300)}"# }
    let dim = (0..<ChangingLight.frames).map { #"{"frame": \#($0), "max_cd_m2": \#($0 < 20 ? 400 : 4000)}"# }
    let scenes = (0..<ChangingLight.frames).map { frame -> [String: Any] in
      [
        "BezierCurveData": ["KneePointX": 410, "KneePointY": 819, "Anchors": [400, 800]],
        "LuminanceParameters": ["MaxScl": [frame < 20 ? 4000 : 40_000, 0, 0], "AverageRGB": 100],
        "TargetedSystemDisplayMaximumLuminance": 500, "NumberOfWindows": 1,
      ]
    }
    let document = try JSONSerialization.data(withJSONObject: ["SceneInfo": scenes])
    for light in [
      ["--frame-metadata", try folder.file("bright.jsonl", Data(lines.joined(separator: "\n").utf8))],
      ["--frame-metadata", try folder.file("dim.jsonl", Data(dim.joined(separator: "\n").utf8))],
      ["--tone-mapping", "st2094-40", "--frame-metadata", try folder.file("plus.json", document)],
    ] {
      let whole = try stated(light)
      #expect(
        whole.mastering?.maximum == .nits(500)
          || whole.mastering.map { $0.maximum == whole.contentLight?.maximum } == true)
      // Counted, and not the source's.
      let measured = try Tool.run(["measure", folder["o.yuv"], "--json"] + ChangingLight.options)
      let report = try #require(try JSONSerialization.jsonObject(with: measured.output) as? [String: Any])
      let counted = try #require(report["MaxCLL"] as? Int)
      let maxCLL = try #require(whole.contentLight?.maxCLL).units
      #expect(abs(Int(maxCLL) - counted) <= 1 && counted < 1000, "\(whole) \(report)")
      // Parts state the same display, unless they are brighter than it.
      let parts = [["--frames", "10"], ["--start", "15", "--frames", "10"]]
      for part in try parts.map({ try stated(light + $0) }) where light[0] != "--tone-mapping" {
        #expect((part.mastering?.maximum?.nits ?? 4000) < 1000 && (part.contentLight?.maxCLL ?? 4000) < 1000, "\(part)")
      }
    }
  }
}
