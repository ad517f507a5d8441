import Foundation
import HDRMetadata
import Testing

/// `tonemap measure fold`.
@Suite struct FoldTests {
  private let folder: Folder
  private let clip: String

  init() throws {
    folder = try Folder()
    clip = try folder.file("in.y4m", Clips.y4m(frames: 9))
  }

  private static let tags = Array(Clips.tags.prefix(10))

  /// Measures a part of the clip, and returns the name of its statistics.
  private func part(_ name: String, _ range: String...) throws -> String {
    let outcome = try Tool.run(["measure", clip, "--stats", folder[name]] + range + Self.tags)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return folder[name]
  }

  private func fold(_ arguments: String...) throws -> Tool.Outcome { try Tool.run(["measure", "fold"] + arguments) }

  @Test func partsInAnyOrderSayWhatTheWholeSays() throws {
    let whole = try fold(part("whole.jsonl"), "--json")
    #expect(whole.code == 0, "\(whole.errors)")
    let parts = [
      try part("c.jsonl", "--start", "6"), try part("a.jsonl", "--frames", "4"),
      try part("b.jsonl", "--start", "3", "--frames", "3"),
    ]
    #expect(try fold(parts[0], parts[1], parts[2], "--json").output == whole.output)
    let joined = try Tool.shell("cat \(parts) | tonemap measure fold - --json")
    #expect(joined.output == whole.output, "\(joined.errors)")
    let measured = try Tool.run(["measure", clip, "--json"] + Self.tags)
    #expect(measured.output == whole.output, "\(measured.errors)")
    let report = try #require(try JSONSerialization.jsonObject(with: whole.output) as? [String: Any])
    #expect(Set(report.keys) == ["MaxCLL", "MaxFALL", "first_frame", "frames", "scenes", "findings"])
    #expect(report["frames"] as? Int == 9)
    // The ramp reaches code 938, which is 9784.3 cd/m².
    #expect(report["MaxCLL"] as? Int == 9785, "\(report)")
    let scenes = try #require(report["scenes"] as? [[String: Any]])
    #expect(scenes.first.map { Set($0.keys) } == ["first", "count", "maximum", "average", "levels"])
  }

  @Test func wordsHaveALineForEachScene() throws {
    let outcome = try fold(part("whole.jsonl"))
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "frames          9, 0…8")
    #expect(lines.contains { $0.hasPrefix("MaxFALL         ") })
    #expect(lines.contains("first  frames  maximum  average  min  mean   max"))
  }

  @Test func hdr10PlusAndAPlotAreWritten() throws {
    let outcome = try fold(
      part("whole.jsonl"), "--hdr10plus", folder["out.json"], "--plot", folder["out.svg"], "--json")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let document = try HDR10PlusDocument(json: folder.bytes("out.json"))
    #expect(document.frames.count == 9 && document.profile == "A")
    #expect(document.tool.name == "tonemap")
    let svg = String(decoding: try folder.bytes("out.svg"), as: UTF8.self)
    #expect(svg.contains(">whole.jsonl</text>"))
    let piped = try fold(folder["whole.jsonl"], "--plot", "-")
    #expect(piped.text == svg)
    #expect(piped.errors.contains("MaxCLL"))
  }

  /// Profile B: each scene has a curve that maps light as BT.2390 does, and readers apply it so.
  @Test func hdr10PlusHasCurvesIfADisplayIsNamed() throws {
    let folded = try fold(
      part("whole.jsonl"), "--hdr10plus", folder["b.json"], "--hdr10plus-target-peak", "2000", "--json")
    #expect(folded.code == 0, "\(folded.errors)")
    let json = try folder.bytes("b.json")
    let document = try HDR10PlusDocument(json: json)
    #expect(document.frames.count == 9 && document.profile == "B")
    #expect(document.frames.allSatisfy { $0.metadata.targetedDisplayMaximum == 2000 })
    #expect(document.frames.allSatisfy { $0.metadata.windows[0].bezierCurve?.anchors.count == 9 })
    // The light is that of profile A.
    _ = try fold(folder["whole.jsonl"], "--hdr10plus", folder["a.json"])
    var plain = document
    for index in plain.frames.indices {
      plain.frames[index].metadata.targetedDisplayMaximum = 0
      plain.frames[index].metadata.windows[0].bezierCurve = nil
    }
    #expect(try HDR10PlusDocument(json: folder.bytes("a.json")) == plain)
    let words = folded.errors.split(separator: " ")
    let told = try #require(words.firstIndex(of: "most").flatMap { Double(words[$0 + 1]) })
    // Neutral pixels of PQ: an output of 10 bits differs by no more than that, and the rounding of both.
    let peak = try #require(document.frames[0].metadata.windows[0].maximum).nits
    let options =
      Self.tags + [
        "--to", "hdr10", "--target-peak", "2000", "--dither", "none", "--progress", "none", "--format", "raw",
      ]
    let carried = try Tool.run(
      ["convert", clip, "-", "--tone-mapping", "st2094-40", "--frame-metadata", folder["b.json"]] + options)
    let given = try Tool.run(["convert", clip, "-", "--tone-mapping", "bt2390", "--source-peak", "\(peak)"] + options)
    #expect(carried.code == 0 && given.code == 0, "\(carried.errors)\(given.errors)")
    #expect(!carried.errors.contains("was made for a display of"), "\(carried.errors)")
    func lumas(_ data: Data) -> [Int] {
      // Of each frame of 4:2:0, the first two thirds are luma.
      let samples = stride(from: 0, to: data.count, by: 2).map { Int(data[$0]) | Int(data[$0 + 1]) << 8 }
      let size = samples.count / 9
      return samples.enumerated().filter { $0.offset % size < size * 2 / 3 }.map(\.element)
    }
    let differences = zip(lumas(carried.output), lumas(given.output)).map { abs($0 - $1) }
    #expect(Double(differences.max() ?? 999) <= 1 + told * 876 / 1023, "\(differences.max() ?? 999), told \(told)")
    #expect(told < 3)
    let unmapped = try Tool.run(["convert", clip, "-", "--tone-mapping", "clip", "--source-peak", "\(peak)"] + options)
    #expect(zip(lumas(unmapped.output), lumas(given.output)).contains { abs($0 - $1) > 20 })
  }

  @Test(arguments: [
    (["--hdr10plus-target-peak", "400"], "only --hdr10plus writes curves"),
    (["--hdr10plus", "x.json", "--hdr10plus-target-peak", "0"], "is 0, but 1 to 10000 cd/m² were expected"),
    (["--hdr10plus", "x.json", "--hdr10plus-target-peak", "10001"], "is 10001, but 1 to 10000"),
    (["--hdr10plus", "x.json", "--hdr10plus-target-peak", "400.5"], "400.5"),
    (["--hdr10plus", "x.json", "--hdr10plus-target-peak", "-1"], "-1"),
  ])
  func displaysThatCannotBe(options: [String], words: String) throws {
    let outcome = try Tool.run(["measure", "fold", part("whole.jsonl")] + options)
    #expect(outcome.code == 64 && outcome.errors.contains(words), "\(outcome.errors)")
  }

  /// A scene that is no brighter than the display has a line, and is not mapped.
  @Test func darkScenesHaveALine() throws {
    let outcome = try fold(
      part("whole.jsonl"), "--hdr10plus", folder["b.json"], "--hdr10plus-target-peak", "10000")
    #expect(outcome.code == 0, "\(outcome.errors)")
    let document = try HDR10PlusDocument(json: folder.bytes("b.json"))
    let curve = try #require(document.frames[0].metadata.windows[0].bezierCurve)
    #expect(curve.kneeX == 0 && curve.kneeY == 0 && curve.anchors == [102, 205, 307, 409, 512, 614, 716, 818, 921])
  }

  @Test func contradictionsAreToldWithTheirLines() throws {
    _ = try part("a.jsonl", "--frames", "3")
    let rest = try part("c.jsonl", "--start", "5")
    let gap = try fold(folder["a.jsonl"], rest)
    #expect(gap.code == 65)
    #expect(
      gap.errors
        == "tonemap: frames 3…4 are missing between line 4 of \(folder["a.jsonl"]) and line 2 of \(rest), but all were expected; measure them too\n"
    )
    let text = String(decoding: try folder.bytes("a.jsonl"), as: UTF8.self)
    let other = try folder.file("other.jsonl", Data(text.replacing("\"sum\":37", with: "\"sum\":36").utf8))
    let contradiction = try fold(folder["a.jsonl"], other)
    #expect(contradiction.code == 65 && contradiction.errors.contains("frame 0 differs between line 2"))
    let cut = try folder.file("cut.jsonl", Data(text.utf8.dropLast(100)))
    let broken = try fold(cut, "--hdr10plus", folder["never.json"])
    #expect(broken.code == 65 && broken.errors.contains("line 4 of \(cut) is truncated"))
    #expect(try !folder.names.contains("never.json"))
    let beginning = try fold(rest, "--strict")
    #expect(beginning.code == 65 && beginning.errors.contains("frames 0…4 were not measured"))
  }

  @Test func wrongUsageIsRefused() throws {
    let statistics = try part("whole.jsonl")
    for (arguments, message) in [
      ([clip, clip], "2 inputs were given, but one was expected"),
      (["fold", statistics, "--size", "16x8"], "unknown option '--size'"),
      (["fold", statistics, "--stats", folder["x"]], "unknown option '--stats'"),
      (["fold", "-", "-"], "- was given twice"),
      (["fold", statistics, "--plot", folder["x.png"]], "--plot writes SVG"),
      (["fold", statistics, "--hdr10plus", statistics], "is the same file as the statistics"),
    ] {
      let outcome = try Tool.run(["measure"] + arguments)
      #expect(outcome.code == 64 && outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
    }
    #expect(try fold(folder["nothing.jsonl"]).code == 66)
  }
}
