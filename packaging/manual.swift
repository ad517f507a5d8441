// Writes the manual page of `tonemap` from its own help, which is the only place that describes commands and options.
//
//     tonemap --experimental-dump-help | manual > tonemap.1
//
// Exit codes are taken from the paragraph "Exit codes:" of the help, and examples from the command lines in each subcommand's help.
// swift-argument-parser's own plugin, `generate-manual`, has neither, and leaves out the names that an option takes. The date is
// that of SOURCE_DATE_EPOCH, so that the page is the same for the same commit.

import Foundation

/// The help as swift-argument-parser dumps it, version 0, in the parts that are used here.
struct Dump: Decodable {
  let command: Command
  let serializationVersion: Int
}

struct Command: Decodable {
  var commandName: String
  let abstract: String?
  let discussion: String?
  let arguments: [Argument]?
  let subcommands: [Command]?
  let shouldDisplay: Bool

  /// The paragraphs of the discussion that are not examples.
  var prose: [String] { paragraphs.filter { !$0.isExample } }
  /// The command lines in the discussion.
  var examples: [String] { paragraphs.filter(\.isExample).flatMap { $0.components(separatedBy: "\n") } }

  private var paragraphs: [String] { (discussion ?? "").components(separatedBy: "\n\n").filter { !$0.isEmpty } }
}

/// What a shell offers for a value.
struct CompletionKind: Decodable, Hashable {
  struct List: Decodable, Hashable { let values: [String] }
  let list: List?
}

struct Argument: Decodable, Hashable {
  struct Name: Decodable, Hashable {
    let kind: String
    let name: String
  }
  enum Kind: String, Decodable { case positional, option, flag }

  let kind: Kind
  let shouldDisplay: Bool
  let isOptional: Bool
  let isRepeating: Bool
  let names: [Name]?
  let valueName: String?
  let sectionTitle: String?
  let abstract: String?
  let discussion: String?
  let defaultValue: String?
  // Both spellings have been in use.
  let allValues: [String]?
  let allValueStrings: [String]?
  let completionKind: CompletionKind?

  /// The text without the list of values and the default, which some options have at its end.
  var words: String? { abstract?.replacing(/\s\((values|default): [^()]*\)$/, with: "") }
  var usual: String? { defaultValue ?? (abstract?.firstMatch(of: /default: ([^()]+)\)$/)).map { String($0.output.1) } }

  var values: [String] { allValues ?? allValueStrings ?? completionKind?.list?.values ?? [] }

  /// What makes two options of two subcommands the same one; the heading above them may differ.
  var identity: [String] { [title, abstract ?? "", discussion ?? "", defaultValue ?? ""] + values }

  /// How the argument is written, as an mdoc macro.
  var title: String {
    let value = (valueName ?? "value").escaped.replacingOccurrences(of: " ", with: "\\ ")
    guard kind != .positional else { return ".Ar \(value)" }
    // Short names first, as in the help.
    let names = (names ?? []).filter { $0.kind == "short" } + (names ?? []).filter { $0.kind != "short" }
    let flags = names.map { $0.kind == "short" ? "Fl \($0.name.escaped)" : "Fl \\-\($0.name.escaped)" }
    return "." + flags.joined(separator: " , ") + (kind == .option ? " Ar \(value)" : "")
  }
}

extension String {
  /// Whether this paragraph is made of command lines; a backslash at the end continues one on the next line.
  fileprivate var isExample: Bool {
    replacingOccurrences(of: "\\\n", with: "").components(separatedBy: "\n").allSatisfy {
      $0.hasPrefix("tonemap ") || $0.contains("| tonemap ")
    }
  }

  /// Text as roff takes it literally: ASCII, hyphens that can be copied.
  fileprivate var escaped: String {
    unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case _ where scalar.isASCII: String(scalar)
      default: "\\[u" + String(format: "%04X", scalar.value) + "]"
      }
    }.joined()
  }

  /// A name as roff takes it, which is never divided at the end of a line.
  fileprivate var name: String { "\\%" + escaped }

  /// Prose as roff takes it: each sentence begins a line, no line is long, and roff takes none for a macro.
  fileprivate var lines: String { lines { $0.wholeMatch(of: /[A-Za-z]+(-[A-Za-z]+)*[.,:;]?/) == nil } }

  /// The same for a list of names.
  fileprivate var linesOfNames: String { lines { _ in true } }

  private func lines(isName: (String) -> Bool) -> String {
    var lines: [String] = []
    for sentence in replacing(/([.:?!]) (?=[A-Z])/, with: { "\($0.1)\n" }).components(separatedBy: "\n") {
      var line = ""
      for word in sentence.components(separatedBy: " ") {
        // Hyphens within words may be set as such; those of options and names are minus signs.
        let word = isName(word) ? word.name : word
        if !line.isEmpty, line.count + word.count > 77 {
          lines.append(line)
          line = ""
        }
        line += line.isEmpty ? word : " " + word
      }
      lines.append(line)
    }
    return lines.map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&" + $0 : $0 }.joined(separator: "\n")
  }
}

/// Ends the run, as nothing useful can be written.
func fail(_ sentence: String) -> Never {
  FileHandle.standardError.write(Data("manual: \(sentence)\n".utf8))
  exit(1)
}

/// The list of some arguments; each option that several subcommands take names them.
func list(_ arguments: [Argument], of users: (Argument) -> [String] = { _ in [] }) -> [String] {
  guard !arguments.isEmpty else { return [] }
  var page = [".Bl -tag -width Ds"]
  for argument in arguments {
    page.append(".It" + argument.title.replacing(/^\./, with: " "))
    if let abstract = argument.words { page.append(abstract.lines) }
    if let discussion = argument.discussion { page += [".Pp", discussion.lines] }
    if !argument.values.isEmpty {
      page.append("Values: \(argument.values.joined(separator: ", ")).".linesOfNames)
    }
    if let value = argument.usual { page.append("Default: \(value).".linesOfNames) }
    if argument.isRepeating { page.append("It can be given more than once.") }
    let users = users(argument)
    if !users.isEmpty { page.append("Commands: \(users.joined(separator: ", ")).".linesOfNames) }
  }
  return page + [".El"]
}

let input = FileHandle.standardInput.readDataToEndOfFile()
guard let dump = try? JSONDecoder().decode(Dump.self, from: input), dump.serializationVersion == 0 else {
  fail("standard input is not what tonemap --experimental-dump-help prints; pipe that in")
}
let root = dump.command
/// The commands that do something, by their whole names: `convert`, `lut make`.
func leaves(of command: Command, under name: String = "") -> [Command] {
  let nested = (command.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  return nested.flatMap { child in
    var child = child
    child.commandName = name + child.commandName
    let leaves = leaves(of: child, under: child.commandName + " ")
    return leaves.isEmpty ? [child] : leaves
  }
}
let commands = leaves(of: root)
guard let discussion = root.discussion, let codes = root.prose.first(where: { $0.hasPrefix("Exit codes:") }) else {
  fail("the help has no paragraph that begins with \"Exit codes:\", from which the page takes them")
}
let exits = codes.matches(of: /(?:: |; )(\d+) (.+?)(?=; \d|\.?$)/).map { (code: $0.1, meaning: $0.2) }
guard exits.count > 4 else {
  fail("\(exits.count) exit codes were found in \"\(codes)\"; expected \"Exit codes: 0 meaning; 1 meaning; …\"")
}

/// The subcommands that take an option, by what makes it the same one.
var users: [[String]: [String]] = [:]
func options(of command: Command) -> [Argument] {
  (command.arguments ?? []).filter {
    $0.shouldDisplay && $0.kind != .positional && !["version", "help"].contains($0.names?.last?.name ?? "")
  }
}
for command in commands {
  for option in options(of: command) { users[option.identity, default: []].append(command.commandName) }
}

let epoch = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(Double.init)
let format = DateFormatter()
format.locale = Locale(identifier: "en_US_POSIX")
format.timeZone = TimeZone(identifier: "UTC")
format.dateFormat = "MMMM d, yyyy"

var page = [
  ".\\\" Generated from the help of tonemap by packaging/manual.swift; edit the help instead.",
  ".Dd \(format.string(from: epoch.map { Date(timeIntervalSince1970: $0) } ?? Date()))",
  ".Dt TONEMAP 1", ".Os",
  ".Sh NAME", ".Nm tonemap",
  // A name line has no capital and no period.
  ".Nd " + (root.abstract.map { $0.prefix(1).lowercased() + $0.dropFirst().replacing(/\.$/, with: "") } ?? "").escaped,
  ".Sh SYNOPSIS",
]
for command in commands {
  page += [".Nm tonemap", ".Cm \(command.commandName)", ".Op Ar options"]
  for argument in command.arguments ?? [] where argument.kind == .positional && argument.shouldDisplay {
    let title = argument.title.dropFirst()
    page.append((argument.isOptional ? ".Op \(title)" : ".\(title)") + (argument.isRepeating ? " ..." : ""))
  }
}
page += [".Nm tonemap", ".Fl \\-help | Fl \\-version"]
page.append(".Sh DESCRIPTION")
page.append(root.prose.filter { $0 != codes }.map(\.lines).joined(separator: "\n.Pp\n"))
page += [
  ".Pp", "Each command prints a summary of its options with", ".Fl \\-help .",
  "Options that several commands take are described under", ".Sx OPTIONS .",
]

page.append(".Sh COMMANDS")
for command in commands {
  page += [".Ss tonemap \(command.commandName)", (command.abstract ?? "").lines]
  for paragraph in command.prose { page += [".Pp", paragraph.lines] }
  page += list(
    (command.arguments ?? []).filter { $0.kind == .positional && $0.shouldDisplay }
      + options(of: command).filter { users[$0.identity]?.count == 1 })
}

page.append(".Sh OPTIONS")
var titles: [String] = []
var shared: [String: [Argument]] = [:]
var seen: Set<[String]> = []
for option in commands.flatMap(options) {
  guard users[option.identity]!.count > 1, seen.insert(option.identity).inserted else { continue }
  let title = option.sectionTitle ?? "General"
  if shared[title] == nil { titles.append(title) }
  shared[title, default: []].append(option)
}
for title in titles {
  page.append(".Ss \(title.escaped)")
  page += list(shared[title]!) { users[$0.identity]! }
}
page.append(".Ss General")
page += list((root.arguments ?? []).filter(\.shouldDisplay))

page += [
  ".Sh ENVIRONMENT", ".Bl -tag -width Ds", ".It Ev TONEMAP_SIMD",
  "The instruction set that conversions use if", ".Fl \\-simd", "is not given; it takes the same names.", ".El",
  ".Sh FILES", ".Bl -tag -width Ds", ".It Pa OUT.color.json",
  "Written beside the output file", ".Pa OUT", "of", ".Cm convert :",
  "size, pixel format, color tags and metadata of the frames in it.", ".Fl \\-color-json", "reads it.",
  ".It Pa OUTPUT/.tonemap/manifest.jsonl", "What became of each file of", ".Cm convert-all .", ".El",
  ".Sh EXIT STATUS", ".Bl -tag -width Ds",
]
for exit in exits {
  page += [".It \(exit.code)", (exit.meaning.prefix(1).uppercased() + exit.meaning.dropFirst() + ".").lines]
}
page += [".El", ".Sh EXAMPLES"]
for command in commands where !command.examples.isEmpty {
  let capital = command.abstract.map { $0.replacing(/[.;].*$/, with: ":") } ?? command.commandName
  page += [capital.lines, ".Bd -literal -offset indent"]
  page += command.examples.map(\.escaped)
  page += [".Ed", ".Pp"]
}
if page.last == ".Pp" { page.removeLast() }
page += [".Sh SEE ALSO", ".Xr ffmpeg 1 ,", ".Xr ffprobe 1"]
print(page.joined(separator: "\n"))
