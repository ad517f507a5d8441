/// The equations that convert a picture's R′, G′, B′ to its coded components.
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

  public var h273Name: String {
    switch self {
    case .identity: "Identity"
    case .bt709: "Rec. ITU-R BT.709-6"
    case .fcc: "United States FCC Title 47"
    case .bt470BG: "Rec. ITU-R BT.470-6 System B, G"
    case .smpte170M: "SMPTE ST 170"
    case .smpte240M: "SMPTE ST 240"
    case .yCgCo: "YCgCo"
    case .bt2020NCL: "Rec. ITU-R BT.2020-2 (non-constant luminance)"
    case .bt2020CL: "Rec. ITU-R BT.2020-2 (constant luminance)"
    case .yDzDx: "SMPTE ST 2085"
    case .chromaticityNCL: "Chromaticity-derived non-constant luminance system"
    case .chromaticityCL: "Chromaticity-derived constant luminance system"
    case .iCtCp: "Rec. ITU-R BT.2100-3 ICtCp"
    case .iptC2: "SMPTE ST 2128"
    case .yCgCoRe: "YCgCo-Re"
    case .yCgCoRo: "YCgCo-Ro"
    }
  }

  /// The name that FFmpeg prints, and that x265 and zscale read.
  ///
  /// FFmpeg's option `-colorspace` spells `identity` as `rgb`; zscale spells `smpte240M` as `smpte2400m`.
  public var ffmpegName: String {
    switch self {
    case .identity: "gbr"
    case .bt709: "bt709"
    case .fcc: "fcc"
    case .bt470BG: "bt470bg"
    case .smpte170M: "smpte170m"
    case .smpte240M: "smpte240m"
    case .yCgCo: "ycgco"
    case .bt2020NCL: "bt2020nc"
    case .bt2020CL: "bt2020c"
    case .yDzDx: "smpte2085"
    case .chromaticityNCL: "chroma-derived-nc"
    case .chromaticityCL: "chroma-derived-c"
    case .iCtCp: "ictcp"
    case .iptC2: "ipt-c2"
    case .yCgCoRe: "ycgco-re"
    case .yCgCoRo: "ycgco-ro"
    }
  }

  /// The name of Core Video's constant, or `nil` where Core Video defines no constant.
  ///
  /// `ITU_R_601_4` stands for two values with the same matrix and is read as `smpte170M`, which QuickTime writes for
  /// both.
  public var appleName: String? {
    switch self {
    case .bt709: "kCVImageBufferYCbCrMatrix_ITU_R_709_2"
    case .bt470BG, .smpte170M: "kCVImageBufferYCbCrMatrix_ITU_R_601_4"
    case .smpte240M: "kCVImageBufferYCbCrMatrix_SMPTE_240M_1995"
    case .bt2020NCL: "kCVImageBufferYCbCrMatrix_ITU_R_2020"
    case .identity, .fcc, .yCgCo, .bt2020CL, .yDzDx, .chromaticityNCL, .chromaticityCL, .iCtCp, .iptC2, .yCgCoRe,
      .yCgCoRo:
      nil
    }
  }

  public static func spelled(_ letters: String) -> MatrixCoefficients? {
    switch letters {
    case "rgb", "xyz": .identity
    case "709": .bt709
    case "470bg": .bt470BG
    case "170m", "601", "bt601", "itur6014": .smpte170M
    case "240m", "smpte2400m": .smpte240M
    case "ycocg": .yCgCo
    case "2020ncl", "bt2020ncl", "2020", "bt2020": .bt2020NCL
    case "2020cl", "bt2020cl": .bt2020CL
    case "chromancl": .chromaticityNCL
    case "chromacl": .chromaticityCL
    default: nil
    }
  }
}
