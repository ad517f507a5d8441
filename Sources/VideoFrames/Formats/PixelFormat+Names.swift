extension PixelFormat {
  /// The format with this name.
  ///
  ///     PixelFormat(name: "yuv420p10")  // .yuv420p10
  ///     PixelFormat(name: "x420")       // .p010
  ///
  /// Some names also imply a range; see `Spelling`.
  public init?(name: String) {
    guard let spelling = Spelling(name) else { return nil }
    self = spelling.format
  }

  /// The full meaning of a pixel format's name: the format and, with some names, the range of its codes.
  ///
  ///     PixelFormat.Spelling("xf20")?.format       // .p010
  ///     PixelFormat.Spelling("xf20")?.isFullRange  // true
  public struct Spelling: Hashable, Sendable {
    public let format: PixelFormat
    /// Whether the name implies full range, or narrow range; `nil` if it leaves the range open.
    public let isFullRange: Bool?

    /// The meaning of a name, or `nil` if it is unknown.
    ///
    /// - Domain: FFmpeg's names, with or without `le`, and Core Video's constants and four-character codes, in upper or lower case.
    /// - Source: FFmpeg, `libavutil/pixdesc.c`; Apple, `CVPixelBuffer.h`, *kCVPixelFormatType*.
    public init?(_ name: String) {
      let name = Self.code(of: name)
      let format = PixelFormat.allCases.first { $0.name == name || $0.name == name + "le" }
      guard let spelling = Self.known[name] ?? format.map({ Spelling($0) }) else { return nil }
      self = spelling
    }

    init(_ format: PixelFormat, isFullRange: Bool? = nil) {
      self.format = format
      self.isFullRange = isFullRange
    }

    /// The irregular names: FFmpeg's old full-range names, its aliases, and Apple's codes.
    static let known: [String: Spelling] = [
      "yuvj420p": Spelling(.yuv420p, isFullRange: true), "yuvj422p": Spelling(.yuv422p, isFullRange: true),
      "yuvj444p": Spelling(.yuv444p, isFullRange: true), "gray8": Spelling(.gray), "y8": Spelling(.gray),
      "y420": Spelling(.yuv420p, isFullRange: false), "f420": Spelling(.yuv420p, isFullRange: true),
      "420v": Spelling(.nv12, isFullRange: false), "420f": Spelling(.nv12, isFullRange: true),
      "422v": Spelling(.nv16, isFullRange: false), "422f": Spelling(.nv16, isFullRange: true),
      "444v": Spelling(.nv24, isFullRange: false), "444f": Spelling(.nv24, isFullRange: true),
      "x420": Spelling(.p010, isFullRange: false), "xf20": Spelling(.p010, isFullRange: true),
      "x422": Spelling(.p210, isFullRange: false), "xf22": Spelling(.p210, isFullRange: true),
      "x444": Spelling(.p410, isFullRange: false), "xf44": Spelling(.p410, isFullRange: true),
      "sv22": Spelling(.p216, isFullRange: false), "sv44": Spelling(.p416, isFullRange: false),
      "l008": Spelling(.gray), "l016": Spelling(.gray16), "l64r": Spelling(.rgba64, isFullRange: true),
      "rgha": Spelling(.rgbaf16), "rgfa": Spelling(.rgbaf32),
    ]

    /// The four-character code of a Core Video constant, or any other name itself. Both are in lowercase.
    private static func code(of name: String) -> String {
      let name = name.lowercased()
      return name.hasPrefix(prefix) ? codes[String(name.dropFirst(prefix.count))] ?? name : name
    }

    /// Whether a name denotes a Core Video format whose layout `PixelFormat` lacks.
    package static func isUnsupported(_ name: String) -> Bool {
      let name = name.lowercased()
      return Self(name) == nil && (name.hasPrefix(prefix) || unsupported.contains(name))
    }

    private static let prefix = "kcvpixelformattype_"

    /// The codes of Core Video's constants, by their names without the prefix.
    ///
    /// - Source: Apple, `CVPixelBuffer.h`, *kCVPixelFormatType*.
    private static let codes = [
      "420ypcbcr8planar": "y420", "420ypcbcr8planarfullrange": "f420", "420ypcbcr8biplanarvideorange": "420v",
      "420ypcbcr8biplanarfullrange": "420f", "422ypcbcr8biplanarvideorange": "422v",
      "422ypcbcr8biplanarfullrange": "422f", "444ypcbcr8biplanarvideorange": "444v",
      "444ypcbcr8biplanarfullrange": "444f", "420ypcbcr10biplanarvideorange": "x420",
      "420ypcbcr10biplanarfullrange": "xf20", "422ypcbcr10biplanarvideorange": "x422",
      "422ypcbcr10biplanarfullrange": "xf22", "444ypcbcr10biplanarvideorange": "x444",
      "444ypcbcr10biplanarfullrange": "xf44", "422ypcbcr16biplanarvideorange": "sv22",
      "444ypcbcr16biplanarvideorange": "sv44", "onecomponent8": "l008", "onecomponent16": "l016", "64rgbale": "l64r",
      "64rgbahalf": "rgha", "128rgbafloat": "rgfa", "32bgra": "bgra", "32rgba": "rgba", "24rgb": "rgb24",
      "24bgr": "bgr24", "422ypcbcr10": "v210",
    ]

    private static let unsupported: Set = [
      "2vuy", "yuvs", "yuvf", "v216", "v308", "v410", "v408", "r408", "y408", "y416", "a2vy", "v0a8", "argb",
      "abgr", "b64a", "b48r", "b32a", "b16g", "r10k", "r210", "w30r", "l10r", "w40a", "l010", "l012", "l00h", "l00f",
      "2c08", "2c16",
    ]
  }
}
