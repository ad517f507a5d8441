/// Which part of the codes a signal of `0...1` fills.
///
/// Its number is H.273's `VideoFullRangeFlag`, which is also zscale's; FFmpeg counts 1 and 2.
///
/// - Source: ITU-T H.273, clause 8.3, *VideoFullRangeFlag*.
public enum QuantizationRange: Int, CodePoint {
  /// Head- and footroom are left: 16 to 235 of 8 bits, 64 to 940 of 10 bits.
  case narrow = 0
  /// All codes: 0 to 255 of 8 bits, 0 to 1023 of 10 bits.
  case full = 1

  public var h273Name: String { self == .narrow ? "narrow" : "full" }
  public var ffmpegName: String { self == .narrow ? "tv" : "pc" }
  /// Always `nil`: with Core Video the pixel format says the range.
  public var appleName: String? { nil }

  public static func spelled(_ letters: String) -> QuantizationRange? {
    switch letters {
    case "limited", "mpeg", "video", "studio": .narrow
    case "jpeg": .full
    default: nil
    }
  }
}
