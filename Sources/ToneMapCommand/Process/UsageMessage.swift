internal import Transcoding

/// The argument parser's message as one sentence that ends with the help to read.
struct UsageMessage {
  /// The parser's message: sentences, and lists with one line per value.
  let message: String
  /// The subcommands of the command, with their own subcommands, the default one first.
  let subcommands: [(name: String, own: [String])]
  /// The arguments, which should start with a subcommand.
  let words: [String]

  var sentence: String {
    guard let asked = words.first, !asked.hasPrefix("-") else { return "\(oneSentence) (see tonemap --help)" }
    guard let subcommand = subcommands.first(where: { $0.name == asked }) else {
      return "there is no subcommand \(asked), but \(list(subcommands.map(\.name))) exist; see tonemap --help"
    }
    let inner = subcommand.own.first { $0 == words.dropFirst().first } ?? subcommand.own.first
    let command = asked + (inner.map { " \($0)" } ?? "")
    // The first help page does not list every option.
    return "\(oneSentence) (see tonemap \(command) \(message.contains("'--") ? "--help-hidden" : "--help"))"
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
