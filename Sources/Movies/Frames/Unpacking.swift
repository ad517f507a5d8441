internal import CLibAV

/// The conversion of pictures in a layout that `PixelFormat` lacks to the same pictures in a planar one.
///
/// Codes keep their values; only byte order, sample order, bit positions and palettes are resolved. Codes of fewer than 8 bits are scaled to 16 bits,
/// codes of one bit to 8.
struct Unpacking {
  /// The target layout, and the source component of each of its components.
  private let target: (format: AVPixelFormat, sources: [Int32])
  /// Whether 0 is white.
  private let isInverted: Bool
  /// Whether there is alpha; a palette may have it in some pictures only.
  let hasAlpha: Bool

  /// - Parameter hadAlpha: Whether an earlier picture had alpha.
  /// - Returns: `nil` if nothing needs unpacking, or the layout is not supported.
  init?(of frame: UnsafePointer<AVFrame>, hadAlpha: Bool) {
    let raw = unsafe AVPixelFormat(rawValue: frame.pointee.format)
    guard let description = unsafe av_pix_fmt_desc_get(raw),
      unsafe PixelFormat(name: String(cString: description.pointee.name)) == nil,
      let planar = unsafe PixelFormat(
        unpacking: description.pointee, hasAlpha: hadAlpha || libav_palette_has_alpha(frame))
    else { return nil }
    let format = unsafe av_get_pix_fmt(planar.name)
    guard format != AV_PIX_FMT_NONE else { return nil }
    let flags = unsafe description.pointee.flags
    let isPalette = flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
    let isGray = unsafe description.pointee.nb_components < 3 && !isPalette
    // A gray picture becomes R′G′B′ with equal components; palette entries start with B′.
    let color: [Int32] =
      isPalette ? [2, 1, 0] : isGray && planar.model == .rgb ? [0, 0, 0] : isGray ? [0] : [0, 1, 2]
    let alpha: Int32 = isPalette || !isGray ? 3 : 1
    target = (format, color + (planar.hasAlpha ? [alpha] : []))
    hasAlpha = planar.hasAlpha
    isInverted = raw == AV_PIX_FMT_MONOWHITE
  }

  /// Unpacks a picture of this layout; returns a negative number if out of memory.
  func unpack(_ frame: UnsafeMutablePointer<AVFrame>) -> Int32 {
    unsafe libav_unpack(frame, target.format, target.sources, isInverted)
  }
}

extension PixelFormat {
  /// The planar format with the same codes, and with alpha if the palette has it; `nil` if absent.
  fileprivate init?(unpacking other: AVPixFmtDescriptor, hasAlpha paletteHasAlpha: Bool) {
    let flags = unsafe other.flags
    func has(_ flag: Int32) -> Bool { flags & UInt64(flag) != 0 }
    guard !has(AV_PIX_FMT_FLAG_HWACCEL), !has(AV_PIX_FMT_FLAG_BAYER),
      unsafe !String(cString: other.name).hasPrefix("xyz")
    else { return nil }
    let count = unsafe Int(other.nb_components)
    let depths = unsafe [other.comp.0, other.comp.1, other.comp.2, other.comp.3].prefix(count).map { Int($0.depth) }
    let isPalette = has(AV_PIX_FMT_FLAG_PAL)
    let hasAlpha = isPalette ? paletteHasAlpha : has(AV_PIX_FMT_FLAG_ALPHA)
    guard let most = depths.max() else { return nil }
    let isGray = count < 3
    let isRGB =
      has(AV_PIX_FMT_FLAG_RGB) || isPalette || isGray && (hasAlpha || has(AV_PIX_FMT_FLAG_FLOAT) || most == 1)
    // One-bit codes are the ends of any range.
    let depth = isPalette || most == 1 ? 8 : isRGB && most < 8 ? 16 : most
    guard isPalette || depth == 16 && most < 8 || depths.allSatisfy({ $0 == most }) else { return nil }
    let chroma = unsafe [Int(other.log2_chroma_w), Int(other.log2_chroma_h)]
    let found = PixelFormat.allCases.first {
      $0.layout == .planar && $0.model == (isRGB ? .rgb : isGray ? .gray : .yCbCr) && $0.hasAlpha == hasAlpha
        && $0.bitDepth == depth && $0.isFloat == has(AV_PIX_FMT_FLAG_FLOAT)
        && (isRGB || isGray || [$0.chroma.log2Horizontal, $0.chroma.log2Vertical] == chroma)
    }
    guard let found else { return nil }
    self = found
  }
}
