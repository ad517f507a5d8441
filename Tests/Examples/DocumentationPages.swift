import Foundation
import Testing
import ToneMapping

private let checkout = URL(filePath: #filePath).appending(path: "../../..").standardized

/// No page shows Swift that is not compiled.
@Suite struct DocumentationIsCompiled {
  /// The pages that show Swift: docs/*.md, CONTRIBUTING.md, and the articles of the documentation catalogs.
  private static let pages: [String] = {
    let files = FileManager.default.enumerator(atPath: checkout.path)?.compactMap { $0 as? String } ?? []
    return files.filter { file in
      file.hasSuffix(".md")
        && (file == "CONTRIBUTING.md" || file.hasPrefix("docs/")
          || file.hasPrefix("Sources/") && file.contains(".docc/"))
    }.sorted()
  }()

  private func lines(of file: URL) throws -> [String] {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// The sources of this test target, each as its lines.
  private func compiled() throws -> [[String]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }.map { try lines(of: $0.resolvingSymlinksInPath()) }
  }

  /// Every block of Swift stands in one of these files, its lines together and in order; lines of a manifest are left out.
  @Test func everyBlockIsCompiledHere() throws {
    let compiled = try compiled()
    var blocks = 0
    for page in Self.pages {
      var block: [String]?
      for line in try lines(of: checkout.appending(path: page)) {
        if line == "```swift" {
          block = []
        } else if line == "```", let shown = block {
          block = nil
          guard let first = shown.first, !first.hasPrefix(".package(") else { continue }
          blocks += 1
          #expect(
            compiled.contains { $0.contains(shown) }, "\(page): not compiled here:\n\(shown.joined(separator: "\n"))")
        } else {
          block?.append(line)
        }
      }
    }
    // As many as there were when this was written; fewer would mean that pages or blocks are not found.
    #expect(blocks >= 20, "\(Self.pages)")
  }

  /// Each step of the tutorial has lines of the last one alone, in their order.
  @Test func theTutorialsStepsLeadToItsEnd() throws {
    let resources = checkout.appending(path: "Sources/ToneMapping/ToneMapping.docc/Resources")
    let last = try lines(of: resources.appending(path: "FirstFrame-6.swift"))
    for step in 1...5 {
      var rest = last[...]
      for line in try lines(of: resources.appending(path: "FirstFrame-\(step).swift")) {
        let place = try #require(rest.firstIndex(of: line), "step \(step): \(line)")
        rest = rest[(place + 1)...]
      }
    }
  }
}

/// What the article on the plan shows as printed is what is printed.
@Suite struct PrintedPlans {
  @Test func theArticleShowsWhatIsPrinted() throws {
    let article = checkout.appending(path: "Sources/ToneMapping/ToneMapping.docc/ThePlan.md")
    let blocks = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "```\n")
    let plan = try ConversionPlan(from: .hdr10(), to: .sdr)
    #expect(blocks.contains("\(plan)\n"), "\(plan)")
    let program = ColorProgram(plan)
    #expect(blocks.contains { $0.hasPrefix("steps, from ") && "\(program)\n".hasSuffix("\n\n\($0)") }, "\(program)")
  }
}

/// The table of modules says what each may import, as the manifest does.
@Suite struct ModuleTable {
  private static func text(_ name: String) throws -> String {
    try String(contentsOf: checkout.appending(path: name), encoding: .utf8)
  }

  /// The quoted words, and what is quoted as code.
  private static func names(_ text: Substring, _ mark: Character) -> Set<String> {
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    return Set(parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) })
  }

  /// What each module imports. Those come before it.
  private static func table() throws -> [String: Set<String>] {
    var table: [String: Set<String>] = [:]
    let modules = try text("CONTRIBUTING.md").components(separatedBy: "### Rooms")[0]
    for row in modules.split(separator: "\n") where row.hasPrefix("| `") {
      let cells = row.dropFirst().split(separator: "|")
      guard cells.count == 3 else { continue }
      let imports = names(cells[2], "`")
      for module in names(cells[0], "`") { table[module] = imports }
      #expect(imports.subtracting(table.keys) == [], "listed later than \(cells[0])")
    }
    return table
  }

  /// In the drawing, every module is above what it imports.
  @Test func everyArrowPointsDown() throws {
    let table = try Self.table()
    let drawing = try Self.text("CONTRIBUTING.md").components(separatedBy: "```")[1]
    let lines = drawing.split(separator: "\n").map { line in
      line.split(separator: " ").map(String.init).filter(table.keys.contains)
    }
    let drawn = Set(lines.joined())
    #expect(lines.joined().count == drawn.count)
    #expect(drawn == Set(table.keys))
    var below: Set<String> = []
    for line in lines.reversed() {
      for module in line { #expect(table[module]!.subtracting(below) == [], "\(module)") }
      below.formUnion(line)
    }
  }

  @Test func itIsTheManifests() throws {
    let table = try Self.table()
    // Each target in the manifest, up to the next.
    let manifest = try Self.text("Package.swift").replacing("littleCMS", with: "\"CLittleCMS\"").replacing(
      "libav", with: "\"CLibAV\"")
    var seen = 0
    for part in manifest.split(separator: #/\n    \.(?:target|executableTarget)\(\s*name: /#).dropFirst() {
      let name = try #require(Self.names(part.prefix { $0 != "," && $0 != ")" }, "\"").first)
      guard !["TestSupport", "CAllocations"].contains(name) else { continue }
      let stated = try #require(table[name], "\(name) has no line")
      guard let start = part.firstRange(of: "dependencies: [") else {
        #expect(stated == [], "\(name)")
        continue
      }
      let list = part[start.upperBound...].prefix { $0 != "]" }
      var declared = Self.names(list, "\"")
      // Modules by condition are written as targets; their traits are no modules.
      if name == "Transcoding" { declared.formUnion(["Movies", "ICCProfiles"]) }
      if name == "ToneKernels" { declared.formUnion(["ToneKernelsV3", "ToneKernelsV4"]) }
      declared = declared.intersection(table.keys).subtracting([name])
      #expect(stated == declared, "\(name)")
      seen += 1
    }
    #expect(seen >= 18)
  }
}
