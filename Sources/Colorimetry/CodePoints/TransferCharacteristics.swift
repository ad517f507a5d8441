/// The relation between a picture's nonlinear components and light.
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

  public var h273Name: String {
    switch self {
    case .bt709: "Rec. ITU-R BT.709-6"
    case .bt470M: "Rec. ITU-R BT.470-6 System M"
    case .bt470BG: "Rec. ITU-R BT.470-6 System B, G"
    case .smpte170M: "Rec. ITU-R BT.601-7"
    case .smpte240M: "SMPTE ST 240"
    case .linear: "Linear transfer characteristics"
    case .log100: "Logarithmic transfer characteristic (100:1 range)"
    case .log316: "Logarithmic transfer characteristic (100 * Sqrt( 10 ) : 1 range)"
    case .xvYCC: "IEC 61966-2-4"
    case .bt1361: "Rec. ITU-R BT.1361-0 extended colour gamut system"
    case .sRGB: "IEC 61966-2-1 sRGB or sYCC"
    case .bt2020_10: "Rec. ITU-R BT.2020-2 (10-bit system)"
    case .bt2020_12: "Rec. ITU-R BT.2020-2 (12-bit system)"
    case .pq: "SMPTE ST 2084"
    case .smpte428: "SMPTE ST 428-1"
    case .hlg: "ARIB STD-B67"
    }
  }

  /// The name that FFmpeg prints, and that x265 and zscale read.
  ///
  /// FFmpeg's option `-color_trc` spells `bt470M` and `bt470BG` as `gamma22` and `gamma28`.
  public var ffmpegName: String {
    switch self {
    case .bt709: "bt709"
    case .bt470M: "bt470m"
    case .bt470BG: "bt470bg"
    case .smpte170M: "smpte170m"
    case .smpte240M: "smpte240m"
    case .linear: "linear"
    case .log100: "log100"
    case .log316: "log316"
    case .xvYCC: "iec61966-2-4"
    case .bt1361: "bt1361e"
    case .sRGB: "iec61966-2-1"
    case .bt2020_10: "bt2020-10"
    case .bt2020_12: "bt2020-12"
    case .pq: "smpte2084"
    case .smpte428: "smpte428"
    case .hlg: "arib-std-b67"
    }
  }

  /// The name of Core Video's constant, or `nil` where no single name identifies the transfer.
  ///
  /// Core Video expresses `bt470M` and `bt470BG` as `kCVImageBufferTransferFunction_UseGamma`, with the power stored
  /// separately under `kCVImageBufferGammaLevelKey`. `ITU_R_2020` stands for two values and is read as the first.
  public var appleName: String? {
    switch self {
    case .bt709: "kCVImageBufferTransferFunction_ITU_R_709_2"
    case .smpte240M: "kCVImageBufferTransferFunction_SMPTE_240M_1995"
    case .linear: "kCVImageBufferTransferFunction_Linear"
    case .sRGB: "kCVImageBufferTransferFunction_sRGB"
    case .bt2020_10, .bt2020_12: "kCVImageBufferTransferFunction_ITU_R_2020"
    case .pq: "kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ"
    case .smpte428: "kCVImageBufferTransferFunction_SMPTE_ST_428_1"
    case .hlg: "kCVImageBufferTransferFunction_ITU_R_2100_HLG"
    case .bt470M, .bt470BG, .smpte170M, .log100, .log316, .xvYCC, .bt1361: nil
    }
  }

  public static func spelled(_ letters: String) -> TransferCharacteristics? {
    switch letters {
    case "709": .bt709
    case "470m", "gamma22": .bt470M
    case "470bg", "gamma28": .bt470BG
    case "601", "170m", "bt601": .smpte170M
    case "240m": .smpte240M
    case "log": .log100
    case "logsqrt": .log316
    case "xvycc": .xvYCC
    case "bt1361": .bt1361
    case "srgb", "sycc", "iecsrgb": .sRGB
    case "202010", "bt202010bit", "bt2020": .bt2020_10
    case "202012", "bt202012bit": .bt2020_12
    case "pq", "st2084", "bt2100pq": .pq
    case "428", "smpte4281", "st428": .smpte428
    case "hlg", "stdb67", "bt2100hlg": .hlg
    default: nil
    }
  }
}
