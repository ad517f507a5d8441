public import ToneMapping

/// The display to convert for, and the coding of the output.
public struct OutputSettings: Sendable {
  /// The kind of display; `nil` is SDR of BT.709, and sRGB for a JPEG.
  public var display: Display.Preset?
  /// Whether the output keeps the source's format: primaries, transfer and matrix default to the source's, and tags that the source leaves out stay
  /// left out. `display` is then ignored.
  public var keepsSource = false
  /// The output's tags where they differ from the display's; if any is given and no display is, the others are the source's.
  public var primaries: ColorPrimaries?
  public var transfer: TransferCharacteristics?
  public var matrix: MatrixCoefficients?
  public var range: QuantizationRange?
  public var chromaLocation: ChromaLocation?
  /// The layout of output frames; `nil` is the input's with the display's bit depth, or the encoder's.
  public var pixelFormat: PixelFormat.Spelling?
  /// The dither added before rounding.
  public var dither = Dither.blueNoise
  /// The interpretation and handling of alpha.
  public var alpha = AlphaSettings()
  /// The kind of output; `nil` is selected by the name's extension; without one, raw frames for raw input, else Y4M.
  public var format: OutputKind?
  /// The displayed width of the output; the height follows. Without width, height and `fit`, pictures are not scaled.
  public var width: Int?
  /// The displayed height of the output; the width follows.
  public var height: Int?
  /// The maximum displayed size of the output.
  public var fit: PictureSize?
  /// Whether pictures may be enlarged.
  public var enlarges = false
  /// The file for a preview of the first frame, a PNG for an sRGB display.
  public var preview: MediaLocation?
  /// The file for HDR10+ metadata of the output, which must be PQ.
  public var hdr10Plus: MediaLocation?
  /// Whether write-protected files are replaced.
  public var replacesProtectedFiles = false

  public init() {}

  package var size: RequestedSize? { width.map { .width($0) } ?? height.map { .height($0) } ?? fit.map { .fit($0) } }

  /// Whether color tags that are not given are the source's.
  package var followsSource: Bool {
    keepsSource || display == nil && (primaries != nil || transfer != nil || matrix != nil)
  }

  package var preset: Display.Preset { display ?? .sdr709 }
}

/// The interpretation and handling of alpha.
public struct AlphaSettings: Sendable {
  public enum Meaning: String, CaseIterable, Sendable {
    case straight, premultiplied
    /// Alpha is dropped, and color taken unchanged.
    case ignore
  }

  /// The interpretation of the source's alpha; `nil` is the stated one, else straight.
  public var alpha: Meaning?
  /// The code range of the source's alpha; `nil` is full or, for a separate alpha file, as it states.
  public var alphaRange: AlphaRange?
  /// The file whose luma is alpha.
  public var alphaFile: MediaLocation?
  /// The layout of that file's raw frames.
  public var alphaPixelFormat: PixelFormat.Spelling?
  /// The relation of the output's color to its alpha; `nil` is the source's.
  public var outAlpha: AlphaMode?
  /// The background behind pictures with alpha; `nil` keeps alpha.
  public var background: BackgroundChoice?
  /// The space in which the background is blended; `nil` is the output's signal.
  public var backgroundIn: Background.Compositing?

  public init() {}

  /// Whether the output keeps the source's alpha.
  package var isKept: Bool { alpha != .ignore && background == nil }

  func output(for display: Display, white: Luminance) throws(TranscodingError) -> AlphaOutput? {
    guard let background else { return outAlpha.map { .kept($0) } }
    return .flattened(try background.background(in: backgroundIn ?? .signal, for: display, white: white))
  }

  /// The coding of a source's alpha; `nil` if nothing specifies it.
  func coding(in format: PixelFormat, stated: AlphaMode? = nil, codes: AlphaCoding.EndCodes? = nil) -> AlphaCoding? {
    let mode: AlphaMode? =
      switch alpha {
      case .straight, .ignore: .straight
      case .premultiplied: .premultiplied
      case nil: stated
      }
    let codes = format.hasAlpha ? codes : nil
    guard mode != nil || codes != nil || alphaRange != nil && format.hasAlpha else { return nil }
    var coding = AlphaCoding(mode ?? .straight, codes: alphaRange.map { $0.codes(in: format) } ?? codes)
    coding.isModeStated = mode != nil
    return coding
  }
}

extension AlphaChannelInformation {
  /// The codes for transparent and opaque in a layer of this bit depth; `nil` if the depths differ or the codes are equal.
  ///
  /// - Source: Rec. ITU-T H.265, clause F.14.3.8, alpha_transparent_value and alpha_opaque_value.
  func ends(bits: Int) -> AlphaCoding.EndCodes? {
    Int(bitDepth) == bits && transparent != opaque ? .init(transparent: transparent, opaque: opaque) : nil
  }
}

extension AlphaCoding {
  package var statedMode: AlphaMode? { isModeStated ? mode : nil }
}

public enum AlphaRange: Hashable, Sendable {
  case named(QuantizationRange)
  case codes(AlphaCoding.EndCodes)

  /// The end codes in a format; `nil` means full range.
  func codes(in format: PixelFormat) -> AlphaCoding.EndCodes? {
    switch self {
    case .named(.full): nil
    case .named(.narrow):
      .init(transparent: CodeLevel(16 << (format.bitDepth - 8)), opaque: CodeLevel(235 << (format.bitDepth - 8)))
    case .codes(let codes): codes
    }
  }
}

extension Display {
  /// A named display, as `--to` accepts it.
  public enum Preset: String, CaseIterable, Sendable {
    case sdr709, srgb
    case p3SDR = "p3-sdr"
    case hlg, pq, hdr10

    public var display: Display {
      switch self {
      case .sdr709: .sdr
      case .srgb: .srgb
      case .p3SDR: .p3SDR
      case .hlg: .hlg
      case .pq, .hdr10: .hdr10
      }
    }

    init(shortName name: String) throws { try self.init(option: name == "sdr" ? "sdr709" : name) }
  }
}

extension OutputSettings: SettingsTable {
  static let displays: Fix = "The display to convert for: sdr709, srgb, p3-sdr, hlg, or pq (hdr10)"

  package static let rows: [Setting<Self>] =
    [
      Setting(
        .to, \.display, as: "display", choices: Display.Preset.choices + ["source"],
        help: displays
          + "; source keeps the source's format, shared is one format for all inputs. Default: sdr709; srgb for a JPEG."
      ) {
        $0.keepsSource = $1 == "source"
        if $1 != "source" { $0.display = try Display.Preset(shortName: $1) }
      },
      .outPrimaries(\.primaries), .outTransfer(\.transfer),
      Setting(
        .outMatrix, tag: \.matrix, used: { plan, _ in plan.outputFormat.model == .yCbCr },
        trying: [.bt709, .bt2020NCL],
        help: "The output's matrix, if not the preset's. FFmpeg's and x265's names and H.273 numbers work."),
      Setting(
        .outRange, tag: \.range, as: "range", used: { plan, _ in !plan.outputFormat.isFloat },
        trying: [.narrow, .full], help: "The output's quantization range, if not the preset's."),
      Setting(
        .outChromaLocation, tag: \.chromaLocation, used: { plan, _ in plan.outputFormat.isSubsampled },
        trying: [.left, .center],
        help: "The location of chroma samples in the output, if not the preset's."),
      Setting(
        .outPixelFormat, \.pixelFormat, as: "name",
        help:
          "The layout of output frames: FFmpeg's names, or Apple's four-character codes; by default, the input's with the preset's bits."
      ),
      Setting(
        .dither, \.dither, as: "name", used: { plan, _ in !plan.outputFormat.isFloat },
        help: "The dither, added before rounding, that keeps ramps smooth."),
    ] + AlphaSettings.rows.map { $0.within(\.alpha) } + [
      Setting(
        .format, \.format, as: "kind",
        help:
          "The format of the output; by default, the one of its extension; without an extension, raw frames for raw frames, else Y4M."
      ),
      Setting(
        .width, \.width, as: "pixels",
        help: "The width of the displayed pictures; the height follows, and pixels become square."),
      Setting(.height, \.height, as: "pixels", help: "The height of the displayed pictures; the width follows."),
      Setting(
        .fit, \.fit, as: "width x height",
        help: "The maximum size of the displayed pictures, such as 1280x720."),
      Setting(.enlarge, \.enlarges, help: "Let \(.width), \(.height) and \(.fit) make pictures larger."),
      Setting(
        .preview, \.preview, as: "file.png", endings: [],
        help: "Also write the first frame as a PNG, as an sRGB display would show it."),
      Setting(
        .outHDR10plus, \.hdr10Plus, as: "file.json", endings: ["json"],
        help: "Also measure a PQ output and write HDR10+ metadata for it, as read by hdr10plus_tool and x265."),
      .force(\.replacesProtectedFiles),
    ]
}

extension AlphaSettings: SettingsTable {
  private static let hasAlpha: SettingUse = { plan, _ in plan.inputFormat.hasAlpha }
  /// Dropped alpha matters only if color was multiplied by it.
  private static let needsAlpha: SettingUse = { plan, _ in
    let stages = plan.stages
    return plan.inputFormat.hasAlpha
      && (plan.outputFormat.hasAlpha || stages.has(.unpremultiply) || stages.has(.composite))
  }

  package static let rows: [Setting<Self>] = [
    Setting(
      .alpha, \.alpha, as: "mode", used: hasAlpha,
      help:
        "The relation of the source's color to its alpha: straight, premultiplied, or ignore, which drops alpha; by default, the one that the source states,"
        + " else straight."),
    Setting(
      .alphaRange, \.alphaRange, as: "range", used: needsAlpha,
      help:
        "The codes of the source's alpha: full, narrow (16 to 235 of 255), or the two codes of no and full coverage, such as 64-940; by default, full, or the range that an alpha file states."
    ),
    Setting(
      .alphaFile, \.alphaFile, as: "file", used: needsAlpha,
      help: "Take alpha from the luma of another file: Y4M, a movie, or raw frames in \(.alphaPixelFormat)."),
    Setting(
      .alphaPixelFormat, \.alphaPixelFormat, as: "name", help: "The layout of raw frames of alpha; by default, gray."),
    Setting(
      .outAlpha, \.outAlpha, as: "mode", used: { plan, _ in plan.inputFormat.hasAlpha && plan.outputFormat.hasAlpha },
      help: "The relation of the output's color to its alpha: straight or premultiplied; by default, the source's."),
    Setting(
      .background, \.background, as: "color or file", used: hasAlpha,
      help:
        "Put pictures with alpha over a color (black, white, gray, green, #RRGGBB, 'color(display-p3 1 0 0)', or the output's R′G′B′ as"
        + " 0.5,0.5,0.5), a checkerboard, or the pictures of a PNG, Y4M or movie file."),
    Setting(
      .backgroundIn, \.backgroundIn, as: "domain", used: hasAlpha,
      help:
        "The domain in which a background is mixed: the output's signal, as players do, or its light; by default, signal."
    ),
  ]
}

extension PixelFormat {
  /// Whether chroma has fewer samples than luma, so that the chroma location matters.
  var isSubsampled: Bool { model == .yCbCr && chroma != .c444 }
}

public enum BackgroundChoice: Hashable, Sendable {
  /// A color in the output's signal.
  case signal(Signal)
  /// An sRGB color, whose values are the output's signal in SDR.
  case color(Signal)
  /// A color with the sRGB transfer and these primaries, as in CSS `color(display-p3 1 0 0)`; it is converted for every display.
  case colorimetric(Signal, ColorPrimaries)
  /// Squares of two grays.
  case checkerboard
  /// The pictures of a file.
  case file(MediaLocation)

  /// Returns the background for a plan.
  ///
  /// In SDR, the values of an sRGB color are the signal, as in players. In HDR, where signal 1 can mean 10 000 cd/m², the color is converted from
  /// sRGB, with its white at the reference white.
  func background(
    in compositing: Background.Compositing, for display: Display, white: Luminance
  ) throws(TranscodingError) -> Background {
    switch self {
    case .signal(let signal): return Background(signal, compositing: compositing)
    case .color(let color):
      guard display.transfer.isHDR else { return Background(color, compositing: compositing) }
      return try Self.colorimetric(color, .bt709).background(in: compositing, for: display, white: white)
    case .colorimetric(let color, let primaries):
      do {
        let plan = try ConversionPlan(
          from: Source(color: ColorDescription(primaries: primaries, transfer: .sRGB)), to: display,
          options: PlanOptions(referenceWhite: white), reading: .gbrp, writing: Background.pictureFormat)
        let signal = plan(color).components.clamped(lowerBound: .zero, upperBound: SIMD3(1, 1, 1))
        return Background(Signal(signal), compositing: compositing)
      } catch {
        throw TranscodingError(error)
      }
    case .checkerboard, .file: return .picture(compositing: compositing)
    }
  }

  var file: Path? { if case .file(let path) = self { path } else { nil } }
}
