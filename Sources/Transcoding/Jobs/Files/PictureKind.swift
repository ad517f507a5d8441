internal import Movies
internal import ToneMapping

/// The kinds of output picture.
public enum PictureKind: String, CaseIterable, Sendable {
  case jpg, png, avif

  struct Row {
    let name: String
    /// The layouts of frames with 8 and with more bits, as most readers of such pictures take them.
    let layouts: (PixelFormat, deep: PixelFormat)
    /// Whether files hold alpha, beside straight color.
    var holdsAlpha = false
    /// Whether files state their color; readers take others for sRGB.
    var statesColor = true
    /// The chroma location that readers assume.
    var chromaLocation = ChromaLocation.left
    /// The encoders of FFmpeg's libraries, in order of preference; none for a PNG, which libpng writes.
    var encoders: [Encoder] = []
    /// Whether files are written from front to back, as a pipe takes them.
    var isSequential = true
    /// The pixel aspect of a picture without a stated one.
    var pixelAspect: PixelAspect?
  }

  struct Encoder {
    let name: String
    let formats: [PixelFormat]
    let options: [(name: String, value: String)]
    /// Whether it states the mastering display and the light levels.
    var statesLight = false
  }

  var row: Row {
    switch self {
    case .jpg:
      Row(
        name: "JPEG", layouts: (.yuv420p, .yuv420p), statesColor: false,
        chromaLocation: .center,
        encoders: [
          // The finest quantizer that players expect.
          Encoder(name: "mjpeg", formats: [.yuv420p, .yuv422p, .yuv444p], options: Self.quantizers(2))
        ],
        // Without it, the encoder omits the JFIF header.
        pixelAspect: Ratio(1, 1))
    case .png: Row(name: "PNG", layouts: (.gbrp, .gbrp16), holdsAlpha: true)
    case .avif:
      Row(
        name: "AVIF", layouts: (.yuv420p, .yuv420p10),
        encoders: [
          Encoder(
            name: "libaom-av1",
            formats: [.yuv420p, .yuv420p10, .yuv422p, .yuv422p10, .yuv444p, .yuv444p10],
            options: [("crf", "20"), ("b", "0"), ("cpu-used", "6"), ("still-picture", "1")]),
          Encoder(
            name: "libsvtav1", formats: [.yuv420p, .yuv420p10], options: [("crf", "24"), ("preset", "6")],
            statesLight: true),
        ],
        isSequential: false)
    }
  }

  /// The options of FFmpeg's JPEG encoder for a quantizer of 2 to 31.
  static func quantizers(_ step: Int) -> [(name: String, value: String)] { [("qmin", "\(step)"), ("qmax", "\(step)")] }
}

extension PictureKind {
  package init(output name: Path) throws(TranscodingError) {
    guard let kind = OutputKind(ending: FileEnding.of(name))?.picture else {
      throw .output(.unknownPictureEnding("\(name)"))
    }
    self = kind
  }

  package static var endingsInWords: String { list(allCases.map { ".\($0.format.endings[0])" }, "or") }

  package static var namesInWords: String { list(allCases.map(\.row.name), "or") }

  package var format: OutputKind { OutputKind(rawValue: rawValue)! }

  /// The common name of the format, with its article.
  var phrase: String { ("AEIOU".contains(row.name.prefix(1)) ? "an " : "a ") + row.name }

  /// Makes sure that a file of this kind can hold pictures of a size.
  ///
  /// - Parameter settings: The settings that choose the size; none if that is the input's.
  /// - Source: ITU-T T.81, clause B.2.2, has 16 bits for a side; FFmpeg's JPEG encoder takes at most 65 500 (`mjpegenc.c`). Its libraries reject
  ///   pictures whose (8 · width + 1024) · (height + 128) exceeds 31 bits (`av_image_check_size2`).
  func check(_ size: PictureSize, chosenBy settings: [SettingName] = []) throws(TranscodingError) {
    let fits = (8 * size.width + 1024) * (size.height + 128) < Int(Int32.max)
    guard !row.encoders.isEmpty, !fits || max(size.width, size.height) > PictureSize.sides.upperBound else { return }
    throw .output(.pictureTooLarge(self, size, chosenBy: settings))
  }

  /// The color that readers assume for an untagged picture: R′G′B′ of sRGB; in Y′CbCr, BT.601's matrix and full range.
  ///
  /// - Source: ITU-T T.871 (JFIF), clause 7; IEC 61966-2-1.
  var assumedDisplay: Display {
    Display(.bt709, transfer: .sRGB, matrix: .smpte170M, range: .full, chromaLocation: row.chromaLocation)
  }

  func layout(isDeep: Bool, hasAlpha: Bool) -> PixelFormat {
    let layout = isDeep ? row.layouts.deep : row.layouts.0
    return hasAlpha && row.holdsAlpha ? layout.planar(hasAlpha: true) ?? layout : layout
  }
}
