/// The red, green, blue and white that components refer to, by a name; those of H.273 are the numbered ones.
///
///     Gamut(.bt2020).chromaticities
///     Gamut.sGamut3Cine.chromaticities
///     Gamut(name: "my display", chromaticities: RGBPrimaries(red: red, green: green, blue: blue, white: .d65))
public struct Gamut: Hashable, Sendable {
  /// The name that the command line takes: `bt2020`, `s-gamut3`.
  public let name: String
  /// The name as its document writes it.
  public let title: String
  /// The chromaticities.
  public let chromaticities: RGBPrimaries
  /// The number in H.273, or `nil` if it has none.
  public let codePoint: ColorPrimaries?

  /// A gamut without a number in H.273.
  ///
  /// - Parameters:
  ///   - name: A short name.
  ///   - title: The name as its document writes it; `nil` for the short one.
  ///   - chromaticities: The chromaticities.
  public init(name: String, title: String? = nil, chromaticities: RGBPrimaries) {
    (self.name, self.title, self.chromaticities, codePoint) = (name, title ?? name, chromaticities, nil)
  }

  /// A gamut of H.273.
  public init(_ primaries: ColorPrimaries) {
    (name, title, chromaticities, codePoint) = (
      primaries.ffmpegName, primaries.h273Name, primaries.chromaticities, primaries
    )
  }

  /// The cameras' gamuts, for which H.273 has no number.
  public static let cameras = CameraLog.allCases.flatMap(\.gamuts).filter { $0.codePoint == nil }

  /// The camera's gamut of this name, or `nil` for a name that is not recognized.
  ///
  /// - Domain: Names of gamuts without a number in H.273. Case, spaces and punctuation do not matter.
  /// - Parameter name: The name.
  public init?(camera name: String) {
    let letters = name.lettersAndDigits
    guard let known = Self.cameras.first(where: { $0.name.lettersAndDigits == letters }) else { return nil }
    self = known
  }
}

extension Gamut: CustomStringConvertible {
  public var description: String { title }
}
