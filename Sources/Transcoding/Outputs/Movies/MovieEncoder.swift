internal import ToneMapping

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
  /// Whether it takes 4:2:0 only.
  var isFixedTo420 = false
  var minimumSide = 1
  /// The usual and the maximum constant rate factor; `nil` for FFmpeg's.
  var rateFactor: (usual: Double, maximum: Int)?
  /// The options beside a rate factor.
  var rateFactorOptions: [Option] = []
  var options: [Option] = []
  /// The default options with alpha, if they differ.
  var alphaOptions: [Option]?
  /// The option that takes the encoder's own parameters as one text.
  var parameters: String?
  /// The package that provides it, if an FFmpeg may lack it.
  var package: String?
  var requiresFullRange = false

  typealias Option = (name: String, value: String)
}

extension MovieEncoder {
  private init(named name: String) { self = Self.all.first { $0.name == name } ?? Self(name: name) }

  /// The encoders of a codec, in order of preference, or the encoder of this name.
  static func encoders(of codec: String) -> [MovieEncoder] {
    let known = all.filter { $0.codecs.contains(codec.lowercased()) }
    return known.isEmpty ? [MovieEncoder(named: codec)] : known
  }

  /// The encoders that have more than a name. Those of a codec are in order of preference.
  ///
  /// - Source: The documentation of `--crf` in x264 and x265; FFmpeg, `libx265.c`, which rejects pictures with a side below 16.
  private static let all: [MovieEncoder] = [
    Self(
      name: "libx264", codecs: ["h264", "avc"], layouts: (.yuv420p, .yuv420p10), requiresEvenSides: true,
      rateFactor: (18, 51), parameters: "x264-params", package: "an FFmpeg with x264"),
    // Apple's alpha profile has 8 bits.
    Self(
      name: "libx265", codecs: ["hevc", "h265"], layouts: (.yuv420p, .yuv420p10), alphaLayouts: (.yuva420p, .yuv420p10),
      requiresEvenSides: true, minimumSide: 16, rateFactor: (18, 51), parameters: "x265-params",
      package: "an FFmpeg with x265"),
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
