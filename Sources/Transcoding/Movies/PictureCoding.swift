internal import HDRMetadata
internal import RawVideo
internal import ToneMapping

/// The encoding of a movie's frames: as requested, else as players of the container expect.
struct PictureCoding {
  /// FFmpeg's name for the encoder.
  let encoder: String
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
  private let quality, usual, given: [(name: String, value: String)]
  /// Whether pictures keep their Dolby Vision RPUs.
  var keepsDolbyVision = false

  /// - Parameters:
  ///   - kind: The container.
  ///   - bitDepth: The bit depth of the target.
  ///   - isHDR: Whether the target is HDR.
  ///   - hasAlpha: Whether the frames keep alpha.
  ///   - isAvailable: Whether FFmpeg's libraries have an encoder.
  /// - Throws: `settings`.
  init(
    _ asked: EncodingSettings, in kind: OutputKind, bitDepth: Int, isHDR: Bool, hasAlpha: Bool,
    isAvailable: (String) -> Bool
  ) throws(TranscodingError) {
    let codec = asked.codec ?? Self.usual(kind, isHDR: isHDR || bitDepth > 8, hasAlpha, isAvailable)
    let known = Self.encoders[codec.lowercased()] ?? [codec]
    guard let encoder = known.first(where: isAvailable) else {
      throw .encoding(.missingEncoder(known, codec: codec, package: Self.packages[known[0]]))
    }
    self.encoder = encoder
    if let crf = asked.crf, ["libx264", "libx265"].contains(encoder), crf > Double(Self.greatestCRF) {
      throw .encoding(.crfOutOfRange(crf, greatest: Self.greatestCRF, encoder: encoder))
    }
    losesAlpha = encoder == "libvpx-vp9" && kind != .webm && kind != .mkv
    let hasAlpha = hasAlpha && !losesAlpha
    format = Self.format(encoder, bitDepth, hasAlpha)
    quality = Self.quality(asked, encoder)
    usual = Self.usual(encoder, hasAlpha)
    given = Self.further(asked.options.map { ($0.name, $0.value) }, encoder)
  }

  /// The encoder's options for pictures of a size, in FFmpeg's names, except those that state the color.
  ///
  /// FFV1's 24 slices are 4 rows of 6, each with at least one chroma sample; smaller pictures get FFmpeg's default number.
  func options(for size: PictureSize) -> [(name: String, value: String)] {
    let isSmall = size.width < 24 || size.height < 8
    return quality + usual.filter { $0.name != "slices" || !isSmall } + given
  }

  /// Whether the encoder rejects pictures of a size: some need whole chroma samples.
  func refuses(_ size: PictureSize, _ format: PixelFormat) -> Bool {
    let requiresEvenDimensions = ["libx264", "libx265", "libsvtav1"].contains(encoder)
    return requiresEvenDimensions
      && (size.width % 2 == 1 && format.chroma != .c444 || size.height % 2 == 1 && format.chroma == .c420)
  }

  /// Makes sure that the encoder takes pictures of a size.
  func check(_ size: PictureSize, _ format: PixelFormat) throws(TranscodingError) {
    guard encoder != "libx265" || min(size.width, size.height) >= Self.minimumSideOfX265 else {
      throw .encoding(.tooSmall(size, smallestSide: Self.minimumSideOfX265, encoder: encoder))
    }
    guard refuses(size, format) else { return }
    // SVT-AV1 takes only 4:2:0.
    let full = encoder == "libsvtav1" ? nil : format.planar(chroma: .c444)
    throw .encoding(.oddSize(size, format, encoder: encoder, full: full))
  }

  /// Makes sure that the encoder takes a range: the JPEG encoder writes only full range.
  func check(_ range: QuantizationRange?) throws(TranscodingError) {
    if encoder == "mjpeg", range != .full { throw .encoding(.narrowRange(encoder: encoder)) }
  }

  /// - Source: The documentation of `--crf` in x264 and x265.
  private static let greatestCRF = 51

  /// - Source: FFmpeg, `libx265.c`, which rejects smaller pictures.
  private static let minimumSideOfX265 = 16

  /// The encoders of a codec, in order of preference.
  private static let encoders = [
    "h264": ["libx264"], "avc": ["libx264"], "hevc": ["libx265"], "h265": ["libx265"],
    "av1": ["libsvtav1", "libaom-av1"], "vp9": ["libvpx-vp9"], "prores": ["prores_ks"], "ffv1": ["ffv1"],
  ]

  /// The package that provides an encoder which an FFmpeg may lack.
  private static let packages = [
    "libx264": "an FFmpeg with x264", "libx265": "an FFmpeg with x265", "libsvtav1": "an FFmpeg with SVT-AV1",
    "libvpx-vp9": "an FFmpeg with libvpx",
  ]

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

  /// The usual layout: 4:2:0, which all players decode, and for ProRes the one that editors expect.
  private static func format(_ encoder: String, _ bitDepth: Int, _ hasAlpha: Bool) -> PixelFormat? {
    let deep = bitDepth > 8
    return switch encoder {
    // Apple's alpha profile has 8 bits.
    case "libx265" where hasAlpha && !deep: PixelFormat(name: "yuva420p")
    case "libx264", "libx265", "libsvtav1", "libaom-av1": deep ? .yuv420p10 : .yuv420p
    case "libvpx-vp9": hasAlpha ? PixelFormat(name: "yuva420p") : deep ? .yuv420p10 : .yuv420p
    case "prores_ks": PixelFormat(name: hasAlpha ? "yuva444p10le" : "yuv422p10le")
    default: nil
    }
  }

  /// The options for quality or rate, and for speed.
  private static func quality(_ asked: EncodingSettings, _ encoder: String) -> [(name: String, value: String)] {
    var options: [(name: String, value: String)] = []
    if let bitrate = asked.bitrate {
      options.append(("b", bitrate))
    } else if let crf = asked.crf ?? (["libx264", "libx265"].contains(encoder) ? 18 : nil) {
      options.append(("crf", crf == crf.rounded() ? "\(Int(crf))" : "\(crf)"))
      if encoder == "libvpx-vp9" { options.append(("b", "0")) }
    }
    if let preset = asked.preset { options.append(("preset", preset)) }
    return options
  }

  /// The default options of these encoders.
  private static func usual(_ encoder: String, _ hasAlpha: Bool) -> [(name: String, value: String)] {
    switch encoder {
    case "prores_ks": [("profile", hasAlpha ? "4444" : "hq")] + (hasAlpha ? [("alpha_bits", "16")] : [])
    case "ffv1": [("level", "3"), ("slicecrc", "1"), ("slices", "24")]
    case "libvpx-vp9": [("row-mt", "1")]
    default: []
    }
  }

  /// The option in which these encoders take their own parameters as one text.
  private static let texts = ["libx264": "x264-params", "libx265": "x265-params", "libsvtav1": "svtav1-params"]

  /// The options of `--encoder-options`.
  private static func further(
    _ pairs: [(name: String, value: String)], _ encoder: String
  ) -> [(name: String, value: String)] {
    guard let text = texts[encoder], !pairs.isEmpty else { return pairs }
    return [(text, pairs.map { "\($0.name)=\($0.value)" }.joined(separator: ":"))]
  }
}
