import Foundation
import Testing

/// The pages in docs say what the command says of itself.
@Suite struct DocumentedCommandTests {
  private static func page(_ name: String) throws -> String {
    let file = URL(filePath: #filePath).appending(path: "../../../docs/\(name)").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The first cell of each row of the tables, and the whole row, by what the table lists, such as `option of `convert``.
  private static let tables: [String: [(cell: Substring, row: Substring)]] = {
    let folder = URL(filePath: #filePath).appending(path: "../../../docs").standardized.path
    let pages = (try? FileManager.default.contentsOfDirectory(atPath: folder))?.filter { $0.hasSuffix(".md") } ?? []
    var tables: [String: [(cell: Substring, row: Substring)]] = [:]
    var listed = ""
    for line in pages.compactMap({ try? page($0) }).joined(separator: "\n").split(separator: "\n") {
      let cell = line.dropFirst(2).prefix { $0 != "|" }
      if !line.hasPrefix("| ") {
        listed = line.hasPrefix("|---") ? listed : ""
      } else if listed.isEmpty {
        listed = cell.trimmingCharacters(in: .whitespaces)
      } else {
        tables[listed, default: []].append((cell, line))
      }
    }
    return tables
  }()

  /// The options that the help of a subcommand lists, with their values where it names them.
  private static func helpedOptions(_ subcommand: String) throws -> [String: [String]] {
    let parts = ["lut": ["make", "check", "convert", "invert"], "measure": ["frames", "fold"]]
    if let parts = parts[subcommand] {
      // One section has all of them.
      return try parts.map { try helpedOptions("\(subcommand) \($0)") }.reduce(into: [:]) { all, options in
        all.merge(options) { $0 + $1 }
      }
    }
    let outcome = try Tool.run(subcommand.split(separator: " ").map(String.init) + ["--help-hidden"])
    // An option begins a line of its own, behind two spaces; what explains it is indented further.
    var entries: [String] = []
    for line in outcome.text.split(separator: "\n") {
      if line.hasPrefix("  -"), let name = line.firstRange(of: "--") {
        entries.append(String(line[name.lowerBound...]))
      } else if line.hasPrefix("   "), !entries.isEmpty {
        entries[entries.count - 1] += " " + line.trimmingCharacters(in: .whitespaces)
      }
    }
    var options: [String: [String]] = [:]
    for entry in entries {
      let values = entry.firstMatch(of: /\(values: ([^;)]*)/)?.output.1.split(separator: ", ").map(String.init)
      options[String(entry.prefix { $0 != " " })] = values ?? []
    }
    options["--version"] = nil
    options["--help"] = nil
    return options
  }

  private static func names(in cell: Substring) -> [String] {
    cell.matches(of: /--[a-z0-9-]+/).map { String($0.output) }
  }

  @Test(arguments: [
    "convert", "convert-all", "chunk-plan", "join", "thumbnail", "sheet", "measure", "compare", "lut", "explain",
    "info",
    "tag", "conform",
  ])
  func everyOptionIsDocumentedAndNoOther(subcommand: String) throws {
    let helped = try Self.helpedOptions(subcommand)
    let shared = try #require(Self.tables["option of `convert`"])
    // Both have options of convert alone.
    let hasNone = ["chunk-plan", "join"].contains(subcommand)
    let own = try hasNone ? [] : #require(Self.tables["option of `\(subcommand)`"])
    #expect(helped.count >= (subcommand == "join" ? 4 : 8))
    for name in own.flatMap({ Self.names(in: $0.cell) }) {
      #expect(helped[name] != nil, "\(subcommand) has no option \(name)")
    }
    // Lists of code points are longer than a row; `tonemap help` prints them.
    let tags = ["primaries", "transfer", "matrix", "range", "chroma-location"].flatMap { ["--\($0)", "--out-\($0)"] }
    for (name, values) in helped {
      let row = (own + shared).first { Self.names(in: $0.cell).contains(name) }?.row
      guard let row else {
        Issue.record("\(name) of \(subcommand) is on no page of docs")
        continue
      }
      guard !tags.contains(name) else { continue }
      for value in values { #expect(row.contains("`\(value)`"), "\(name) takes \(value), which its row does not name") }
    }
  }

  /// A name that is none is answered by all that are.
  @Test(arguments: [
    "convert", "convert-all", "thumbnail", "sheet", "measure", "compare", "lut make", "explain", "info", "tag",
    "conform",
  ])
  func theTransfersThatMostPeopleNeedComeFirst(subcommand: String) throws {
    let words = subcommand.split(separator: " ").map(String.init)
    for option in ["--transfer", "--out-transfer"]
    where try Self.helpedOptions(subcommand)[option] != nil || option == "--transfer" {
      let outcome = try Tool.run(words + [option, "nonsense", "a.y4m", "b.y4m"])
      let places = try ["pq", "hlg", "smpte2084", "arib-std-b67"].map { name in
        try #require(outcome.errors.firstRange(of: try Regex(" \(name)[, ]"))?.lowerBound, "\(outcome.errors)")
      }
      #expect(outcome.code == 64 && places == places.sorted(), "\(outcome.errors)")
    }
  }

  /// The values of the options whose help names but the usual ones are those of their rows.
  @Test func theValuesOfTheFirstPageAreDocumented() throws {
    let rows = try #require(Self.tables["option of `convert`"])
    for (option, count) in [("--to", 8), ("--tone-mapping", 14)] {
      let errors = try Tool.run(["convert", "a.y4m", "b.y4m", option, "nonsense"]).errors
      let listed = try #require(errors.firstMatch(of: /expected one of (.*?) \(see/)?.output.1)
      let values = listed.replacing(" and ", with: ", ").split(separator: ", ")
      let row = try #require(rows.first { Self.names(in: $0.cell).contains(option) }?.row)
      #expect(values.count == count, "\(errors)")
      for value in values { #expect(row.contains("`\(value)`"), "\(option) takes \(value)") }
    }
  }

  /// A default that is printed is a value that is taken.
  @Test func printedDefaultsAreTaken() throws {
    let entries = try Tool.run(["lut", "make", "--help-hidden"]).text.components(separatedBy: "\n  --").dropFirst()
    let defaults = entries.compactMap { entry -> [String]? in
      let text = entry.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text.firstMatch(of: /default: ([^)]+)\)/).map { ["--\(text.prefix { $0 != " " })", String($0.output.1)] }
    }
    #expect(defaults.map(\.[0]).contains("--shaper") && defaults.count >= 5, "\(defaults)")
    for option in defaults {
      let outcome = try Tool.run(
        ["lut", "-", "--format", "cube", "--cube-size", "2", "--no-certificate", "--transfer", "pq"] + option)
      #expect(outcome.code == 0, "\(option): \(outcome.errors)")
    }
  }

  /// A message about an option names a page that has it.
  @Test(arguments: [
    ("lut a.cube", "lut make"), ("measure a.y4m", "measure frames"), ("measure fold a", "measure fold"),
    ("convert a b", "convert"),
  ]) func messagesNameAPageWithTheOption(line: String, command: String) throws {
    let outcome = try Tool.run(line.split(separator: " ").map(String.init) + ["--json=maybe"])
    #expect(
      outcome.code == 64 && outcome.errors.contains("(see tonemap \(command) --help-hidden)"), "\(outcome.errors)")
    let page = try Tool.run(command.split(separator: " ").map(String.init) + ["--help-hidden"]).text
    #expect(page.contains("  --json "))
  }

  @Test(arguments: ["--threads", "--width", "--frames"]) func anOptionOfTheSecondPageIsSaidToBeThere(option: String)
    throws
  {
    let outcome = try Tool.run(["convert", "a", "b", option, "0"])
    #expect(outcome.code == 64 && outcome.errors.contains("(see tonemap convert --help-hidden)"), "\(outcome.errors)")
  }

  /// The first page has what most people need, in the order in which they need it.
  @Test func theFirstPageIsShort() throws {
    let page = try #require(Tool.run(["convert", "--help"]).text.components(separatedBy: "COMMON:").last)
    let options = page.matches(of: /\n  (--[a-z0-9-]+)/).map { String($0.output.1) }
    #expect(
      options == [
        "--to", "--tone-mapping", "--target-peak", "--start", "--duration", "--crf", "--preset", "--video-codec",
        "--force",
        "--strict", "--transfer", "--primaries", "--max-cll", "--master-display", "--size", "--pixel-format",
        "--exposure", "--contrast", "--saturation", "--version",
      ])
    #expect(try Self.helpedOptions("convert").count > 60)
  }

  /// A command line that the help breaks in two cannot be copied from a terminal.
  @Test(arguments: [
    "convert", "thumbnail", "sheet", "measure", "compare", "measure fold", "lut make", "explain", "info", "tag",
    "conform",
  ])
  func theExamplesOfTheHelpFitATerminal(subcommand: String) throws {
    let lines = try Tool.run(["help"] + subcommand.split(separator: " ").map(String.init)).text.split(
      separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("tonemap \(subcommand.prefix { $0 != " " }) ") })
    let examples = lines[first...].prefix { !$0.isEmpty }
    #expect(examples.count >= 2)
    for (line, previous) in zip(examples, [""] + examples) {
      let isWhole = line.hasPrefix("tonemap ") || line.hasPrefix("ffmpeg ") || previous.hasSuffix("\\")
      #expect(isWhole, "the help breaks a line before \(line)")
    }
  }

  @Test func theExitCodesOfTheHelpAreDocumented() throws {
    let help = try Tool.run(["--help"]).text.split(separator: "\n").joined(separator: " ")
    let sentence = try #require(help.components(separatedBy: "Exit codes:").dropFirst().first).prefix { $0 != "." }
    let codes = sentence.split(separator: ";").compactMap { $0.split(separator: " ").first.map(String.init) }
    let documented = try #require(Self.tables["exit code"]).map { $0.cell.trimmingCharacters(in: .whitespaces) }
    #expect(codes.count >= 7 && codes.first == "0")
    for code in codes { #expect(documented.contains(code), "exit code \(code)") }
  }

  @Test func thePlanOfTheDefaultsIsTodays() throws {
    let blocks = try Self.page("defaults.md").components(separatedBy: "```\n")
    let shown = try #require(blocks.first { $0.hasPrefix("read\ncodes ") }).split(separator: "\n")
    let outcome = try Tool.run(["explain", "--transfer", "pq", "--max-cll", "993,119"])
    #expect(outcome.text.split(separator: "\n") == shown, "\(outcome.text)")
  }
}
