import Colorimetry
import Foundation
import Testing

/// The logs and gamuts of cameras, which only options can name.
@Suite struct LogOptionTests {
  private static let told = [
    "--matrix", "bt709", "--range", "tv", "--chroma-location", "left", "--source-peak", "4000",
  ]

  @Test(arguments: CameraLog.allCases) func aLogIsNamedByOptions(log: CameraLog) throws {
    let options = ["explain", "--transfer", log.name, "--primaries", log.gamuts[0].name] + Self.told
    let outcome = try Tool.run(options + ["--strict"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.text.contains("\(log.title) in \(log.gamuts[0].title), shown as HLG"), "\(outcome.text)")
    let json = try Tool.run(options + ["--json"])
    let plan = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let source = try #require(plan["source"] as? [String: Any])
    #expect(source["transfer"] as? String == log.name && source["primaries"] as? String == log.gamuts[0].name)
    let document = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/tags.md")
    let row = try String(contentsOf: document, encoding: .utf8).split(separator: "\n").first {
      $0.hasPrefix("| `\(log.name)` |")
    }
    for gamut in log.gamuts { #expect(row?.contains("`\(gamut.name)`") == true, "\(log) in docs/tags.md") }
  }

  @Test func framesAreConverted() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let outcome = try Tool.run([
      "convert", input, folder["out.y4m"], "--progress", "none", "--transfer", "S-Log3", "--primaries", "S-Gamut3",
    ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(!outcome.errors.contains("missing-primaries") && outcome.errors.contains("the source states no peak"))
    let check = try Tool.run(["conform", "--transfer", "log-c4", "--sample", "4096"] + Self.told)
    #expect(check.code == 0, "\(check.text) \(check.errors)")
  }

  /// Canon Log 3 comes in BT.709, too, whose gamut does not contain all of its light.
  @Test func lightOfALogInBT709IsMeasuredAndCompared() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let options = ["--transfer", "clog3", "--primaries", "bt709"]
    for command in [["measure", input], ["compare", input, input]] {
      let outcome = try Tool.run(command + options)
      // Nothing depends on the source's peak, so none is assumed.
      #expect(outcome.code == 0 && !outcome.errors.contains("peak"), "\(outcome.errors)")
    }
  }

  /// Files cannot state a log: what they state instead is overruled, and told.
  @Test func tagsOfFilesAreOverruled() throws {
    let folder = try Folder()
    let json = try folder.file(
      "in.json", Data(#"{"color": {"transfer": "bt709", "primaries": "bt709", "matrix": "bt709", "range": "tv"}}"#.utf8)
    )
    let options = ["explain", "--color-json", json, "--transfer", "slog3"]
    let log = try Tool.run(options)
    #expect(
      log.text.contains("--transfer says slog3, but the color JSON says bt709; --transfer takes precedence"),
      "\(log.text)")
    #expect(log.text.contains("the tags say bt709, which Sony S-Log3 is not used with; assuming S-Gamut3.Cine"))
    let both = try Tool.run(options + ["--primaries", "s-gamut3"])
    #expect(
      both.text.contains("--primaries says s-gamut3, but the color JSON says bt709; --primaries takes precedence"))
    #expect(both.text.contains("S-Log3 in S-Gamut3, shown"))
    // Canon Log 3 does come in BT.709.
    let canon = try Tool.run(["explain", "--color-json", json, "--transfer", "clog3"])
    #expect(canon.text.contains("Canon Log 3 in Rec. ITU-R BT.709-6, shown"), "\(canon.text)")
  }

  @Test(arguments: [
    ["explain", "--out-transfer", "slog3"], ["explain", "--out-primaries", "s-gamut3"],
    ["tag", "in.mov", "out.mov", "--transfer", "slog3"], ["tag", "in.mov", "out.mov", "--primaries", "s-gamut3"],
  ]) func onlySourcesHaveThem(arguments: [String]) throws {
    let outcome = try Tool.run(arguments)
    #expect(outcome.code == 64)
    #expect(
      outcome.errors.contains("a value that H.273 has a number for, since only a source can have others"),
      "\(outcome.errors)")
  }

  @Test func infoTellsWhatTheJSONCannotState() throws {
    let folder = try Folder()
    let input = try folder.file("in.y4m", Clips.y4m(frames: 1))
    let options = ["info", input, "--transfer", "log-c4", "--primaries", "arri-wide-gamut-4"]
    let text = try Tool.run(options)
    #expect(text.text.contains("log-c4, ARRI LogC4") && text.text.contains("arri-wide-gamut-4, ARRI Wide Gamut 4"))
    #expect(text.text.contains("ARRI LogC4, 0…10000 cd/m², peak from the log's maximum signal") && text.errors.isEmpty)
    let json = try Tool.run(options + ["--json"])
    #expect(json.complaints.count == 2 && json.errors.contains("give --transfer log-c4 to the next command as well"))
    let root = try #require(try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    let track = try #require((root["tracks"] as? [[String: Any]])?.first)
    #expect((track["color"] as? [String: Any])?["transfer"] is NSNull)
  }
}
