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
    transform: AlphaRange.option)
  var alphaRange: AlphaRange?

  @Option(
    help: ArgumentHelp(
      "Take alpha from the luma of another file: Y4M, a movie, or raw frames of --alpha-pixel-format.",
      valueName: "file"))
  var alphaFile: Path?

  @Option(
    help: ArgumentHelp("The layout of raw frames of alpha; by default, gray.", valueName: "name"),
    completion: .pixelFormats, transform: PixelFormat.Spelling.option)
  var alphaPixelFormat: PixelFormat.Spelling?

  @Option(
    help: ArgumentHelp(
      "How the output's color relates to its alpha: straight or premultiplied; by default, as the source's.",
      valueName: "mode"))
  var outAlpha: AlphaMode?

  @Option(
    help: ArgumentHelp(
      "Put pictures with alpha over a color: black, white, gray, green, #RRGGBB, or the output's R′G′B′ as 0.5,0.5,0.5; over a checkerboard; or"
        + " over the pictures of a file: a PNG, Y4M or a movie.",
      valueName: "color or file"),
    transform: BackgroundChoice.option)
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

extension AlphaRange {
  /// The range that an option names.
  static func option(_ text: String) throws -> AlphaRange {
    if let range = QuantizationRange(name: text) { return .named(range) }
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let transparent = numbers[0], let opaque = numbers[1] else {
      throw ValidationError("expected narrow, full, or two codes such as 64-940")
    }
    return .codes(AlphaCoding.EndCodes(transparent: CodeLevel(transparent), opaque: CodeLevel(opaque)))
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
    transform: AlphaRange.option)
  var alphaRange: AlphaRange?
}

extension BackgroundChoice {
  /// What an option names.
  static func option(_ text: String) throws -> BackgroundChoice {
    let named = ["black": 0x000000, "white": 0xFFFFFF, "gray": 0x808080, "green": 0x00FF00]
    let isHex = text.hasPrefix("#") && text.count == 7 && text.dropFirst().allSatisfy(\.isHexDigit)
    let hex = isHex ? Int(text.dropFirst(), radix: 16) : nil
    if let code = named[text] ?? hex {
      func part(_ shift: Int) -> SignalLevel { SignalLevel(Double(code >> shift & 255) / 255) }
      return .color(Signal(part(16), part(8), part(0)))
    }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    if numbers.count == 3, parts.count == 3, numbers.allSatisfy((0...1).contains) {
      return .signal(Signal(SIMD3(numbers[0], numbers[1], numbers[2])))
    }
    // What looks like a color, but is none, is no name of a file.
    guard !text.isEmpty, text != "-", !text.hasPrefix("#"), numbers.isEmpty else {
      throw ValidationError(
        "expected black, white, gray, green, #RRGGBB, three numbers of 0 to 1 such as 0.5,0.5,0.5, checkerboard,"
          + " or the name of a file, such as ./1.png")
    }
    return text == "checkerboard" ? .checkerboard : .file(Path(word: text))
  }
}
