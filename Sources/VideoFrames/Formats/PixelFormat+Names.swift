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

  /// Everything that the name of a pixel format states: the format and, with some names, the range of its codes.
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
    /// - Domain: FFmpeg's names, with or without `le`, and Apple's four-character codes, in upper or lower case.
    /// - Source: FFmpeg, `libavutil/pixdesc.c`; Apple, `CVPixelBuffer.h`, *kCVPixelFormatType*.
    public init?(_ name: String) {
      let name = name.lowercased()
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

    /// The names that follow no rule: FFmpeg's old full-range names, its aliases, and Apple's codes.
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
  }
}

extension PixelFormat: CustomStringConvertible {
  public var description: String { name }
}
