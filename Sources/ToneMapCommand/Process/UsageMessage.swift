internal import ArgumentParser
internal import Transcoding

extension ParsableCommand {
  /// The subcommands that the words select, each below the one before it; a default one is last.
  static func subcommands(selectedBy words: some Sequence<String>) -> [any ParsableCommand.Type] {
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

  /// The message about the first word that has the form of an option but is unknown; `nil` if there is no such word.
  static func unknownOption(among words: some Sequence<String>) -> String? {
    let words = words.prefix { $0 != "--" }
    lazy var known = options(of: subcommands(selectedBy: words).last ?? self)
    for word in words where word.hasPrefix("-") && word.utf8.count > 1 {
      let name = String(word.prefix { $0 != "=" })
      let (bare, isLong) = (String(name.drop { $0 == "-" }), name.hasPrefix("--"))
      guard isLong || !(bare.first?.isNumber ?? true || bare.first == "."), !known.contains(name) else { continue }
      guard System.kind(of: Path(word: word)) == .nothing else { continue }
      let meant = meaning(of: bare, among: known)
      if meant != nil || isLong { return "Unknown option '\(name)'" + (meant.map { "; \($0)" } ?? "") }
    }
    return nil
  }

  /// The options of a subcommand, as its help lists them.
  private static func options(of command: any ParsableCommand.Type) -> Set<String> {
    let lines = helpMessage(for: command, includeHidden: true, columns: 200).split(separator: "\n")
    return Set(
      lines.filter { $0.hasPrefix("  -") }.flatMap { line in
        let head = line.dropFirst(2).prefix { $0 != "<" }.split(separator: "  ").first ?? ""
        return head.split { " ,/".contains($0) }.map(String.init)
      } + ["--help", "--help-hidden", "--version"])
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

/// The likely meaning of an option, in words; `nil` if unknown.
private func meaning(of name: String, among known: Set<String>) -> String? {
  if ["y", "overwrite", "yes"].contains(name) { return "outputs are replaced without asking, so leave it out" }
  if ["i", "input", "o", "output"].contains(name) { return "files are given by their names alone" }
  let names = known.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }.sorted()
  let meant = otherTools.first { $0.names.contains(name) && names.contains($0.option) }?.option
  return (meant ?? name.nearest(of: names)).map { "did you mean '--\($0)'?" }
}

/// The names of options in other tools: FFmpeg, HandBrake, x265, libplacebo.
private let otherTools: [(option: String, names: [String])] = [
  ("video-codec", ["c:v", "c", "codec", "codec:v", "vcodec", "encoder"]),
  ("audio-codec", ["c:a", "acodec", "aencoder"]),
  ("bitrate", ["b", "b:v", "vb"]), ("crf", ["q", "q:v", "qp", "cq", "quality", "qscale"]), ("preset", ["speed"]),
  ("encoder-options", ["x264-params", "x265-params", "svtav1-params", "encopts"]), ("start", ["ss", "seek"]),
  ("duration", ["t"]), ("frames", ["vframes", "frames:v"]), ("fps", ["r", "rate", "framerate"]),
  ("out-pixel-format", ["pix_fmt", "pix-fmt"]), ("width", ["s", "vf", "scale", "resize", "resolution"]),
  ("format", ["f"]), ("keep-existing", ["n", "no-clobber"]),
  ("progress", ["v", "quiet", "verbose", "loglevel", "hide_banner"]),
  ("to", ["hdr", "sdr", "target"]), ("tone-mapping", ["tonemap", "tonemapping", "tonemapper", "operator"]),
  ("target-peak", ["peak", "nits", "target-nits"]), ("lut", ["lut3d"]), ("transfer", ["trc", "color_trc"]),
  ("primaries", ["color_primaries", "colorprim"]), ("matrix", ["colorspace", "colormatrix"]),
  ("range", ["color_range"]),
]
