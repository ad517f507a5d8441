// The table of formats. An order of codes separates planes by `|`; in a word, the lowest bits come first.
extension PixelFormat: CaseIterable {
  /// Planar Y′CbCr of 8 to 16 bits.
  public static let
    yuv420p = PixelFormat("yuv420p", "y|u|v", .c420, bits: 8),
    yuv420p9 = PixelFormat("yuv420p9le", "y|u|v", .c420, bits: 9),
    yuv420p10 = PixelFormat("yuv420p10le", "y|u|v", .c420, bits: 10),
    yuv420p12 = PixelFormat("yuv420p12le", "y|u|v", .c420, bits: 12),
    yuv420p14 = PixelFormat("yuv420p14le", "y|u|v", .c420, bits: 14),
    yuv420p16 = PixelFormat("yuv420p16le", "y|u|v", .c420, bits: 16),
    yuv422p = PixelFormat("yuv422p", "y|u|v", .c422, bits: 8),
    yuv422p9 = PixelFormat("yuv422p9le", "y|u|v", .c422, bits: 9),
    yuv422p10 = PixelFormat("yuv422p10le", "y|u|v", .c422, bits: 10),
    yuv422p12 = PixelFormat("yuv422p12le", "y|u|v", .c422, bits: 12),
    yuv422p14 = PixelFormat("yuv422p14le", "y|u|v", .c422, bits: 14),
    yuv422p16 = PixelFormat("yuv422p16le", "y|u|v", .c422, bits: 16),
    yuv444p = PixelFormat("yuv444p", "y|u|v", bits: 8),
    yuv444p9 = PixelFormat("yuv444p9le", "y|u|v", bits: 9),
    yuv444p10 = PixelFormat("yuv444p10le", "y|u|v", bits: 10),
    yuv444p12 = PixelFormat("yuv444p12le", "y|u|v", bits: 12),
    yuv444p14 = PixelFormat("yuv444p14le", "y|u|v", bits: 14),
    yuv444p16 = PixelFormat("yuv444p16le", "y|u|v", bits: 16)

  /// Planar Y′CbCr and alpha; as in FFmpeg, there is no 4:2:0 of 12 bits.
  public static let
    yuva420p = PixelFormat("yuva420p", "y|u|v|a", .c420, bits: 8),
    yuva420p10 = PixelFormat("yuva420p10le", "y|u|v|a", .c420, bits: 10),
    yuva420p16 = PixelFormat("yuva420p16le", "y|u|v|a", .c420, bits: 16),
    yuva422p = PixelFormat("yuva422p", "y|u|v|a", .c422, bits: 8),
    yuva422p10 = PixelFormat("yuva422p10le", "y|u|v|a", .c422, bits: 10),
    yuva422p12 = PixelFormat("yuva422p12le", "y|u|v|a", .c422, bits: 12),
    yuva422p16 = PixelFormat("yuva422p16le", "y|u|v|a", .c422, bits: 16),
    yuva444p = PixelFormat("yuva444p", "y|u|v|a", bits: 8),
    yuva444p10 = PixelFormat("yuva444p10le", "y|u|v|a", bits: 10),
    yuva444p12 = PixelFormat("yuva444p12le", "y|u|v|a", bits: 12),
    yuva444p16 = PixelFormat("yuva444p16le", "y|u|v|a", bits: 16)

  /// Bi-planar Y′CbCr; codes of more than 8 bits are in the high bits of 16.
  public static let
    nv12 = PixelFormat("nv12", "y|uv", .c420, bits: 8),
    nv16 = PixelFormat("nv16", "y|uv", .c422, bits: 8),
    nv24 = PixelFormat("nv24", "y|uv", bits: 8),
    p010 = PixelFormat("p010le", "y|uv", .c420, bits: 10, isHigh: true),
    p012 = PixelFormat("p012le", "y|uv", .c420, bits: 12, isHigh: true),
    p016 = PixelFormat("p016le", "y|uv", .c420, bits: 16, isHigh: true),
    p210 = PixelFormat("p210le", "y|uv", .c422, bits: 10, isHigh: true),
    p212 = PixelFormat("p212le", "y|uv", .c422, bits: 12, isHigh: true),
    p216 = PixelFormat("p216le", "y|uv", .c422, bits: 16, isHigh: true),
    p410 = PixelFormat("p410le", "y|uv", bits: 10, isHigh: true),
    p412 = PixelFormat("p412le", "y|uv", bits: 12, isHigh: true),
    p416 = PixelFormat("p416le", "y|uv", bits: 16, isHigh: true)

  /// Packed Y′CbCr 4:2:2; codes are in the high bits of 16.
  public static let
    y210 = PixelFormat("y210le", "yuyv", .c422, bits: 10, isHigh: true),
    y212 = PixelFormat("y212le", "yuyv", .c422, bits: 12, isHigh: true)

  /// Y′CbCr 4:2:2 of 10 bits, three codes in a 32-bit word: six pixels in 16 bytes. Rows in files are multiples of 128 bytes. Written codes are
  /// limited to 4…1019; the others are for synchronization.
  ///
  /// - Source: Apple, *Letters from the Ice Floe*, dispatch 19; ITU-R BT.709-6, item 5.9; FFmpeg, `libavcodec/v210enc.c`.
  public static let v210 = PixelFormat("v210", "uyvy", .c422, bits: 10, codesPerWord: 3, rowAlignment: 128)

  /// Luma only.
  public static let
    gray = PixelFormat("gray", "y", bits: 8),
    gray9 = PixelFormat("gray9le", "y", bits: 9),
    gray10 = PixelFormat("gray10le", "y", bits: 10),
    gray12 = PixelFormat("gray12le", "y", bits: 12),
    gray14 = PixelFormat("gray14le", "y", bits: 14),
    gray16 = PixelFormat("gray16le", "y", bits: 16)

  /// Planar G′, B′, R′, also with alpha, and in floating point.
  public static let
    gbrp = PixelFormat("gbrp", "g|b|r", bits: 8),
    gbrp9 = PixelFormat("gbrp9le", "g|b|r", bits: 9),
    gbrp10 = PixelFormat("gbrp10le", "g|b|r", bits: 10),
    gbrp12 = PixelFormat("gbrp12le", "g|b|r", bits: 12),
    gbrp14 = PixelFormat("gbrp14le", "g|b|r", bits: 14),
    gbrp16 = PixelFormat("gbrp16le", "g|b|r", bits: 16),
    gbrpf16 = PixelFormat("gbrpf16le", "g|b|r", bits: 16, isFloat: true),
    gbrpf32 = PixelFormat("gbrpf32le", "g|b|r", bits: 32, isFloat: true),
    gbrap = PixelFormat("gbrap", "g|b|r|a", bits: 8),
    gbrap10 = PixelFormat("gbrap10le", "g|b|r|a", bits: 10),
    gbrap12 = PixelFormat("gbrap12le", "g|b|r|a", bits: 12),
    gbrap16 = PixelFormat("gbrap16le", "g|b|r|a", bits: 16),
    gbrapf16 = PixelFormat("gbrapf16le", "g|b|r|a", bits: 16, isFloat: true),
    gbrapf32 = PixelFormat("gbrapf32le", "g|b|r|a", bits: 32, isFloat: true)

  /// Packed R′G′B′, also with alpha, of 8 or 16 bits, and in floating point.
  public static let
    rgb24 = PixelFormat("rgb24", "rgb", bits: 8),
    bgr24 = PixelFormat("bgr24", "bgr", bits: 8),
    rgba = PixelFormat("rgba", "rgba", bits: 8),
    bgra = PixelFormat("bgra", "bgra", bits: 8),
    rgb48 = PixelFormat("rgb48le", "rgb", bits: 16),
    rgba64 = PixelFormat("rgba64le", "rgba", bits: 16),
    rgbf16 = PixelFormat("rgbf16le", "rgb", bits: 16, isFloat: true),
    rgbaf16 = PixelFormat("rgbaf16le", "rgba", bits: 16, isFloat: true),
    rgbf32 = PixelFormat("rgbf32le", "rgb", bits: 32, isFloat: true),
    rgbaf32 = PixelFormat("rgbaf32le", "rgba", bits: 32, isFloat: true)

  /// R′, G′, B′ of 10 bits each in a 32-bit word. The two top bits are written as ones and ignored when read, as in FFmpeg.
  public static let
    x2rgb10 = PixelFormat("x2rgb10le", "bgr", bits: 10, codesPerWord: 3),
    x2bgr10 = PixelFormat("x2bgr10le", "rgb", bits: 10, codesPerWord: 3)

  /// All formats, in the order above.
  public static let allCases: [PixelFormat] = [
    .yuv420p, .yuv420p9, .yuv420p10, .yuv420p12, .yuv420p14, .yuv420p16, .yuv422p, .yuv422p9, .yuv422p10, .yuv422p12,
    .yuv422p14, .yuv422p16, .yuv444p, .yuv444p9, .yuv444p10, .yuv444p12, .yuv444p14, .yuv444p16, .yuva420p,
    .yuva420p10, .yuva420p16, .yuva422p, .yuva422p10, .yuva422p12, .yuva422p16, .yuva444p, .yuva444p10, .yuva444p12,
    .yuva444p16, .nv12, .nv16, .nv24, .p010, .p012, .p016, .p210, .p212, .p216, .p410, .p412, .p416, .y210, .y212,
    .v210,
    .gray, .gray9, .gray10, .gray12, .gray14, .gray16, .gbrp, .gbrp9, .gbrp10, .gbrp12, .gbrp14, .gbrp16, .gbrpf16,
    .gbrpf32, .gbrap, .gbrap10, .gbrap12, .gbrap16, .gbrapf16, .gbrapf32, .rgb24, .bgr24, .rgba, .bgra, .rgb48,
    .rgba64, .rgbf16, .rgbaf16, .rgbf32, .rgbaf32, .x2rgb10, .x2bgr10,
  ]
}
