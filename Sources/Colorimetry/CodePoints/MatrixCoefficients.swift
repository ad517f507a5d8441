/// The equations that convert a picture's R′, G′, B′ to its coded components.
///
/// FFmpeg's option `-colorspace` spells `identity` as `rgb`; zscale spells `smpte240M` as `smpte2400m`. Core Video's `ITU_R_601_4` stands for two
/// values with the same matrix and is read as `smpte170M`, which QuickTime writes for both.
///
/// - Source: ITU-T H.273, clause 8.3, Table 4, *MatrixCoefficients*.
public enum MatrixCoefficients: Int, CodePoint {
  /// No matrix: the planes are G′, B′, R′, or Y, Z, X.
  case identity = 0
  /// HDTV.
  case bt709 = 1
  /// The FCC's rules of 1953 for NTSC.
  case fcc = 4
  /// BT.601 with 625 lines.
  case bt470BG = 5
  /// BT.601 with 525 lines; the same coefficients as `bt470BG`.
  case smpte170M = 6
  /// Early HDTV.
  case smpte240M = 7
  /// Luma with a green and an orange difference; exact with few extra bits.
  case yCgCo = 8
  /// UHDTV and HDR, non-constant luminance.
  case bt2020NCL = 9
  /// UHDTV, constant luminance: luma is computed from linear light.
  case bt2020CL = 10
  /// Y′D′zD′x of ST 2085.
  case yDzDx = 11
  /// Non-constant luminance with the weights of the picture's own primaries.
  case chromaticityNCL = 12
  /// Constant luminance with the weights of the picture's own primaries.
  case chromaticityCL = 13
  /// ICtCp, with PQ or HLG.
  case iCtCp = 14
  /// IPT-PQ-C2. This module cannot convert it.
  case iptC2 = 15
  /// Reversible YCgCo with an even number of bits added. This module cannot convert it.
  case yCgCoRe = 16
  /// Reversible YCgCo with an odd number of bits added. This module cannot convert it.
  case yCgCoRo = 17

  public static var appleProperty: String { "YCbCrMatrix" }

  public var names: CodePointNames {
    switch self {
    case .identity: .init("Identity", "gbr", also: "rgb", "xyz")
    case .bt709: .init("Rec. ITU-R BT.709-6", "bt709", apple: "ITU_R_709_2", also: "709")
    case .fcc: .init("United States FCC Title 47", "fcc")
    case .bt470BG: .init("Rec. ITU-R BT.470-6 System B, G", "bt470bg", apple: "ITU_R_601_4", also: "470bg")
    case .smpte170M: .init("SMPTE ST 170", "smpte170m", apple: "ITU_R_601_4", also: "170m", "601", "bt601", "itur6014")
    case .smpte240M: .init("SMPTE ST 240", "smpte240m", apple: "SMPTE_240M_1995", also: "240m", "smpte2400m")
    case .yCgCo: .init("YCgCo", "ycgco", also: "ycocg")
    case .bt2020NCL:
      .init(
        "Rec. ITU-R BT.2020-2 (non-constant luminance)", "bt2020nc", apple: "ITU_R_2020", also: "2020ncl", "bt2020ncl",
        "2020", "bt2020")
    case .bt2020CL: .init("Rec. ITU-R BT.2020-2 (constant luminance)", "bt2020c", also: "2020cl", "bt2020cl")
    case .yDzDx: .init("SMPTE ST 2085", "smpte2085")
    case .chromaticityNCL:
      .init("Chromaticity-derived non-constant luminance system", "chroma-derived-nc", also: "chromancl")
    case .chromaticityCL: .init("Chromaticity-derived constant luminance system", "chroma-derived-c", also: "chromacl")
    case .iCtCp: .init("Rec. ITU-R BT.2100-3 ICtCp", "ictcp")
    case .iptC2: .init("SMPTE ST 2128", "ipt-c2")
    case .yCgCoRe: .init("YCgCo-Re", "ycgco-re")
    case .yCgCoRo: .init("YCgCo-Ro", "ycgco-ro")
    }
  }
}
