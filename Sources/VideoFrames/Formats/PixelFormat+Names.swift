public import Colorimetry

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
  ///     PixelFormat.Spelling("xf20")?.format        // .p010
  ///     PixelFormat.Spelling("xf20")?.impliedRange  // .full
  public struct Spelling: Hashable, Sendable {
    /// The format.
    public let format: PixelFormat
    /// The range that the name implies; `nil` if it leaves the range open.
    public let impliedRange: QuantizationRange?

    /// The meaning of a name, or `nil` if it is unknown.
    ///
    /// - Domain: FFmpeg's names, with or without `le`, and Apple's four-character codes, in upper or lower case.
    /// - Source: FFmpeg, `libavutil/pixdesc.c`; Apple, `CVPixelBuffer.h`, *kCVPixelFormatType*.
    public init?(_ name: String) {
      let name = name.lowercased()
      if let known = Self.known[name] {
        self = known
      } else if let format = PixelFormat.allCases.first(where: { $0.name == name || $0.name == name + "le" }) {
        self.init(format, nil)
      } else {
        return nil
      }
    }

    init(_ format: PixelFormat, _ impliedRange: QuantizationRange?) {
      self.format = format
      self.impliedRange = impliedRange
    }

    /// The names that follow no rule: FFmpeg's old full-range names, its aliases, and Apple's codes.
    static let known: [String: Spelling] = [
      "yuvj420p": Spelling(.yuv420p, .full), "yuvj422p": Spelling(.yuv422p, .full),
      "yuvj444p": Spelling(.yuv444p, .full), "gray8": Spelling(.gray, nil), "y8": Spelling(.gray, nil),
      "y420": Spelling(.yuv420p, .narrow), "f420": Spelling(.yuv420p, .full),
      "420v": Spelling(.nv12, .narrow), "420f": Spelling(.nv12, .full),
      "422v": Spelling(.nv16, .narrow), "422f": Spelling(.nv16, .full),
      "444v": Spelling(.nv24, .narrow), "444f": Spelling(.nv24, .full),
      "x420": Spelling(.p010, .narrow), "xf20": Spelling(.p010, .full),
      "x422": Spelling(.p210, .narrow), "xf22": Spelling(.p210, .full),
      "x444": Spelling(.p410, .narrow), "xf44": Spelling(.p410, .full),
      "sv22": Spelling(.p216, .narrow), "sv44": Spelling(.p416, .narrow),
      "l008": Spelling(.gray, nil), "l016": Spelling(.gray16, nil), "l64r": Spelling(.rgba64, .full),
      "rgha": Spelling(.rgbaf16, nil),
    ]
  }
}

extension PixelFormat: CustomStringConvertible {
  public var description: String { name }
}
