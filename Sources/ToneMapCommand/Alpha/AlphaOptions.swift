internal import Transcoding
internal import HDRMetadata
internal import ArgumentParser
internal import ToneMapping

/// What alpha means, and what becomes of it.
struct AlphaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How the source's color relates to its alpha: straight, premultiplied, or ignore, which drops alpha; by default, what the source states,"
        + " else straight.",
      valueName: "mode"))
  var alpha: AlphaSettings.Meaning?

  @Option(
    help: ArgumentHelp(
      "The codes of the source's alpha: full, narrow (16 to 235 of 255), or those of no and full coverage, such as 64-940; by default, full, and of an alpha file the range that it states.",
      valueName: "range"),
    transform: AlphaRange.init(option:))
  var alphaRange: AlphaRange?

  @Option(
    help: ArgumentHelp(
      "Take alpha from the luma of another file: Y4M, a movie, or raw frames of --alpha-pixel-format.",
      valueName: "file"))
  var alphaFile: Path?

  @Option(
    help: ArgumentHelp("The layout of raw frames of alpha; by default, gray.", valueName: "name"),
    completion: .pixelFormats, transform: PixelFormat.Spelling.init(option:))
  var alphaPixelFormat: PixelFormat.Spelling?

  @Option(
    help: ArgumentHelp(
      "How the output's color relates to its alpha: straight or premultiplied; by default, as the source's.",
      valueName: "mode"))
  var outAlpha: AlphaMode?

  @Option(
    help: ArgumentHelp(
      "Put pictures with alpha over a color: black, white, gray, green, #RRGGBB, 'color(display-p3 1 0 0)', or the output's R′G′B′ as"
        + " 0.5,0.5,0.5; over a checkerboard; or over the pictures of a file: a PNG, Y4M or a movie.",
      valueName: "color or file"),
    transform: { try BackgroundChoice(option: $0) { Path(word: $0) } })
  var background: BackgroundChoice?

  @Option(
    help: ArgumentHelp(
      "In what a background is mixed: the output's signal, as players do, or its light; by default, signal.",
      valueName: "domain"))
  var backgroundIn: Background.Compositing?

  func validate() throws { try validating(settings.check) }

  /// What the options say.
  var settings: AlphaSettings {
    var settings = AlphaSettings()
    (settings.alpha, settings.alphaRange) = (alpha, alphaRange)
    (settings.alphaFile, settings.alphaPixelFormat) = (alphaFile, alphaPixelFormat)
    (settings.outAlpha, settings.background, settings.backgroundIn) = (outAlpha, background, backgroundIn)
    return settings
  }
}

/// What the alpha of a source means, for commands that write none.
struct AlphaReadingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How the source's color relates to its alpha: straight or premultiplied; by default, what the source states, else straight.",
      valueName: "mode"))
  var alpha: AlphaMode?

  @Option(
    help: ArgumentHelp(
      "The codes of the source's alpha: full, narrow (16 to 235 of 255), or those of no and full coverage, such as 64-940; by default, full.",
      valueName: "range"),
    transform: AlphaRange.init(option:))
  var alphaRange: AlphaRange?
}
