/// The red, green, blue and white that a picture's components refer to.
///
///     ColorPrimaries.bt2020.chromaticities.white  // D65
///
/// Core Video's `EBU_3213` is PAL, value 5, not value 22. Its `SMPTE_C` stands for two values and is read as the first.
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
  /// EBU Tech. 3213-E in older editions of H.273, JEDEC P22 in FFmpeg; the newest edition names no specification for it.
  case ebu3213 = 22

  /// The chromaticities in Table 2.
  public var chromaticities: RGBPrimaries {
    switch self {
    case .bt709: .bt709
    case .bt470M: RGBPrimaries((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), .illuminantC)
    case .bt470BG: RGBPrimaries((0.64, 0.33), (0.29, 0.60), (0.15, 0.06), .d65)
    case .smpte170M, .smpte240M: RGBPrimaries((0.630, 0.340), (0.310, 0.595), (0.155, 0.070), .d65)
    case .film: RGBPrimaries((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), .illuminantC)
    case .bt2020: .bt2020
    case .smpte428: .xyz
    case .smpte431: .p3DCI
    case .smpte432: .p3D65
    case .ebu3213: RGBPrimaries((0.630, 0.340), (0.295, 0.605), (0.155, 0.077), .d65)
    }
  }

  public static var appleProperty: String { "ColorPrimaries" }

  public var names: CodePointNames {
    switch self {
    case .bt709: .init("Rec. ITU-R BT.709-6", "bt709", apple: "ITU_R_709_2", also: "709", "srgb")
    case .bt470M: .init("Rec. ITU-R BT.470-6 System M", "bt470m", also: "470m")
    case .bt470BG: .init("Rec. ITU-R BT.470-6 System B, G", "bt470bg", apple: "EBU_3213", also: "470bg", "pal")
    case .smpte170M: .init("SMPTE ST 170", "smpte170m", apple: "SMPTE_C", also: "170m", "smptec")
    case .smpte240M: .init("SMPTE ST 240", "smpte240m", apple: "SMPTE_C", also: "240m")
    case .film: .init("Generic film", "film")
    case .bt2020: .init("Rec. ITU-R BT.2020-2", "bt2020", apple: "ITU_R_2020", also: "2020", "bt2100", "2100")
    case .smpte428: .init("SMPTE ST 428-1", "smpte428", also: "smpte4281", "st428", "xyz")
    case .smpte431: .init("SMPTE RP 431-2", "smpte431", apple: "DCI_P3", also: "st4312", "dcip3")
    case .smpte432: .init("SMPTE EG 432-1", "smpte432", apple: "P3_D65", also: "st4321", "p3", "p3d65", "displayp3")
    case .ebu3213: .init("EBU Tech. 3213-E", "ebu3213", also: "jedecp22")
    }
  }
}
