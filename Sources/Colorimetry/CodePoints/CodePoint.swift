/// A code point of ITU-T H.273: the number that streams carry, and the names under which it is known.
///
/// *Unspecified* and the reserved numbers are not cases: an unknown value is `nil`.
///
/// - Source: ITU-T H.273 (ISO/IEC 23091-2); H.264, H.265, `nclc`, `nclx`, AV1, Matroska and PNG use the same numbers.
public protocol CodePoint: RawRepresentable<Int>, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  /// The specification that H.273 names for this value.
  var h273Name: String { get }
  /// The name that FFmpeg prints, and that x265 and zscale read.
  var ffmpegName: String { get }
  /// The name of Core Video's constant, or `nil` where Core Video defines no constant.
  var appleName: String? { get }
  /// The value of an additional spelling, given in lowercase letters and digits only.
  static func spelled(_ letters: String) -> Self?
}

extension CodePoint {
  /// The value with this number, or `nil` for *unspecified* and for reserved numbers.
  ///
  ///     ColorPrimaries(h273: 9)  // .bt2020
  ///     ColorPrimaries(h273: 2)  // nil: unspecified
  ///
  /// - Source: ITU-T H.273, clause 8.
  public init?(h273 number: Int) { self.init(rawValue: number) }

  /// The value with this name, or `nil` for a name that is not recognized or means *unknown*.
  ///
  ///     TransferCharacteristics(name: "arib-std-b67")  // .hlg
  ///     TransferCharacteristics(name: "18")            // .hlg
  ///
  /// - Domain: Names from FFmpeg, zscale and x265, the constants of Core Video, Core Media and AVFoundation and their text values, the specifications
  ///   that H.273 names, and H.273's numbers. Case, spaces and punctuation are ignored.
  /// - Parameter name: The name.
  public init?(name: String) {
    if let number = Int(name) {
      // Some tools use names that are only digits, "709" or "2020"; no code point is that large.
      guard let value = Self(rawValue: number) ?? Self.spelled(name) else { return nil }
      self = value
      return
    }
    let letters = name.lettersAndDigits
    let text = Self.appleText(letters)
    let known =
      Self.spelled(text) ?? Self.allCases.first { $0.isNamed(letters) }
      ?? Self.allCases.first { $0.appleText == text }
    guard let known else { return nil }
    self = known
  }

  public var description: String { h273Name }

  private func isNamed(_ letters: String) -> Bool {
    letters == ffmpegName.lettersAndDigits || letters == h273Name.lettersAndDigits
  }

  /// The text value of Core Video's constant, as attachments and format descriptions store it, such as `ITU_R_709_2`; `nil` where there is no
  /// constant.
  public var appleValue: String? {
    guard let appleName, let mark = appleName.firstIndex(of: "_") else { return nil }
    let value = String(appleName[mark...].dropFirst())
    return value == "sRGB" ? "IEC_sRGB" : value
  }

  private var appleText: String? { appleValue?.lettersAndDigits }

  /// Removes the prefix of an Apple constant from its letters; letters without the prefix are returned unchanged.
  private static func appleText(_ letters: String) -> String {
    guard let kind = allCases.lazy.compactMap(\.appleName).first?.prefix(while: { $0 != "_" }) else { return letters }
    let property = kind.dropFirst("kCVImageBuffer".count).lowercased()
    let prefixes = ["avvideo", "kcmformatdescription", "kcvimagebuffer"].map { $0 + property }
    guard let prefix = prefixes.first(where: letters.hasPrefix) else { return letters }
    return String(letters.dropFirst(prefix.count))
  }
}

extension String {
  /// The letters and digits of a name, in lowercase.
  var lettersAndDigits: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
