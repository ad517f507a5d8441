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
  var isHEVC: Bool { row.writesHEVC }
  func writesAlphaLayer(of asked: PixelFormat?) -> Bool {
    encoder == "libx265" && format?.hasAlpha == true && asked ?? format == format
  }
  /// The encoder's options in FFmpeg's names, except those that state the color: for quality, default ones, and given ones.
  private let quality, usual, given: [MovieEncoder.Option]
  /// Whether pictures keep their Dolby Vision RPUs.
  var keepsDolbyVision = false
  /// The number of threads of a chunk's encoder, on every machine.
  var chunkThreads: Int { row.chunkThreads }

  init(
    _ asked: EncodingSettings, in kind: OutputKind, bitDepth: Int, isHDR: Bool, hasAlpha: Bool,
    isAvailable: (String) -> Bool
  ) throws(TranscodingError) {
    let codec = asked.codec ?? Self.usual(kind, isHDR: isHDR || bitDepth > 8, hasAlpha, isAvailable)
    let known = MovieEncoder.encoders(of: codec)
    if kind == .hevc, known.contains(where: { !$0.writesHEVC }) { throw .encoding(.otherCodec(codec, kind)) }
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
    let chunk = asked.chunkFrames == nil ? [] : row.chunkParameters
    let pairs = chunk + asked.options.map { ($0.name, $0.value) }
    given =
      if let text = row.parameters, !pairs.isEmpty {
        [(text, pairs.map { "\($0.0)=\($0.1)" }.joined(separator: ":"))]
      } else { pairs }
  }

  /// The encoder's options for pictures of a size, in FFmpeg's names, except those that state the color.
  ///
  /// FFV1's 24 slices are 4 rows of 6, each with at least one chroma sample; smaller pictures, and those that end in half a chroma sample, which
  /// not every number can divide, get FFmpeg's default number.
  func options(for size: PictureSize, _ format: PixelFormat) -> [MovieEncoder.Option] {
    let isDivided = size.width >= 24 && size.height >= 8 && !Self.endsInHalfASample(size, format)
    return quality + usual.filter { $0.name != "slices" || isDivided } + given
  }

  /// Whether the encoder rejects pictures of a size: some need whole chroma samples.
  func refuses(_ size: PictureSize, _ format: PixelFormat) -> Bool {
    row.requiresEvenSides && Self.endsInHalfASample(size, format)
  }

  private static func endsInHalfASample(_ size: PictureSize, _ format: PixelFormat) -> Bool {
    size.width % 2 == 1 && format.chroma != .c444 || size.height % 2 == 1 && format.chroma == .c420
  }

  func check(_ size: PictureSize, _ format: PixelFormat, _ range: QuantizationRange?) throws(TranscodingError) {
    guard min(size.width, size.height) >= row.minimumSide else {
      throw .encoding(.tooSmall(size, smallestSide: row.minimumSide, encoder: encoder))
    }
    if refuses(size, format) {
      let full = row.isFixedTo420 ? nil : format.planar(chroma: .c444)
      throw .encoding(.oddSize(size, format, encoder: encoder, full: full))
    }
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

/// An encoder of FFmpeg's libraries for movies, one row each; others have a name alone.
struct MovieEncoder {
  let name: String
  /// The names of its codec, in lowercase.
  var codecs: [String] = []
  /// The usual layouts for 8 and for more bits: 4:2:0, which all players decode, and for ProRes the one that editors expect; `nil` for the plan's.
  var layouts: (PixelFormat, deep: PixelFormat)?
  /// The layouts with alpha, if they differ.
  var alphaLayouts: (PixelFormat, deep: PixelFormat)?
  /// Whether it takes whole chroma samples only.
  var requiresEvenSides = false
  var isFixedTo420 = false
  var minimumSide = 1
  /// The usual and the maximum constant rate factor; `nil` for FFmpeg's.
  var rateFactor: (usual: Double, maximum: Int)?
  var rateFactorOptions: [Option] = []
  var options: [Option] = []
  /// The default options with alpha, if they differ.
  var alphaOptions: [Option]?
  /// The option that takes the encoder's own parameters as one text.
  var parameters: String?
  /// The package that provides it, if an FFmpeg may lack it.
  var package: String?
  var requiresFullRange = false
  /// The number of threads of a chunk's encoder: x264's bytes depend on it, and x265's vary from run to run above two frame threads.
  var chunkThreads = 4
  /// The parameters with which all processors and runs give the same bytes.
  var chunkParameters: [Option] = []

  typealias Option = (name: String, value: String)

  var writesHEVC: Bool { ["libx265", "libkvazaar"].contains(name) || name.hasPrefix("hevc_") }

  /// The encoders of a codec, in order of preference, or the encoder of this name.
  static func encoders(of codec: String) -> [MovieEncoder] {
    let known = all.filter { $0.codecs.contains(codec.lowercased()) }
    return known.isEmpty ? [all.first { $0.name == codec } ?? Self(name: codec)] : known
  }

  /// The encoders that have more than a name. Those of a codec are in order of preference.
  ///
  /// - Source: The documentation of `--crf` in x264 and x265; FFmpeg, `libx265.c`, which rejects pictures with a side below 16.
  private static let all: [MovieEncoder] = [
    Self(
      name: "libx264", codecs: ["h264", "avc"], layouts: (.yuv420p, .yuv420p10), requiresEvenSides: true,
      rateFactor: (18, 51), parameters: "x264-params", package: "an FFmpeg with x264"),
    // Apple's alpha profile has 8 bits. In chunks, x265 does not state its processor, and makes its threads even where NUMA is unknown.
    Self(
      name: "libx265", codecs: ["hevc", "h265"], layouts: (.yuv420p, .yuv420p10), alphaLayouts: (.yuva420p, .yuv420p10),
      requiresEvenSides: true, minimumSide: 16, rateFactor: (18, 51), parameters: "x265-params",
      package: "an FFmpeg with x265", chunkThreads: 1, chunkParameters: [("info", "0"), ("pools", "4")]),
    Self(
      name: "libsvtav1", codecs: ["av1"], layouts: (.yuv420p, .yuv420p10), requiresEvenSides: true, isFixedTo420: true,
      parameters: "svtav1-params", package: "an FFmpeg with SVT-AV1"),
    Self(name: "libaom-av1", codecs: ["av1"], layouts: (.yuv420p, .yuv420p10)),
    Self(
      name: "libvpx-vp9", codecs: ["vp9"], layouts: (.yuv420p, .yuv420p10), alphaLayouts: (.yuva420p, .yuva420p),
      rateFactorOptions: [("b", "0")], options: [("row-mt", "1")], package: "an FFmpeg with libvpx"),
    Self(
      name: "prores_ks", codecs: ["prores"], layouts: (.yuv422p10, .yuv422p10),
      alphaLayouts: (.yuva444p10, .yuva444p10),
      options: [("profile", "hq")], alphaOptions: [("profile", "4444"), ("alpha_bits", "16")]),
    Self(name: "ffv1", codecs: ["ffv1"], options: [("level", "3"), ("slicecrc", "1"), ("slices", "24")]),
    Self(name: "mjpeg", requiresFullRange: true),
  ]
}
