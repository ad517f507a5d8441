/// How the samples of a picture lie in memory, and what they stand for.
///
///     PixelFormat.p010.chroma    // 4:2:0
///     PixelFormat.p010.shift     // 6: ten bits at the top of sixteen
///
/// A format is its properties: code that asks for them serves every format there is. Samples of more than one byte
/// are little-endian.
///
/// - Source: the names and the layouts are those of FFmpeg's `libavutil/pixdesc.c`.
public struct PixelFormat: Hashable, Sendable {
  /// What the components are.
  public enum Model: Hashable, Sendable {
    /// Y′, C′B, C′R; or I, CT, CP: one component of intensity and two of color difference.
    case yCbCr
    /// R′, G′, B′.
    case rgb
    /// Y′ alone.
    case gray
  }

  /// How the components are dealt to planes.
  public enum Layout: Hashable, Sendable {
    /// A plane for each component; R′G′B′ in the order G, B, R.
    case planar
    /// A plane of Y′, and a plane of C′B and C′R by turns.
    case biPlanar
    /// One plane of all components by turns.
    case packed
  }

  /// Where the bits of a code lie in a sample that has room for more.
  public enum Alignment: Hashable, Sendable {
    /// In the low bits; the high bits are zero.
    case low
    /// In the high bits; the low bits are zero.
    case high
  }

  /// What the components are.
  public let model: Model
  /// How the components are dealt to planes.
  public let layout: Layout
  /// How much coarser the grid of color differences is than that of luma; 4:4:4 where there are none.
  public let chroma: ChromaSubsampling
  /// The bits of one code, or of one floating-point number: 8…16 or 32.
  public let bitDepth: Int
  /// Where those bits lie in a sample.
  public let alignment: Alignment
  /// Whether a component of coverage follows the components of color.
  public let hasAlpha: Bool

  init(
    _ model: Model, _ layout: Layout, _ chroma: ChromaSubsampling, _ bitDepth: Int, alignment: Alignment = .low,
    hasAlpha: Bool = false
  ) {
    self.model = model
    self.layout = layout
    self.chroma = chroma
    self.bitDepth = bitDepth
    self.alignment = alignment
    self.hasAlpha = hasAlpha
  }

  /// Whether the samples are IEEE 754 numbers and not codes; their signal 0…1 needs no range.
  public var isFloat: Bool { bitDepth == 32 }

  /// The bytes of one sample: 1, 2 or 4.
  public var bytesPerSample: Int { bitDepth == 8 ? 1 : isFloat ? 4 : 2 }

  /// By how many bits a code is shifted up in its sample.
  public var shift: Int { alignment == .high ? 8 * bytesPerSample - bitDepth : 0 }

  /// The largest code; for floating point there is none, and this is 0.
  public var maximumCode: Int { isFloat ? 0 : 1 << bitDepth - 1 }

  /// The components of color and, where there is one, of coverage: 1, 3 or 4.
  public var componentCount: Int { (model == .gray ? 1 : 3) + (hasAlpha ? 1 : 0) }
}

/// How much coarser the grid of color differences is than that of luma.
public struct ChromaSubsampling: Hashable, Sendable {
  /// The binary logarithm of luma samples for one of chroma: 0 for as many, 1 for half as many.
  public let log2Horizontal, log2Vertical: Int

  /// As many as of luma: 4:4:4.
  public static let c444 = ChromaSubsampling(log2Horizontal: 0, log2Vertical: 0)
  /// Half as many in a row: 4:2:2.
  public static let c422 = ChromaSubsampling(log2Horizontal: 1, log2Vertical: 0)
  /// Half as many in a row, and half as many rows: 4:2:0.
  public static let c420 = ChromaSubsampling(log2Horizontal: 1, log2Vertical: 1)
}

extension ChromaSubsampling: CustomStringConvertible {
  public var description: String {
    switch self {
    case .c444: "4:4:4"
    case .c422: "4:2:2"
    default: "4:2:0"
    }
  }
}
