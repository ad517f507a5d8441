internal import ArgumentParser
internal import ToneMapping

/// What the alpha of a source means, for commands that write none.
struct AlphaReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How the source's color relates to its alpha: straight or premultiplied; by default, what the source states, else straight.",
      valueName: "mode"))
  var alpha: AlphaMode?

  @Option(
    help: ArgumentHelp(
      "The codes of the source's alpha: full, limited (16 to 235 of 255), or those of no and full coverage, such as 64-940; by default, full.",
      valueName: "range"),
    transform: AlphaRange.option)
  var alphaRange: AlphaRange?

  /// States the same in the options of a conversion.
  func apply(to options: inout AlphaOptions) {
    options.alpha = alpha.map { $0 == .premultiplied ? .premultiplied : .straight }
    options.alphaRange = alphaRange
  }
}
