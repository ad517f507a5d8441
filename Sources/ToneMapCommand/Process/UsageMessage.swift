internal import Transcoding
internal import HDRMetadata

/// The message of the argument parser as one sentence, which ends with the help to read.
struct UsageMessage {
  /// The parser's message: sentences, and lists with one line for each value.
  let message: String
  let subcommands: [String]
  /// The first argument, which should be a subcommand.
  let asked: String?

  var sentence: String {
    guard let asked, !asked.hasPrefix("-") else { return "\(oneSentence) (see tonemap --help)" }
    guard subcommands.contains(asked) else {
      let names = subcommands.dropLast().joined(separator: ", ") + (subcommands.last.map { " and \($0)" } ?? "")
      return "there is no subcommand \(asked), but \(names) exist; see tonemap --help"
    }
    return "\(oneSentence) (see tonemap \(asked) --help)"
  }

  private var oneSentence: String {
    let lines = message.split(whereSeparator: \.isNewline)
    let text = lines.dropFirst().reduce(lines.first.map(String.init) ?? "") { text, line in
      let item = line.drop(while: \.isWhitespace)
      guard item.hasPrefix("- ") else { return "\(text) \(item)" }
      return text + (text.hasSuffix(":") ? " " : ", ") + item.dropFirst(2)
    }
    let sentences = text.split(separator: ". ").map { $0.prefix(1).lowercased() + $0.dropFirst() }
    let joined = sentences.joined(separator: "; ")
    return joined.hasSuffix(".") ? String(joined.dropLast()) : joined
  }
}
