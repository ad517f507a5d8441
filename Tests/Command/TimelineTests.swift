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
      both.code == 0 && both.text.hasPrefix("output          pq: all sources are PQ"), "\(both.text)\(both.errors)")
    #expect(both.text.contains("reference white code 572.7 of 10 bits in all sources"), "\(both.text)")
    let text = both.text
    #expect(text.contains("\n\n\(first)\ncodes") && text.contains("\n\n\(second)\ncodes"), "\(text)")
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
}
