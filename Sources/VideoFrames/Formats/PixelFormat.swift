/// The layout of a picture's samples in memory, and their meaning.
///
///     PixelFormat.p010.chroma    // 4:2:0
///     PixelFormat.p010.shift     // 6: ten bits at the top of sixteen
///
/// A format is defined by its properties, so code that uses them works with every format. Samples of more than one byte
/// are little-endian.
///
/// - Source: Names and layouts follow FFmpeg, `libavutil/pixdesc.c`.
public struct PixelFormat: Hashable, Sendable {
  /// The meaning of the components.
  public enum Model: Hashable, Sendable {
    /// Y′, C′B, C′R; or I, CT, CP: one component of intensity and two of color difference.
    case yCbCr
    /// R′, G′, B′.
    case rgb
    /// Y′ only.
    case gray
  }

  /// The assignment of components to planes.
  public enum Layout: Hashable, Sendable {
    /// One plane per component; R′G′B′ in the order G, B, R.
    case planar
    /// A plane of Y′, and a plane with C′B and C′R interleaved.
    case biPlanar
    /// One plane with all components interleaved: those of each pixel, or, in 4:2:2, Y′, C′B, Y′, C′R of two pixels.
    case packed
    /// One plane of 32-bit words, each with all components of a pixel: the last in the lowest bits unless reversed, and unused bits at the top.
    case word
  }

  /// The numeric type of a sample.
  public enum SampleType: Hashable, Sendable {
    /// An unsigned integer with this many bits, 8…16: a code.
    case code(bits: Int)
    /// An IEEE 754 number in 16 bits, binary16.
    case half
    /// An IEEE 754 number in 32 bits, binary32.
    case float
  }

  /// The position of a code's bits in a sample that is larger than the code.
  public enum Alignment: Hashable, Sendable {
    /// In the low bits; the high bits are zero.
    case low
    /// In the high bits; the low bits are zero.
    case high
  }

  /// The meaning of the components.
  public let model: Model
  /// The assignment of components to planes.
  public let layout: Layout
  /// The chroma subsampling; 4:4:4 if there is no chroma.
  public let chroma: ChromaSubsampling
  /// The numeric type of the samples.
  public let sampleType: SampleType
  /// The position of a code's bits in a sample.
  public let alignment: Alignment
  /// Whether an alpha component follows the color components.
  public let hasAlpha: Bool
  /// Whether R′, G′, B′ are in the opposite order: in a word, the first in the lowest bits; in packed pixels, B′ first. Alpha stays last.
  public let isReversed: Bool

  init(
    _ model: Model, _ layout: Layout, _ chroma: ChromaSubsampling, _ sampleType: SampleType,
    alignment: Alignment = .low, hasAlpha: Bool = false, isReversed: Bool = false
  ) {
    self.model = model
    self.layout = layout
    self.chroma = chroma
    self.sampleType = sampleType
    self.alignment = alignment
    self.hasAlpha = hasAlpha
    self.isReversed = isReversed
  }

  /// The number of bits in a component: 8…16 in a code, 16 or 32 in a floating-point number.
  public var bitDepth: Int {
    switch sampleType {
    case .code(let bits): bits
    case .half: 16
    case .float: 32
    }
  }

  /// Whether the samples are IEEE 754 numbers instead of codes; their signal 0…1 needs no range.
  public var isFloat: Bool { sampleType == .half || sampleType == .float }

  /// The number of bytes in a sample, or in a word of several components: 1, 2 or 4.
  public var bytesPerSample: Int { layout == .word ? 4 : (bitDepth + 7) / 8 }

  /// The number of bits by which a code in its own sample is shifted left.
  public var shift: Int { alignment == .high ? 8 * bytesPerSample - bitDepth : 0 }

  /// The largest code; 0 for floating point, which has no codes.
  public var maximumCode: Int { isFloat ? 0 : 1 << bitDepth - 1 }

  /// The number of components, including alpha: 1, 3 or 4.
  public var componentCount: Int { (model == .gray ? 1 : 3) + (hasAlpha ? 1 : 0) }
}

/// The ratio of the luma grid to the chroma grid.
public struct ChromaSubsampling: Hashable, Sendable {
  /// The binary logarithm of the number of luma samples per chroma sample: 0 for equal numbers, 1 for half as many chroma samples.
  public let log2Horizontal, log2Vertical: Int

  /// 4:4:4: as many chroma samples as luma samples.
  public static let c444 = ChromaSubsampling(log2Horizontal: 0, log2Vertical: 0)
  /// 4:2:2: half as many chroma samples in a row.
  public static let c422 = ChromaSubsampling(log2Horizontal: 1, log2Vertical: 0)
  /// 4:2:0: half as many chroma samples in a row, and half as many rows.
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
