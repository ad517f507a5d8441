/// The logarithmic signal of a camera, which represents the reflectance of a scene and is not defined in H.273.
///
///     CameraLog.sLog3.curve.oetf(0.18)  // 0.4106, code 420
///     CameraLog(name: "S-Log3")         // .sLog3
public enum CameraLog: String, CaseIterable, Hashable, Sendable {
  case sLog3 = "slog3"
  case canonLog3 = "clog3"
  case appleLog = "applelog"
  case appleLog2 = "applelog2"
  case logC4 = "log-c4"
  case vLog = "vlog"

  /// The published properties of a log.
  private typealias Facts = (
    title: String, curve: any CameraTransfer, scale: Scale, matrix: MatrixCoefficients, gamuts: [Gamut]
  )

  private var facts: Facts {
    switch self {
    case .sLog3: ("Sony S-Log3", SLog3(), .codes, .bt709, [.sGamut3Cine, .sGamut3])
    case .canonLog3: ("Canon Log 3", CanonLog3(), .codes, .bt709, [.cinemaGamut, Gamut(.bt2020), Gamut(.bt709)])
    case .appleLog: ("Apple Log", AppleLog(), .signal, .bt2020NCL, [Gamut(.bt2020)])
    case .appleLog2: ("Apple Log 2", AppleLog(), .signal, .bt2020NCL, [.appleWideGamut])
    case .logC4: ("ARRI LogC4", LogC4(), .signal, .bt709, [.arriWideGamut4])
    case .vLog: ("Panasonic V-Log", VLog(), .codes, .bt709, [.vGamut])
    }
  }

  /// The scale of a curve's signal.
  private enum Scale {
    /// The codes from that of 0 to that of 1, in either range.
    case signal
    /// All codes, in either range: the maker prints the same codes for narrow range and for full range.
    case codes
  }

  /// The maker's name of the log.
  public var title: String { facts.title }

  /// From reflectance, 1 for 100 %, to signal; the maker's equation.
  public var curve: any CameraTransfer { facts.curve }

  /// The gamuts in which the maker's cameras code it; the first is the default.
  public var gamuts: [Gamut] { facts.gamuts }

  /// The matrix coefficients that cameras use with it in Y′CbCr, unless its components are BT.2020.
  public var matrix: MatrixCoefficients { facts.matrix }

  /// The name on the command line: `slog3`.
  public var name: String { rawValue }

  /// The log of this name, or `nil` for a name that is not recognized.
  ///
  /// - Domain: Short names and the makers' names. Case, spaces and punctuation are ignored.
  /// - Parameter name: The name.
  public init?(name: String) {
    let letters = name.lettersAndDigits
    let known = Self.allCases.first { [$0.name.lettersAndDigits, $0.title.lettersAndDigits].contains(letters) }
    guard let known else { return nil }
    self = known
  }

  /// From a signal of this range to the argument of the curve's inverse: a scale and an offset.
  package func argument(range: QuantizationRange) -> (scale: Double, offset: Double) {
    facts.scale == .codes && range == .narrow ? Quantization.narrowTen.shares : (1, 0)
  }
}

extension CameraLog: CustomStringConvertible {
  public var description: String { title }
}

// MARK: Scene light and display light

extension CameraLog {
  /// The HLG scene light of a reflectance of 100 %, 0.265: HDR reference white has the HLG signal 0.75.
  ///
  /// - Source: ITU-R BT.2408-8, Table 1.
  public static let hlgSceneLightOfWhite = HybridLogGamma.reference.inverseOETF(0.75)

  /// The light of a gray of this reflectance on HLG's reference display, 203 cd/m² for 100 %.
  ///
  ///     CameraLog.hlgDisplayLight(ofReflectance: 0.18)  // 26 cd/m²
  ///
  /// - Domain: 0 and above; 0 cd/m² for negative reflectance.
  /// - Source: ITU-R BT.2408-8, Table 1; BT.2100-3, Table 5, *Reference OOTF*.
  /// - Parameter reflectance: The reflectance, 1 for 100 %: the scene light of a log.
  public static func hlgDisplayLight(ofReflectance reflectance: SceneLevel) -> Luminance {
    let light = HybridLogGamma.reference.ootf(
      SceneLight(SIMD3(repeating: reflectance.value * hlgSceneLightOfWhite.value)))
    return .nits(light.components.x)
  }
}
