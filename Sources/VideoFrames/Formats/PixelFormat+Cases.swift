extension PixelFormat {
  private static func planar(_ chroma: ChromaSubsampling, _ bits: Int, alpha: Bool = false) -> PixelFormat {
    PixelFormat(.yCbCr, .planar, chroma, .code(bits: bits), hasAlpha: alpha)
  }

  private static func biPlanar(_ chroma: ChromaSubsampling, _ bits: Int) -> PixelFormat {
    PixelFormat(.yCbCr, .biPlanar, chroma, .code(bits: bits), alignment: bits == 8 ? .low : .high)
  }

  private static func gray(_ bits: Int) -> PixelFormat { PixelFormat(.gray, .planar, .c444, .code(bits: bits)) }

  private static func packed422(_ bits: Int) -> PixelFormat {
    PixelFormat(.yCbCr, .packed, .c422, .code(bits: bits), alignment: .high)
  }

  private static func rgb(_ layout: Layout, _ bits: Int, alpha: Bool = false) -> PixelFormat {
    rgb(layout, .code(bits: bits), alpha: alpha)
  }

  private static func rgb(_ layout: Layout, _ sampleType: SampleType, alpha: Bool = false) -> PixelFormat {
    PixelFormat(.rgb, layout, .c444, sampleType, hasAlpha: alpha)
  }

  // MARK: Planar Y′CbCr

  /// Planar 4:2:0, 8 bits.
  public static let yuv420p = planar(.c420, 8)
  /// Planar 4:2:0, 9 bits.
  public static let yuv420p9 = planar(.c420, 9)
  /// Planar 4:2:0, 10 bits.
  public static let yuv420p10 = planar(.c420, 10)
  /// Planar 4:2:0, 12 bits.
  public static let yuv420p12 = planar(.c420, 12)
  /// Planar 4:2:0, 14 bits.
  public static let yuv420p14 = planar(.c420, 14)
  /// Planar 4:2:0, 16 bits.
  public static let yuv420p16 = planar(.c420, 16)
  /// Planar 4:2:2, 8 bits.
  public static let yuv422p = planar(.c422, 8)
  /// Planar 4:2:2, 9 bits.
  public static let yuv422p9 = planar(.c422, 9)
  /// Planar 4:2:2, 10 bits.
  public static let yuv422p10 = planar(.c422, 10)
  /// Planar 4:2:2, 12 bits.
  public static let yuv422p12 = planar(.c422, 12)
  /// Planar 4:2:2, 14 bits.
  public static let yuv422p14 = planar(.c422, 14)
  /// Planar 4:2:2, 16 bits.
  public static let yuv422p16 = planar(.c422, 16)
  /// Planar 4:4:4, 8 bits.
  public static let yuv444p = planar(.c444, 8)
  /// Planar 4:4:4, 9 bits.
  public static let yuv444p9 = planar(.c444, 9)
  /// Planar 4:4:4, 10 bits.
  public static let yuv444p10 = planar(.c444, 10)
  /// Planar 4:4:4, 12 bits.
  public static let yuv444p12 = planar(.c444, 12)
  /// Planar 4:4:4, 14 bits.
  public static let yuv444p14 = planar(.c444, 14)
  /// Planar 4:4:4, 16 bits.
  public static let yuv444p16 = planar(.c444, 16)

  // MARK: Planar Y′CbCr with alpha; as in FFmpeg, there is no 12-bit 4:2:0

  /// Planar 4:2:0 and alpha, 8 bits.
  public static let yuva420p = planar(.c420, 8, alpha: true)
  /// Planar 4:2:0 and alpha, 10 bits.
  public static let yuva420p10 = planar(.c420, 10, alpha: true)
  /// Planar 4:2:0 and alpha, 16 bits.
  public static let yuva420p16 = planar(.c420, 16, alpha: true)
  /// Planar 4:2:2 and alpha, 8 bits.
  public static let yuva422p = planar(.c422, 8, alpha: true)
  /// Planar 4:2:2 and alpha, 10 bits.
  public static let yuva422p10 = planar(.c422, 10, alpha: true)
  /// Planar 4:2:2 and alpha, 12 bits.
  public static let yuva422p12 = planar(.c422, 12, alpha: true)
  /// Planar 4:2:2 and alpha, 16 bits.
  public static let yuva422p16 = planar(.c422, 16, alpha: true)
  /// Planar 4:4:4 and alpha, 8 bits.
  public static let yuva444p = planar(.c444, 8, alpha: true)
  /// Planar 4:4:4 and alpha, 10 bits.
  public static let yuva444p10 = planar(.c444, 10, alpha: true)
  /// Planar 4:4:4 and alpha, 12 bits.
  public static let yuva444p12 = planar(.c444, 12, alpha: true)
  /// Planar 4:4:4 and alpha, 16 bits.
  public static let yuva444p16 = planar(.c444, 16, alpha: true)

  // MARK: Bi-planar Y′CbCr; codes of more than 8 bits are in the high bits of 16

  /// Bi-planar 4:2:0, 8 bits.
  public static let nv12 = biPlanar(.c420, 8)
  /// Bi-planar 4:2:2, 8 bits.
  public static let nv16 = biPlanar(.c422, 8)
  /// Bi-planar 4:4:4, 8 bits.
  public static let nv24 = biPlanar(.c444, 8)
  /// Bi-planar 4:2:0, 10 bits.
  public static let p010 = biPlanar(.c420, 10)
  /// Bi-planar 4:2:0, 12 bits.
  public static let p012 = biPlanar(.c420, 12)
  /// Bi-planar 4:2:0, 16 bits.
  public static let p016 = biPlanar(.c420, 16)
  /// Bi-planar 4:2:2, 10 bits.
  public static let p210 = biPlanar(.c422, 10)
  /// Bi-planar 4:2:2, 12 bits.
  public static let p212 = biPlanar(.c422, 12)
  /// Bi-planar 4:2:2, 16 bits.
  public static let p216 = biPlanar(.c422, 16)
  /// Bi-planar 4:4:4, 10 bits.
  public static let p410 = biPlanar(.c444, 10)
  /// Bi-planar 4:4:4, 12 bits.
  public static let p412 = biPlanar(.c444, 12)
  /// Bi-planar 4:4:4, 16 bits.
  public static let p416 = biPlanar(.c444, 16)

  // MARK: Packed Y′CbCr; codes are in the high bits of 16

  /// Packed 4:2:2, Y′, C′B, Y′, C′R, 10 bits.
  public static let y210 = packed422(10)
  /// Packed 4:2:2, Y′, C′B, Y′, C′R, 12 bits.
  public static let y212 = packed422(12)

  // MARK: Luma only

  /// Luma only, 8 bits.
  public static let gray = gray(8)
  /// Luma only, 9 bits.
  public static let gray9 = gray(9)
  /// Luma only, 10 bits.
  public static let gray10 = gray(10)
  /// Luma only, 12 bits.
  public static let gray12 = gray(12)
  /// Luma only, 14 bits.
  public static let gray14 = gray(14)
  /// Luma only, 16 bits.
  public static let gray16 = gray(16)

  // MARK: R′G′B′

  /// Planar G′, B′, R′, 8 bits.
  public static let gbrp = rgb(.planar, 8)
  /// Planar G′, B′, R′, 9 bits.
  public static let gbrp9 = rgb(.planar, 9)
  /// Planar G′, B′, R′, 10 bits.
  public static let gbrp10 = rgb(.planar, 10)
  /// Planar G′, B′, R′, 12 bits.
  public static let gbrp12 = rgb(.planar, 12)
  /// Planar G′, B′, R′, 14 bits.
  public static let gbrp14 = rgb(.planar, 14)
  /// Planar G′, B′, R′, 16 bits.
  public static let gbrp16 = rgb(.planar, 16)
  /// Planar G′, B′, R′, 16-bit floating point.
  public static let gbrpf16 = rgb(.planar, .half)
  /// Planar G′, B′, R′, 32-bit floating point.
  public static let gbrpf32 = rgb(.planar, .float)
  /// Planar G′, B′, R′ and alpha, 8 bits.
  public static let gbrap = rgb(.planar, 8, alpha: true)
  /// Planar G′, B′, R′ and alpha, 10 bits.
  public static let gbrap10 = rgb(.planar, 10, alpha: true)
  /// Planar G′, B′, R′ and alpha, 12 bits.
  public static let gbrap12 = rgb(.planar, 12, alpha: true)
  /// Planar G′, B′, R′ and alpha, 16 bits.
  public static let gbrap16 = rgb(.planar, 16, alpha: true)
  /// Planar G′, B′, R′ and alpha, 16-bit floating point.
  public static let gbrapf16 = rgb(.planar, .half, alpha: true)
  /// Planar G′, B′, R′ and alpha, 32-bit floating point.
  public static let gbrapf32 = rgb(.planar, .float, alpha: true)
  /// Packed R′, G′, B′, 8 bits each.
  public static let rgb24 = rgb(.packed, 8)
  /// Packed B′, G′, R′, 8 bits each.
  public static let bgr24 = PixelFormat(.rgb, .packed, .c444, .code(bits: 8), isReversed: true)
  /// Packed R′, G′, B′ and alpha, 8 bits each.
  public static let rgba = rgb(.packed, 8, alpha: true)
  /// Packed B′, G′, R′ and alpha, 8 bits each.
  public static let bgra = PixelFormat(.rgb, .packed, .c444, .code(bits: 8), hasAlpha: true, isReversed: true)
  /// Packed R′, G′, B′, 16 bits each.
  public static let rgb48 = rgb(.packed, 16)
  /// Packed R′, G′, B′ and alpha, 16 bits each.
  public static let rgba64 = rgb(.packed, 16, alpha: true)
  /// Packed R′, G′, B′, 16-bit floating point.
  public static let rgbf16 = rgb(.packed, .half)
  /// Packed R′, G′, B′ and alpha, 16-bit floating point.
  public static let rgbaf16 = rgb(.packed, .half, alpha: true)
  /// Packed R′, G′, B′, 32-bit floating point.
  public static let rgbf32 = rgb(.packed, .float)
  /// Packed R′, G′, B′ and alpha, 32-bit floating point.
  public static let rgbaf32 = rgb(.packed, .float, alpha: true)
  /// R′, G′, B′ of 10 bits each in a 32-bit word, R′ highest, B′ lowest. The two top bits are written as ones and ignored when read, as in FFmpeg.
  public static let x2rgb10 = rgb(.word, 10)
  /// The same with B′ highest and R′ lowest.
  public static let x2bgr10 = PixelFormat(.rgb, .word, .c444, .code(bits: 10), isReversed: true)
}

extension PixelFormat: CaseIterable {
  /// All formats, in the order above.
  public static let allCases: [PixelFormat] = [
    .yuv420p, .yuv420p9, .yuv420p10, .yuv420p12, .yuv420p14, .yuv420p16, .yuv422p, .yuv422p9, .yuv422p10, .yuv422p12,
    .yuv422p14, .yuv422p16, .yuv444p, .yuv444p9, .yuv444p10, .yuv444p12, .yuv444p14, .yuv444p16, .yuva420p,
    .yuva420p10, .yuva420p16, .yuva422p, .yuva422p10, .yuva422p12, .yuva422p16, .yuva444p, .yuva444p10, .yuva444p12,
    .yuva444p16, .nv12, .nv16, .nv24, .p010, .p012, .p016, .p210, .p212, .p216, .p410, .p412, .p416, .y210, .y212,
    .gray, .gray9, .gray10, .gray12, .gray14, .gray16, .gbrp, .gbrp9, .gbrp10, .gbrp12, .gbrp14, .gbrp16, .gbrpf16,
    .gbrpf32, .gbrap, .gbrap10, .gbrap12, .gbrap16, .gbrapf16, .gbrapf32, .rgb24, .bgr24, .rgba, .bgra, .rgb48,
    .rgba64, .rgbf16, .rgbaf16, .rgbf32, .rgbaf32, .x2rgb10, .x2bgr10,
  ]
}
