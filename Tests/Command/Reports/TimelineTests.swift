import Foundation
import Testing

/// `explain` of several inputs: one output, and where white comes to lie.
@Suite struct TimelineTests {
  @Test func severalInputsShareAnOutput() throws {
    let folder = try Folder()
    let first = try folder.file("a.y4m", Clips.y4m(frames: 1))
    let second = try folder.file("b.y4m", Clips.y4m(frames: 1))
    let tags = ["--transfer", "pq", "--max-cll", "993,119"] + ["--primaries", "bt2020", "--matrix", "bt2020nc"]
    let both = try Tool.run(["explain", first, second] + tags)
    #expect(
      both.code == 0 && both.text.hasPrefix("output          pq: all sources are HDR"), "\(both.text)\(both.errors)")
    #expect(both.text.contains("reference white code 572.7 of 10 bits in all sources"), "\(both.text)")
    let text = both.text
    #expect(text.contains("\n\n\(first)\nread\ncodes") && text.contains("\n\n\(second)\nread\ncodes"), "\(text)")
    let told = try Tool.run(["explain", first, second, "--to", "hlg", "--json"] + tags)
    let json = try #require(JSONSerialization.jsonObject(with: told.output) as? [String: Any])
    let plans = try #require(json["plans"] as? [[String: Any]])
    #expect(json["output"] as? String == "hlg" && plans.count == 2 && plans[0]["name"] as? String == first)
    let white = try #require(plans[0]["white_code"] as? Double)
    #expect(abs(white - 720.7) < 0.7)
    for option in [["--program"], ["--format", "png"]] {
      let refused = try Tool.run(["explain", first, second] + option + tags)
      #expect(refused.code == 64 && refused.errors.contains(option[0]), "\(refused.errors)")
    }
  }

  private static let pq = ["--max-cll", "993,119", "--primaries", "bt2020", "--matrix", "bt2020nc"]

  /// R′G′B′ has other codes than Y′CbCr, but the same white.
  @Test func formatsMayDiffer() throws {
    let folder = try Folder()
    let first = try folder.file("a.y4m", Clips.y4m(frames: 1))
    let json = try folder.file("a.json", Data(Self.sidecar.utf8))
    let made = try Tool.run(
      ["convert", first, folder["a.png"], "--color-json", json, "--to", "pq", "--strict", "--progress", "none"])
    try #require(made.code == 0, "\(made.errors)")
    var pq = MediaInfoTests.phone
    pq.properties = [hvcC(TestHEVCSequence(color: TestColor(codes: [9, 16, 9])).unit), colr([9, 16, 9])]
    let both = try Tool.run(["explain", try folder.file("pq.mov", Data(pq.bytes)), folder["a.png"]])
    // 203 cd/m² in PQ, as luma of narrow range: BT.2408-8, Table 1, gives 58 %.
    #expect(both.code == 0 && both.text.contains(" of 10 bits in all sources"), "\(both.text)\(both.errors)")
    #expect(!both.text.contains("compressed"), "\(both.text)")
  }

  private static let sidecar = """
    {"color": {"primaries": "bt2020", "transfer": "smpte2084", "matrix": "bt2020nc", "range": "tv",
               "chroma_location": "left"},
     "metadata": {"content_light": {"MaxCLL": 993, "MaxFALL": 119}}}
    """

  /// Only a tone curve that lowers white is said to.
  @Test func whatMovesWhiteIsNamed() throws {
    let folder = try Folder()
    let movie = try folder.file("hlg.mov", Data(MediaInfoTests.phone.bytes))
    var sdr = MediaInfoTests.phone
    sdr.properties = [hvcC(TestHEVCSequence(color: TestColor(codes: [1, 1, 1])).unit), colr([1, 1, 1])]
    let graphic = try folder.file("sdr.mov", Data(sdr.bytes))
    func head(_ options: [String]) throws -> String {
      let outcome = try Tool.run(["explain", movie, graphic] + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return outcome.text.split(separator: "\n").prefix(2).joined(separator: "\n")
    }
    let same = try head([])
    #expect(same.contains("in all sources"), "\(same)")
    let compressed = try head(["--to", "sdr709"])
    #expect(compressed.contains("; \(movie) is compressed, so its white lies lower"), "\(compressed)")
    #expect(!compressed.contains("\(graphic) is"), "\(compressed)")
    let expanded = try head(["--expand-highlights"])
    #expect(expanded.contains("; \(graphic) is expanded, so its white lies higher"), "\(expanded)")
    #expect(!expanded.contains("compressed"), "\(expanded)")
  }

  /// A lookup table does not say what it gives, and the preset that is taken was not asked for.
  @Test func theReasonIsTrue() throws {
    let folder = try Folder()
    let first = try folder.file("a.y4m", Clips.y4m(frames: 1))
    let cube = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }.joined(separator: "\n")
    let table = try folder.file("a.cube", Data("LUT_3D_SIZE 2\n\(cube)\n".utf8))
    let words = ["explain", first, first, "--lut", table, "--transfer", "pq"] + Self.pq
    let silent = try Tool.run(words)
    #expect(silent.text.hasPrefix("output          sdr709: the default, since --to"), "\(silent.text)\(silent.errors)")
    #expect(try Tool.run(words + ["--to", "pq"]).text.hasPrefix("output          pq: as --to says"))
  }

  /// An option is idle if it is for every input.
  @Test func idleOptionsAreTold() throws {
    let folder = try Folder()
    let first = try folder.file("a.y4m", Clips.y4m(frames: 1))
    let gray = try folder.file(
      "b.y4m", Data("YUV4MPEG2 W16 H8 F25:1 Ip Cmono\nFRAME\n".utf8) + Data(repeating: 9, count: 128))
    func told(_ inputs: [String], _ options: [String]) throws -> [String] {
      let outcome = try Tool.run(["explain"] + inputs + ["--transfer", "pq"] + Self.pq + options)
      #expect(outcome.code == 0, "\(outcome.errors)")
      return outcome.complaints.filter { $0.contains("nothing in this conversion depends") }
    }
    #expect(
      try told([first, first], ["--sdr-transfer", "srgb"]) == [
        "tonemap: --sdr-transfer was given, but nothing in this conversion depends on it; leave it out"
      ])
    #expect(try told([gray, gray], ["--chroma-location", "left"]).count == 1)
    #expect(try told([gray, first], ["--chroma-location", "left"]).isEmpty)
  }
}
