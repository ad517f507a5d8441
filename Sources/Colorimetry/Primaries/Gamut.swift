/// Named primaries: the red, green, blue and white that components refer to, of H.273 or others.
///
///     Gamut(.bt2020).chromaticities
///     Gamut.sGamut3Cine.chromaticities
///     Gamut(name: "my display", chromaticities: RGBPrimaries(red: red, green: green, blue: blue, white: .d65))
public struct Gamut: Hashable, Sendable, CustomStringConvertible {
  /// The name on the command line: `bt2020`, `s-gamut3`.
  public let name: String
  /// The name as spelled in its specification.
  public let title: String
  public let chromaticities: RGBPrimaries
  /// The number in H.273, or `nil` if H.273 does not define the gamut.
  public let codePoint: ColorPrimaries?

  /// Creates a gamut without a number in H.273; without a title, its name is short.
  public init(name: String, title: String? = nil, chromaticities: RGBPrimaries) {
    (self.name, self.title, self.chromaticities, codePoint) = (name, title ?? name, chromaticities, nil)
  }

  public init(_ primaries: ColorPrimaries) {
    (name, title) = (primaries.ffmpegName, primaries.h273Name)
    (chromaticities, codePoint) = (primaries.chromaticities, primaries)
  }

  /// The cameras' gamuts that H.273 does not define.
  public static let cameras = CameraLog.allCases.flatMap(\.gamuts).filter { $0.codePoint == nil }

  /// The camera gamut of this name, regardless of case, spaces and punctuation; `nil` for a name that is not recognized.
  public init?(camera name: String) {
    let letters = name.lettersAndDigits
    guard let known = Self.cameras.first(where: { $0.name.lettersAndDigits == letters }) else { return nil }
    self = known
  }

  public var description: String { title }
}

// MARK: Those of cameras

extension Gamut {
  private init(
    _ name: String, _ title: String, _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double)
  ) {
    self.init(name: name, title: title, chromaticities: RGBPrimaries(red, green, blue, .d65))
  }

  /// S-Gamut3, as wide as the first S-Gamut: Sony, *Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3*.
  public static let sGamut3 = Gamut("s-gamut3", "S-Gamut3", (0.730, 0.280), (0.140, 0.855), (0.100, -0.050))
  /// S-Gamut3.Cine, a little wider than P3 and made for grading: Sony, *Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3*.
  public static let sGamut3Cine = Gamut(
    "s-gamut3-cine", "S-Gamut3.Cine", (0.766, 0.275), (0.225, 0.800), (0.089, -0.087))
  /// Cinema Gamut of Canon's cameras: Canon, *Cinema Gamut*, in the input transforms for EOS C300 Mark II.
  public static let cinemaGamut = Gamut("cinema-gamut", "Cinema Gamut", (0.740, 0.270), (0.170, 1.140), (0.080, -0.100))
  /// Apple Wide Gamut, in which Apple Log 2 is coded: Apple, *Apple Log 2 White Paper*, as OpenColorIO states it.
  public static let appleWideGamut = Gamut(
    "apple-wide-gamut", "Apple Wide Gamut", (0.725, 0.301), (0.221, 0.814), (0.068, -0.076))
  /// ARRI Wide Gamut 4, in which LogC4 is coded: ARRI, *ARRI LogC4 Logarithmic Color Space Specification*, 2022, clause 4.2.
  public static let arriWideGamut4 = Gamut(
    "arri-wide-gamut-4", "ARRI Wide Gamut 4", (0.7347, 0.2653), (0.1424, 0.8576), (0.0991, -0.0308))
  /// V-Gamut, in which V-Log is coded: Panasonic, *V-Log/V-Gamut Reference Manual*, Rev. 1.0, clause 4.
  public static let vGamut = Gamut("v-gamut", "V-Gamut", (0.730, 0.280), (0.165, 0.840), (0.100, -0.030))
}
