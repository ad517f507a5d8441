internal import HDRMetadata
internal import RawVideo
internal import ToneMapping

/// The encoding of a movie's frames: as requested, else as players of the container expect.
struct PictureCoding {
  private let row: MovieEncoder
  var encoder: String { row.name }
  /// The layout of frames that the encoder takes, if it differs from the plan's choice.
  let format: PixelFormat?
  /// Whether the encoder takes alpha that the container cannot store: VP9's is a block addition in Matroska.
  ///
  /// - Source: WebM Project, *Alpha Transparency*; RFC 9559, element BlockAdditions.
  let losesAlpha: Bool
  /// Whether the encoder writes H.265. Only x265 adds an alpha layer, of 8 bits and 4:2:0.
  var isHEVC: Bool { ["libx265", "libkvazaar"].contains(encoder) || encoder.hasPrefix("hevc_") }
  func writesAlphaLayer(of asked: PixelFormat?) -> Bool {
    encoder == "libx265" && format?.hasAlpha == true && asked ?? format == format
  }
  /// The encoder's options in FFmpeg's names, except those that state the color: for quality, default ones, and given ones.
  private let quality, usual, given: [MovieEncoder.Option]
  /// Whether pictures keep their Dolby Vision RPUs.
  var keepsDolbyVision = false

  init(
    _ asked: EncodingSettings, in kind: OutputKind, bitDepth: Int, isHDR: Bool, hasAlpha: Bool,
    isAvailable: (String) -> Bool
  ) throws(TranscodingError) {
    let codec = asked.codec ?? Self.usual(kind, isHDR: isHDR || bitDepth > 8, hasAlpha, isAvailable)
    let known = MovieEncoder.encoders(of: codec)
    guard let row = known.first(where: { isAvailable($0.name) }) else {
      throw .encoding(.missingEncoder(known.map(\.name), codec: codec, package: known[0].package))
    }
    self.row = row
    if let crf = asked.crf, let greatest = row.rateFactor?.maximum, crf > Double(greatest) {
      throw .encoding(.crfOutOfRange(crf, greatest: greatest, encoder: row.name))
    }
    losesAlpha = row.name == "libvpx-vp9" && kind != .webm && kind != .mkv
    let hasAlpha = hasAlpha && !losesAlpha
    let layouts = (hasAlpha ? row.alphaLayouts : nil) ?? row.layouts
    format = bitDepth > 8 ? layouts?.deep : layouts?.0
    quality = Self.quality(asked, row)
    usual = (hasAlpha ? row.alphaOptions : nil) ?? row.options
    let pairs = asked.options.map { ($0.name, $0.value) }
    given =
      if let text = row.parameters, !pairs.isEmpty {
        [(text, pairs.map { "\($0.0)=\($0.1)" }.joined(separator: ":"))]
      } else { pairs }
  }

  /// The encoder's options for pictures of a size, in FFmpeg's names, except those that state the color.
  ///
  /// FFV1's 24 slices are 4 rows of 6, each with at least one chroma sample; smaller pictures get FFmpeg's default number.
  func options(for size: PictureSize) -> [MovieEncoder.Option] {
    let isSmall = size.width < 24 || size.height < 8
    return quality + usual.filter { $0.name != "slices" || !isSmall } + given
  }

  /// Whether the encoder rejects pictures of a size: some need whole chroma samples.
  func refuses(_ size: PictureSize, _ format: PixelFormat) -> Bool {
    row.requiresEvenSides
      && (size.width % 2 == 1 && format.chroma != .c444 || size.height % 2 == 1 && format.chroma == .c420)
  }

  func check(_ size: PictureSize, _ format: PixelFormat) throws(TranscodingError) {
    guard min(size.width, size.height) >= row.minimumSide else {
      throw .encoding(.tooSmall(size, smallestSide: row.minimumSide, encoder: encoder))
    }
    guard refuses(size, format) else { return }
    let full = row.isFixedTo420 ? nil : format.planar(chroma: .c444)
    throw .encoding(.oddSize(size, format, encoder: encoder, full: full))
  }

  func check(_ range: QuantizationRange?) throws(TranscodingError) {
    if row.requiresFullRange, range != .full { throw .encoding(.narrowRange(encoder: encoder)) }
  }

  /// The codec that players of a container expect.
  private static func usual(
    _ kind: OutputKind, isHDR: Bool, _ hasAlpha: Bool, _ isAvailable: (String) -> Bool
  ) -> String {
    switch kind {
    case .webm: hasAlpha || !isAvailable("libsvtav1") ? "vp9" : "av1"
    case .ivf: "av1"
    case .hevc: "hevc"
    case .mov where hasAlpha: "prores"
    case .mkv where hasAlpha: "ffv1"
    default: isHDR ? "hevc" : "h264"
    }
  }

  /// The options for quality or rate, and for speed.
  private static func quality(_ asked: EncodingSettings, _ row: MovieEncoder) -> [MovieEncoder.Option] {
    var options: [MovieEncoder.Option] = []
    if let bitrate = asked.bitrate {
      options.append(("b", bitrate))
    } else if let crf = asked.crf ?? row.rateFactor?.usual {
      options.append(("crf", crf == crf.rounded() ? "\(Int(crf))" : "\(crf)"))
      options += row.rateFactorOptions
    }
    if let preset = asked.preset { options.append(("preset", preset)) }
    return options
  }
}
