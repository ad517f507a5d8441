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

  /// The camera gamut of this name, or `nil` for a name that is not recognized.
  ///
  /// - Domain: Names of gamuts without a number in H.273. Case, spaces and punctuation are ignored.
  public init?(camera name: String) {
    let letters = name.lettersAndDigits
    guard let known = Self.cameras.first(where: { $0.name.lettersAndDigits == letters }) else { return nil }
    self = known
  }

  public var description: String { title }
}
