internal import ArgumentParser
internal import ToneMapping

/// What alpha means, and what becomes of it.
struct AlphaOptions: ParsableArguments {
  /// What the source's alpha means.
  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case straight, premultiplied
    /// Alpha is dropped, and color taken as it is.
    case ignore
  }

  @Option(
    help: ArgumentHelp(
      "How the source's color relates to its alpha: straight, premultiplied, or ignore, which drops alpha; by default, what the source states,"
        + " else straight.",
      valueName: "mode"))
  var alpha: Choice?

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
    transform: BackgroundChoice.init(_:))
  var background: BackgroundChoice?

  @Option(
    help: ArgumentHelp(
      "In what a background is mixed: the output's signal, as players do, or its light; by default, signal.",
      valueName: "domain"))
  var backgroundIn: Background.Compositing?

  func validate() throws {
    if alphaPixelFormat != nil, alphaFile == nil {
      throw ValidationError("--alpha-pixel-format is that of --alpha-file, but there is none; give --alpha-file")
    }
    if alpha == .ignore, alphaFile != nil {
      throw ValidationError("--alpha ignore drops alpha, but --alpha-file gives it; leave one of them out")
    }
    if background != nil, let outAlpha {
      throw ValidationError(
        "--background makes pictures opaque, but --out-alpha \(outAlpha.rawValue) keeps alpha; leave one of them out")
    }
    if alpha == .ignore, background != nil || outAlpha != nil || alphaRange != nil {
      let other = background != nil ? "--background" : outAlpha != nil ? "--out-alpha" : "--alpha-range"
      throw ValidationError("--alpha ignore drops alpha, but \(other) uses it; leave one of them out")
    }
    if backgroundIn != nil, background == nil {
      throw ValidationError("--background-in says how a background is mixed, but there is none; give --background")
    }
  }

  /// Whether the output has the source's alpha.
  var isKept: Bool { alpha != .ignore && background == nil }

  /// What becomes of alpha in pictures for a display.
  func output(for display: Display, white: Luminance) throws(CommandError) -> AlphaOutput? {
    guard let background else { return outAlpha.map { .kept($0) } }
    return .flattened(try background.background(in: backgroundIn ?? .signal, for: display, white: white))
  }

  /// How a source stores alpha; `nil` if nothing says anything about it.
  ///
  /// - Parameters:
  ///   - format: The layout of its frames.
  ///   - stated: What it states itself.
  func coding(in format: PixelFormat, stated: AlphaMode? = nil) -> AlphaCoding? {
    let mode: AlphaMode? =
      switch alpha {
      case .straight, .ignore: .straight
      case .premultiplied: .premultiplied
      case nil: stated
      }
    guard mode != nil || alphaRange != nil && format.hasAlpha else { return nil }
    var coding = AlphaCoding(mode ?? .straight, codes: alphaRange?.codes(in: format))
    coding.isModeStated = mode != nil
    return coding
  }
}

extension AlphaCoding {
  /// The mode, if it is no assumption.
  var statedMode: AlphaMode? { isModeStated ? mode : nil }
}

/// The codes of alpha that an option states.
enum AlphaRange: Hashable {
  case named(QuantizationRange)
  case codes(AlphaCoding.EndCodes)

  /// The range that an option names.
  static func option(_ text: String) throws -> AlphaRange {
    if let range = QuantizationRange(name: text) { return .named(range) }
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let transparent = numbers[0], let opaque = numbers[1] else {
      throw ValidationError("expected narrow, full, or two codes such as 64-940")
    }
    return .codes(AlphaCoding.EndCodes(transparent: CodeLevel(transparent), opaque: CodeLevel(opaque)))
  }

  /// The codes in a format; `nil` means all of it.
  func codes(in format: PixelFormat) -> AlphaCoding.EndCodes? {
    switch self {
    case .named(.full): nil
    case .named(.narrow):
      .init(transparent: CodeLevel(16 << (format.bitDepth - 8)), opaque: CodeLevel(235 << (format.bitDepth - 8)))
    case .codes(let codes): codes
    }
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

  /// States the same in the options of a conversion.
  func apply(to options: inout AlphaOptions) {
    options.alpha = alpha.map { $0 == .premultiplied ? .premultiplied : .straight }
    options.alphaRange = alphaRange
  }
}
