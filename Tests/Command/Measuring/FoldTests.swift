import Foundation
import HDRMetadata
import Testing

/// `tonemap measure --fold`.
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

  private func fold(_ arguments: String...) throws -> Tool.Outcome { try Tool.run(["measure", "--fold"] + arguments) }

  @Test func partsInAnyOrderSayWhatTheWholeSays() throws {
    let whole = try fold(part("whole.jsonl"), "--json")
    #expect(whole.code == 0, "\(whole.errors)")
    let parts = [
      try part("c.jsonl", "--start", "6"), try part("a.jsonl", "--frames", "4"),
      try part("b.jsonl", "--start", "3", "--frames", "3"),
    ]
    #expect(try fold(parts[0], parts[1], parts[2], "--json").output == whole.output)
    let joined = try Tool.shell("cat \(parts.joined(separator: " ")) | $TONEMAP measure --fold - --json")
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
    #expect(lines.contains("first  frames  maximum  average  least  mean  greatest"))
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
    #expect(contradiction.code == 65 && contradiction.errors.contains("frame 0 is not the same in line 2"))
    let cut = try folder.file("cut.jsonl", Data(text.utf8.dropLast(100)))
    let broken = try fold(cut, "--hdr10plus", folder["never.json"])
    #expect(broken.code == 65 && broken.errors.contains("line 4 of \(cut) is cut off"))
    #expect(try !folder.names.contains("never.json"))
    let beginning = try fold(rest, "--strict")
    #expect(beginning.code == 65 && beginning.errors.contains("frames 0…4 were not measured"))
  }

  @Test func wrongUsageIsRefused() throws {
    let statistics = try part("whole.jsonl")
    for (arguments, message) in [
      ([clip, clip], "2 inputs were given, but one was expected"),
      (["--fold", statistics, "--size", "16x8"], "--size was given, but --fold reads statistics"),
      (["--fold", statistics, "--stats", folder["x"]], "--stats was given"),
      (["--fold", "-", "-"], "- was given twice"),
      (["--fold", statistics, "--plot", folder["x.png"]], "--plot writes SVG"),
      (["--fold", statistics, "--hdr10plus", statistics], "is the same file as the statistics"),
    ] {
      let outcome = try Tool.run(["measure"] + arguments)
      #expect(outcome.code == 64 && outcome.errors.contains(message), "\(arguments): \(outcome.errors)")
    }
    #expect(try fold(folder["nothing.jsonl"]).code == 66)
  }
}
