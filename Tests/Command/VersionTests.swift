import Foundation
import Testing
import ToneMapping

@Suite struct VersionTests {
  private static let checkout = URL(filePath: #filePath).appending(path: "../../..").standardized

  private func lines() throws -> [String] {
    let outcome = try Tool.run(["--version"])
    #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  /// The version appears once in the sources, and the changelog names it first, after what is not released yet.
  @Test func theChangelogOpensWithTheVersion() throws {
    let changelog = try String(contentsOf: Self.checkout.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let release = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") && $0 != "## Unreleased" })
    // "## 0.1.0", which a date may follow.
    let number = release.dropFirst("## ".count).prefix { !$0.isWhitespace }
    #expect(try #require(lines().first) == "tonemap \(number)")
  }

  @Test func theFirstLineIsNameAndNumberAlone() throws {
    #expect(try #require(lines().first).wholeMatch(of: /tonemap \d+\.\d+\.\d+/) != nil)
  }

  @Test func theSetsAreThoseOfTheBuildAndTheCPU() throws {
    let told = try #require(lines().first { $0.hasPrefix("instruction sets: ") })
    let widest = try #require(InstructionSet.available.last?.rawValue)
    #expect(told.hasSuffix("; this CPU runs \(widest)"))
    let listed = told.dropFirst("instruction sets: ".count).prefix { $0 != ";" }.split(separator: ", ").map(String.init)
    #if arch(x86_64)
      #expect(listed == ["baseline", "v3", "v4"])
    #else
      #expect(listed == ["baseline"])
    #endif
  }

  @Test func theCommitIsAHashOrUnknown() throws {
    let told = try #require(lines().first { $0.hasPrefix("commit: ") })
    #expect(told.wholeMatch(of: /commit: ([0-9a-f]{12}(-dirty)?|unknown)/) != nil, "\(told)")
  }

  @Test func ffmpegIsNamedOrSaidToBeAbsent() throws {
    let told = try #require(lines().last)
    #expect(told.wholeMatch(of: /FFmpeg: lib[a-z]+ \d+\.\d+\.\d+(, lib[a-z]+ \d+\.\d+\.\d+)*/) != nil, "\(told)")
  }
}
