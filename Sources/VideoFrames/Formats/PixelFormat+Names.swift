extension PixelFormat {
  /// FFmpeg's name of this format on a little-endian machine.
  ///
  ///     PixelFormat.yuv420p10.name  // "yuv420p10le"
  ///
  /// - Source: FFmpeg, `libavutil/pixdesc.c`.
  public var name: String {
    let a = hasAlpha ? "a" : ""
    let depth = isFloat ? "f\(bitDepth)le" : bitDepth == 8 ? "" : "\(bitDepth)le"
    switch (model, layout) {
    case (.gray, _): return "gray\(depth)"
    case (.rgb, .packed) where isFloat: return "rgb\(a)\(depth)"
    case (.rgb, .packed) where bitDepth == 8: return "\(isReversed ? "bgr" : "rgb")\(hasAlpha ? "a" : "24")"
    case (.rgb, .packed): return "rgb\(a)\(bitDepth * componentCount)le"
    case (.rgb, .word): return "x\(32 - bitDepth * componentCount)\(isReversed ? "bgr" : "rgb")\(depth)"
    case (.rgb, _): return "gbr\(a)p\(depth)"
    case (.yCbCr, .biPlanar) where bitDepth == 8: return "nv\(["12", "16", "24"][chromaRank])"
    case (.yCbCr, .packed): return "y\(["0", "2", "4"][chromaRank])\(depth)"
    case (.yCbCr, .biPlanar): return "p\(["0", "2", "4"][chromaRank])\(bitDepth)le"
    case (.yCbCr, _): return "yuv\(a)\(["420", "422", "444"][chromaRank])p\(depth)"
    }
  }

  private var chromaRank: Int { 2 - chroma.log2Horizontal - chroma.log2Vertical }

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
    /// The format.
    public let format: PixelFormat
    /// Whether the name implies full range, or narrow range; `nil` if it leaves the range open.
    public let isFullRange: Bool?

    /// The meaning of a name, or `nil` if it is unknown.
    ///
    /// - Domain: FFmpeg's names, with or without `le`, and Core Video's constants and four-character codes, in upper or lower case.
    /// - Source: FFmpeg, `libavutil/pixdesc.c`; Apple, `CVPixelBuffer.h`, *kCVPixelFormatType*.
    public init?(_ name: String) {
      let name = Self.code(of: name)
      if let known = Self.known[name] {
        self = known
      } else if let format = PixelFormat.allCases.first(where: { $0.name == name || $0.name == name + "le" }) {
        self.init(format)
      } else {
        return nil
      }
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
      guard name.hasPrefix("kcvpixelformattype_") else { return name }
      let constant = String(name.dropFirst("kcvpixelformattype_".count))
      return coreVideo.first { $0.constant == constant }?.code ?? name
    }

    /// Whether a name denotes a Core Video format whose layout `PixelFormat` lacks.
    package static func isUnsupported(_ name: String) -> Bool {
      let code = code(of: name)
      return Self(code) == nil && (coreVideo.contains { $0.code == code } || code.hasPrefix("kcvpixelformattype_"))
    }

    /// Core Video's formats: the constant without its prefix, and its code.
    ///
    /// - Source: Apple, `CVPixelBuffer.h`, *kCVPixelFormatType*.
    private static let coreVideo: [(constant: String, code: String)] = [
      ("420ypcbcr8planar", "y420"), ("420ypcbcr8planarfullrange", "f420"),
      ("420ypcbcr8biplanarvideorange", "420v"), ("420ypcbcr8biplanarfullrange", "420f"),
      ("422ypcbcr8biplanarvideorange", "422v"), ("422ypcbcr8biplanarfullrange", "422f"),
      ("444ypcbcr8biplanarvideorange", "444v"), ("444ypcbcr8biplanarfullrange", "444f"),
      ("420ypcbcr10biplanarvideorange", "x420"), ("420ypcbcr10biplanarfullrange", "xf20"),
      ("422ypcbcr10biplanarvideorange", "x422"), ("422ypcbcr10biplanarfullrange", "xf22"),
      ("444ypcbcr10biplanarvideorange", "x444"), ("444ypcbcr10biplanarfullrange", "xf44"),
      ("422ypcbcr16biplanarvideorange", "sv22"), ("444ypcbcr16biplanarvideorange", "sv44"),
      ("onecomponent8", "l008"), ("onecomponent16", "l016"), ("64rgbale", "l64r"), ("64rgbahalf", "rgha"),
      ("128rgbafloat", "rgfa"), ("32bgra", "bgra"), ("32rgba", "rgba"), ("24rgb", "rgb24"), ("24bgr", "bgr24"),
      ("422ypcbcr8", "2vuy"), ("422ypcbcr8_yuvs", "yuvs"), ("422ypcbcr8fullrange", "yuvf"),
      ("422ypcbcr10", "v210"), ("422ypcbcr16", "v216"), ("444ypcbcr8", "v308"), ("444ypcbcr10", "v410"),
      ("4444ypcbcra8", "v408"), ("4444ypcbcra8r", "r408"), ("4444aypcbcr8", "y408"), ("4444aypcbcr16", "y416"),
      ("422ypcbcr_4a_8biplanar", "a2vy"), ("420ypcbcr8videorange_8a_triplanar", "v0a8"), ("32argb", "argb"),
      ("32abgr", "abgr"), ("64argb", "b64a"), ("48rgb", "b48r"), ("32alphagray", "b32a"), ("16gray", "b16g"),
      ("30rgb", "r10k"), ("30rgb_r210", "r210"), ("30rgblepackedwidegamut", "w30r"), ("argb2101010lepacked", "l10r"),
      ("40argblewidegamut", "w40a"), ("onecomponent10", "l010"), ("onecomponent12", "l012"),
      ("onecomponent16half", "l00h"), ("onecomponent32float", "l00f"), ("twocomponent8", "2c08"),
      ("twocomponent16", "2c16"),
    ]
  }
}

extension PixelFormat: CustomStringConvertible {
  public var description: String { name }
}
