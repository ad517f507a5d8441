import Foundation
import Testing

@Suite struct VersionTests {
  /// The version appears once in the sources, and the changelog starts with it.
  @Test func theChangelogOpensWithTheVersion() throws {
    let outcome = try Tool.run(["--version"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let changelog = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../CHANGELOG.md"),
      encoding: .utf8)
    let release = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect("## \(outcome.text)" == "\(release)\n")
  }
}
