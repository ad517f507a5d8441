/// The layout of a picture's samples in memory, and their meaning.
///
///     PixelFormat.p010.chroma    // 4:2:0
///     PixelFormat.p010.shift     // 6: ten bits at the top of sixteen
///
/// A format is a row of a table: its name, the order of its codes, its chroma subsampling and its depth. Everything else follows from the row, so
/// code that uses the properties works with every format. Samples of more than one byte are little-endian.
///
/// - Source: Names and layouts follow FFmpeg, `libavutil/pixdesc.c`.
public struct PixelFormat: Hashable, Sendable, CustomStringConvertible {
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
    /// One plane of 32-bit words, each with three codes from the lowest bits up: all components of a pixel; or, in 4:2:2, C′B, Y′, C′R, Y′ of
    /// two pixels after another, so that six pixels share four words.
    case word
  }

  /// FFmpeg's name of this format on a little-endian machine.
  ///
  ///     PixelFormat.yuv420p10.name  // "yuv420p10le"
  public let name: String
  /// The meaning of the components.
  public let model: Model
  /// The assignment of components to planes.
  public let layout: Layout
  /// The chroma subsampling; 4:4:4 if there is no chroma.
  public let chroma: ChromaSubsampling
  /// Whether the samples are IEEE 754 numbers, binary16 or binary32, instead of codes; their signal 0…1 needs no range.
  public let isFloat: Bool
  /// The number of bits in a component: 8…16 in a code, 16 or 32 in a floating-point number.
  public let bitDepth: Int
  /// Whether an alpha component follows the color components.
  public let hasAlpha: Bool
  /// The number of planes, 1…4.
  public let planeCount: Int

  /// Whether a code is in the high bits of its sample, and the low bits are zero.
  private let isHigh: Bool
  /// The number of codes in a sample: 1, or 3 in a word.
  let codesPerWord: Int
  /// The number of bytes of which a whole row is a multiple.
  let rowAlignment: Int
  /// For each plane, the number of codes in its smallest repeating group.
  let groups: SIMD4<Int8>
  /// For each component, its plane, the index of its first code in a row, and the distance between its codes, in codes.
  let planeIndices, firsts, steps: SIMD4<Int8>

  /// A row of the table.
  ///
  /// - Parameter order: The components of the smallest repeating group of codes in the order of memory, in a word from the lowest bits up: `yuyv`. A
  ///   `|` separates planes.
  @inline(never) init(
    _ name: String, _ order: String, _ chroma: ChromaSubsampling = .c444, bits: Int, isFloat: Bool = false,
    isHigh: Bool = false, codesPerWord: Int = 1, rowAlignment: Int = 1
  ) {
    (self.name, self.chroma, bitDepth, self.isFloat, self.isHigh) = (name, chroma, bits, isFloat, isHigh)
    (self.codesPerWord, self.rowAlignment) = (codesPerWord, rowAlignment)
    let planes = order.split(separator: "|")
    let components =
      (order.contains("r") ? "rgb" : order.contains("u") ? "yuv" : "y") + (order.contains("a") ? "a" : "")
    model = components.first == "r" ? .rgb : components.count == 1 ? .gray : .yCbCr
    (hasAlpha, planeCount) = (components.last == "a", planes.count)
    let isPacked = planes.count == 1 && order.count > 1
    layout = codesPerWord > 1 ? .word : isPacked ? .packed : planes.count == 2 ? .biPlanar : .planar
    var (groups, indices, firsts, steps) = (SIMD4<Int8>(), SIMD4<Int8>(), SIMD4<Int8>(), SIMD4<Int8>())
    for (index, plane) in planes.enumerated() {
      groups[index] = Int8(plane.count)
      for (component, letter) in components.enumerated() where plane.contains(letter) {
        indices[component] = Int8(index)
        firsts[component] = Int8(plane.prefix { $0 != letter }.count)
        steps[component] = Int8(plane.count / plane.count { $0 == letter })
      }
    }
    (self.groups, planeIndices, self.firsts, self.steps) = (groups, indices, firsts, steps)
  }

  /// The number of bytes in a sample, or in a word of several codes: 1, 2 or 4.
  public var bytesPerSample: Int { layout == .word ? 4 : (bitDepth + 7) / 8 }

  /// The number of bits by which a code in its own sample is shifted left.
  public var shift: Int { isHigh ? 8 * bytesPerSample - bitDepth : 0 }

  /// The largest code; 0 for floating point, which has no codes.
  public var maximumCode: Int { isFloat ? 0 : 1 << bitDepth - 1 }

  /// The number of components, including alpha: 1, 3 or 4.
  public var componentCount: Int { (model == .gray ? 1 : 3) + (hasAlpha ? 1 : 0) }

  public var description: String { name }
}

/// The ratio of the luma grid to the chroma grid.
public struct ChromaSubsampling: Hashable, Sendable, CustomStringConvertible {
  /// The binary logarithm of the number of luma samples per chroma sample: 0 for equal numbers, 1 for half as many chroma samples.
  public let log2Horizontal, log2Vertical: Int

  /// 4:4:4: as many chroma samples as luma samples.
  public static let c444 = ChromaSubsampling(log2Horizontal: 0, log2Vertical: 0)
  /// 4:2:2: half as many chroma samples in a row.
  public static let c422 = ChromaSubsampling(log2Horizontal: 1, log2Vertical: 0)
  /// 4:2:0: half as many chroma samples in a row, and half as many rows.
  public static let c420 = ChromaSubsampling(log2Horizontal: 1, log2Vertical: 1)

  public var description: String { self == .c444 ? "4:4:4" : self == .c422 ? "4:2:2" : "4:2:0" }
}
