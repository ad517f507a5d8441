internal import Transcoding
internal import ArgumentParser

/// An option that a command does not have, with a suggestion.
struct UnknownOption: Error, CustomStringConvertible {
  /// The message, in the parser's wording.
  let description: String

  /// Finds the first word that has the form of an option but is unknown; `nil` if there is no such word.
  init?(among words: [String], of root: (some ParsableCommand).Type) {
    lazy var known = Self.options(of: root.subcommands(selectedBy: words).last ?? root, in: root)
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("-") && word.utf8.count > 1 {
      let name = String(word.prefix { $0 != "=" })
      let (bare, isLong) = (String(name.drop { $0 == "-" }), name.hasPrefix("--"))
      guard isLong || !(bare.first?.isNumber ?? true || bare.first == "."), !known.contains(name) else { continue }
      guard System.kind(of: Path(word: word)) == .nothing else { continue }
      let meant = meaning(of: bare, among: known)
      guard meant != nil || isLong else { continue }
      description = "Unknown option '\(name)'" + (meant.map { "; \($0)" } ?? "")
      return
    }
    return nil
  }

  private static func options(
    of command: any ParsableCommand.Type, in root: (some ParsableCommand).Type
  ) -> Set<String> {
    let lines = root.helpMessage(for: command, includeHidden: true, columns: 200).split(separator: "\n")
    return Set(
      lines.filter { $0.hasPrefix("  -") }.flatMap { line in
        let head = line.dropFirst(2).prefix { $0 != "<" }.split(separator: "  ").first ?? ""
        return head.split { " ,/".contains($0) }.map(String.init)
      } + ["--help", "--help-hidden", "--version"])
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
