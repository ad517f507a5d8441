/// The red, green, blue and white that a picture's components refer to.
///
///     ColorPrimaries.bt2020.chromaticities.white  // D65
///
/// - Source: ITU-T H.273, clause 8.1, Table 2, *ColourPrimaries*.
public enum ColorPrimaries: Int, CodePoint {
  /// HDTV, sRGB.
  case bt709 = 1
  /// NTSC of 1953.
  case bt470M = 4
  /// PAL and SECAM; BT.601 with 625 lines.
  case bt470BG = 5
  /// BT.601 with 525 lines, "SMPTE C".
  case smpte170M = 6
  /// Early HDTV; the same chromaticities as `smpte170M`.
  case smpte240M = 7
  /// Generic film, color filters under illuminant C.
  case film = 8
  /// UHDTV and HDR.
  case bt2020 = 9
  /// The CIE 1931 X, Y, Z of digital cinema.
  case smpte428 = 10
  /// P3 with the white of digital cinema.
  case smpte431 = 11
  /// P3 with D65 white, as in Display P3.
  case smpte432 = 12
  /// EBU Tech. 3213-E in older editions of H.273; the newest edition names no specification for it.
  case ebu3213 = 22

  /// The chromaticities.
  ///
  /// - Source: ITU-T H.273, Table 2.
  public var chromaticities: RGBPrimaries {
    switch self {
    case .bt709: .bt709
    case .bt470M: .bt470M
    case .bt470BG: .bt470BG
    case .smpte170M, .smpte240M: .smpte170M
    case .film: .film
    case .bt2020: .bt2020
    case .smpte428: .xyz
    case .smpte431: .p3DCI
    case .smpte432: .p3D65
    case .ebu3213: .ebu3213
    }
  }

  public var h273Name: String {
    switch self {
    case .bt709: "Rec. ITU-R BT.709-6"
    case .bt470M: "Rec. ITU-R BT.470-6 System M"
    case .bt470BG: "Rec. ITU-R BT.470-6 System B, G"
    case .smpte170M: "SMPTE ST 170"
    case .smpte240M: "SMPTE ST 240"
    case .film: "Generic film"
    case .bt2020: "Rec. ITU-R BT.2020-2"
    case .smpte428: "SMPTE ST 428-1"
    case .smpte431: "SMPTE RP 431-2"
    case .smpte432: "SMPTE EG 432-1"
    case .ebu3213: "EBU Tech. 3213-E"
    }
  }

  public var ffmpegName: String {
    switch self {
    case .bt709: "bt709"
    case .bt470M: "bt470m"
    case .bt470BG: "bt470bg"
    case .smpte170M: "smpte170m"
    case .smpte240M: "smpte240m"
    case .film: "film"
    case .bt2020: "bt2020"
    case .smpte428: "smpte428"
    case .smpte431: "smpte431"
    case .smpte432: "smpte432"
    case .ebu3213: "ebu3213"
    }
  }

  /// The name of Core Video's constant, or `nil` where Core Video defines no constant.
  ///
  /// Core Video's `EBU_3213` is PAL, value 5, not value 22. `SMPTE_C` stands for two values and is read as the first.
  public var appleName: String? {
    switch self {
    case .bt709: "kCVImageBufferColorPrimaries_ITU_R_709_2"
    case .bt470BG: "kCVImageBufferColorPrimaries_EBU_3213"
    case .smpte170M, .smpte240M: "kCVImageBufferColorPrimaries_SMPTE_C"
    case .bt2020: "kCVImageBufferColorPrimaries_ITU_R_2020"
    case .smpte431: "kCVImageBufferColorPrimaries_DCI_P3"
    case .smpte432: "kCVImageBufferColorPrimaries_P3_D65"
    case .bt470M, .film, .smpte428, .ebu3213: nil
    }
  }

  public static func spelled(_ letters: String) -> ColorPrimaries? {
    switch letters {
    case "709", "srgb": .bt709
    case "470m": .bt470M
    case "470bg", "pal": .bt470BG
    case "170m", "smptec": .smpte170M
    case "240m": .smpte240M
    case "2020", "bt2100", "2100": .bt2020
    case "smpte4281", "st428", "xyz": .smpte428
    case "st4312", "dcip3": .smpte431
    case "st4321", "p3", "p3d65", "displayp3": .smpte432
    case "jedecp22": .ebu3213
    default: nil
    }
  }
}
