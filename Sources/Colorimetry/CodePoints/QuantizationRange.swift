/// The range of codes that a signal of `0...1` fills.
///
/// The raw value is `VideoFullRangeFlag` of H.273, which zscale uses too; FFmpeg uses 1 and 2. In Core Video, the pixel format determines the range.
///
/// - Source: ITU-T H.273, clause 8.3, *VideoFullRangeFlag*.
public enum QuantizationRange: Int, CodePoint {
  /// Leaves headroom and footroom: 16 to 235 of 8 bits, 64 to 940 of 10 bits.
  case narrow = 0
  /// All codes: 0 to 255 of 8 bits, 0 to 1023 of 10 bits.
  case full = 1

  public var names: CodePointNames {
    switch self {
    case .narrow: .init("narrow", "tv", also: "limited", "legal", "mpeg", "video", "studio")
    case .full: .init("full", "pc", also: "jpeg")
    }
  }
}
