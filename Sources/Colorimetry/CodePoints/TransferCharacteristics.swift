/// The relation between a picture's nonlinear components and light.
///
/// FFmpeg's option `-color_trc` spells `bt470M` and `bt470BG` as `gamma22` and `gamma28`. Core Video has no single name for them, since it stores
/// the power separately; its `ITU_R_2020` stands for two values and is read as the first.
///
/// - Source: ITU-T H.273, clause 8.2, Table 3, *TransferCharacteristics*.
public enum TransferCharacteristics: Int, CodePoint {
  /// HDTV.
  case bt709 = 1
  /// NTSC of 1953; its display's light is the signal to the power 2.2.
  case bt470M = 4
  /// PAL and SECAM; its display's light is the signal to the power 2.8.
  case bt470BG = 5
  /// BT.601, the same function as `bt709`.
  case smpte170M = 6
  /// Early HDTV.
  case smpte240M = 7
  /// The signal is linear.
  case linear = 8
  /// Logarithmic over a range of 100 : 1.
  case log100 = 9
  /// Logarithmic over a range of 100 √10 : 1.
  case log316 = 10
  /// xvYCC: BT.709's function, continued to negative signals.
  case xvYCC = 11
  /// The extended color gamut of BT.1361.
  case bt1361 = 12
  /// sRGB, and sYCC with a matrix other than identity.
  case sRGB = 13
  /// 10-bit UHDTV, the same function as `bt709`.
  case bt2020_10 = 14
  /// 12-bit UHDTV, the same function as `bt709`.
  case bt2020_12 = 15
  /// PQ, the perceptual quantizer.
  case pq = 16
  /// The X′, Y′, Z′ of digital cinema.
  case smpte428 = 17
  /// HLG, hybrid log-gamma.
  case hlg = 18

  public static var appleProperty: String { "TransferFunction" }

  public var names: CodePointNames {
    switch self {
    case .bt709: .init("Rec. ITU-R BT.709-6", "bt709", apple: "ITU_R_709_2", also: "709")
    case .bt470M: .init("Rec. ITU-R BT.470-6 System M", "bt470m", also: "470m", "gamma22")
    case .bt470BG: .init("Rec. ITU-R BT.470-6 System B, G", "bt470bg", also: "470bg", "gamma28")
    case .smpte170M: .init("Rec. ITU-R BT.601-7", "smpte170m", also: "601", "170m", "bt601")
    case .smpte240M: .init("SMPTE ST 240", "smpte240m", apple: "SMPTE_240M_1995", also: "240m")
    case .linear: .init("Linear transfer characteristics", "linear", apple: "Linear")
    case .log100: .init("Logarithmic transfer characteristic (100:1 range)", "log100", also: "log")
    case .log316: .init("Logarithmic transfer characteristic (100 * Sqrt( 10 ) : 1 range)", "log316", also: "logsqrt")
    case .xvYCC: .init("IEC 61966-2-4", "iec61966-2-4", also: "xvycc")
    case .bt1361: .init("Rec. ITU-R BT.1361-0 extended colour gamut system", "bt1361e", also: "bt1361")
    case .sRGB: .init("IEC 61966-2-1 sRGB or sYCC", "iec61966-2-1", apple: "IEC_sRGB", also: "srgb", "sycc", "iecsrgb")
    case .bt2020_10:
      .init(
        "Rec. ITU-R BT.2020-2 (10-bit system)", "bt2020-10", apple: "ITU_R_2020", also: "202010", "bt202010bit",
        "bt2020")
    case .bt2020_12:
      .init("Rec. ITU-R BT.2020-2 (12-bit system)", "bt2020-12", apple: "ITU_R_2020", also: "202012", "bt202012bit")
    case .pq: .init("SMPTE ST 2084", "smpte2084", apple: "SMPTE_ST_2084_PQ", also: "pq", "st2084", "bt2100pq")
    case .smpte428: .init("SMPTE ST 428-1", "smpte428", apple: "SMPTE_ST_428_1", also: "428", "smpte4281", "st428")
    case .hlg: .init("ARIB STD-B67", "arib-std-b67", apple: "ITU_R_2100_HLG", also: "hlg", "stdb67", "bt2100hlg")
    }
  }

  /// Whether signals of this transfer can be brighter than reference white; true for PQ and HLG.
  public var isHDR: Bool { self == .pq || self == .hlg }

  /// The function that H.273 prints in Table 3: of a camera, of a display, or relative to a display's peak or white; sRGB with the constants that
  /// IEC 61966-2-1 prints.
  ///
  ///     TransferCharacteristics.bt709.function.oetf(0.18)  // 0.4090
  public var function: TransferFunction {
    var function = curve
    (function.name, function.codePoint) = (h273Name, self)
    return function
  }

  /// The same function, which does not know this value.
  package var curve: TransferFunction {
    switch self {
    case .bt709, .smpte170M, .bt2020_10, .bt2020_12: .bt709
    case .bt470M: .power(2.2)
    case .bt470BG: .power(2.8)
    case .smpte240M: .smpte240M
    case .linear: .linear
    case .log100: .log100
    case .log316: .log316
    case .xvYCC: .xvYCC
    case .bt1361: .bt1361
    case .sRGB: .sRGB
    case .pq: .pq
    case .smpte428: .digitalCinema
    case .hlg: .hlg
    }
  }

  /// The display transfer for a signal of this transfer and this luminance range; `nil` for HLG, whose OOTF needs all three components.
  ///
  ///     TransferCharacteristics.bt709.displayTransfer(luminance: .nits(0...203))?.eotf(0.5)  // 38.5 cd/m²
  ///
  /// Signals made with a camera curve are shown on BT.1886 (ITU-T H.273, clause 8.2, note 3), not on the inverse of the camera curve, which would be
  /// 1.37 times too bright at half signal. PQ is absolute and ignores the range. Linear and logarithmic signals have no standard display; their curve
  /// is inverted and scaled to the range.
  ///
  /// - Parameter range: The light of signal 0, 0 or more, and of signal 1, above it; for ST 428-1, the peak is reference white.
  public func displayTransfer(luminance range: LuminanceRange) -> TransferFunction? {
    switch self {
    case .bt709, .smpte170M, .smpte240M, .bt2020_10, .bt2020_12: .bt1886(luminance: range)
    case .bt470M: .power(2.2, luminance: range)
    case .bt470BG: .power(2.8, luminance: range)
    case .linear: curve.shown(on: range, as: "the inverse of the curve")
    case .log100, .log316: curve.shownByInverse(on: range)
    case .xvYCC: .extendedGamutDisplay(luminance: range, compression: 1)
    case .bt1361: .extendedGamutDisplay(luminance: range, compression: 4)
    case .sRGB, .pq: curve.shown(on: range)
    case .smpte428: curve.shown(on: LuminanceRange(black: .nits(0), peak: range.peak))
    case .hlg: nil
    }
  }
}
