import Foundation
import Testing

/// Every link between the pages of this repository leads somewhere.
@Suite struct DocumentationLinks {
  private static let checkout = URL(filePath: #filePath).appending(path: "../../..").standardized

  /// The pages for people, from the root of the checkout.
  private static let pages: [String] = {
    let docs = (try? FileManager.default.contentsOfDirectory(atPath: checkout.appending(path: "docs").path)) ?? []
    return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + docs.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
  }()

  private static func text(_ page: String) throws -> String {
    try String(contentsOf: checkout.appending(path: page), encoding: .utf8)
  }

  /// The anchors of a page: its headings as GitHub writes them.
  private static func anchors(_ page: String) throws -> Set<String> {
    Set(
      try text(page).split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
        let words = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
        return String(words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
      })
  }

  @Test func everyLinkLeadsSomewhere() throws {
    var links = 0
    for page in Self.pages {
      let folder = Self.checkout.appending(path: page).deletingLastPathComponent()
      for match in try Self.text(page).matches(of: /\]\(([^)\s]+)\)/) {
        let link = String(match.output.1)
        guard !link.contains("://") else { continue }
        links += 1
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let target = parts[0].isEmpty ? Self.checkout.appending(path: page) : folder.appending(path: parts[0])
        #expect(FileManager.default.fileExists(atPath: target.standardized.path), "\(page): \(link)")
        if parts.count == 2 {
          let path = target.standardized.path.dropFirst(Self.checkout.path.count).drop { $0 == "/" }
          #expect(try Self.anchors(String(path)).contains(parts[1]), "\(page): \(link)")
        }
      }
    }
    #expect(links >= 40)
  }

  /// The index of docs/ names each page and each schema.
  @Test func theIndexIsComplete() throws {
    let index = try Self.text("docs/README.md")
    let files = FileManager.default.enumerator(atPath: Self.checkout.appending(path: "docs").path)
    let names = (files?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix(".md") && $0 != "README.md" || $0.hasSuffix(".json") }
    #expect(names.count >= 7)
    for name in names { #expect(index.contains("](\(name))"), "\(name) is not in docs/README.md") }
  }
}
