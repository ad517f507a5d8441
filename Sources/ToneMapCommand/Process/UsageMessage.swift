internal import ArgumentParser
internal import Transcoding

extension ParsableCommand {
  /// The subcommands that the words select, each below the one before it; a default one is last.
  static func subcommands(selectedBy words: [String]) -> [any ParsableCommand.Type] {
    var (configuration, selected) = (configuration, [any ParsableCommand.Type]())
    for word in words {
      guard let inner = configuration.subcommands.first(where: { $0._commandName == word }) else { break }
      selected.append(inner)
      configuration = inner.configuration
    }
    return selected + [configuration.defaultSubcommand].compactMap(\.self)
  }

  /// The argument parser's message as one sentence that ends with the help to read.
  static func usage(_ message: String, for words: [String]) -> String {
    let sentence = oneSentence(message)
    guard let asked = words.first, !asked.hasPrefix("-") else { return "\(sentence) (see tonemap --help)" }
    let names = subcommands(selectedBy: words).map { $0._commandName }
    guard !names.isEmpty else {
      let known = configuration.subcommands.map { $0._commandName }
      return "there is no subcommand \(asked), but \(list(known)) exist; see tonemap --help"
    }
    // The first help page does not list every option.
    let help = message.contains("--") ? "--help-hidden" : "--help"
    return "\(sentence) (see tonemap \(names.joined(separator: " ")) \(help))"
  }

  private static func oneSentence(_ message: String) -> String {
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
