import Foundation
import Testing

/// The plan in README.md is the one that `explain` prints.
@Suite struct ReadmePlanTests {
  @Test func thePlanIsTodays() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/defaults.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```\n").first { $0.hasPrefix("codes ▸ signal") })
    let shown = block.split(separator: "\n").map(String.init)
    let outcome = try Tool.run(["explain", "--transfer", "pq", "--max-cll", "993,119"])
    let printed = outcome.text.split(separator: "\n").map(String.init)
    #expect(printed == shown, "\(outcome.text)")
  }
}
