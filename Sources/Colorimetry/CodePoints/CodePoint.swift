/// A code point of ITU-T H.273: the number that streams carry, and the names under which it is known.
///
/// *Unspecified* and the reserved numbers are not cases: an unknown value is `nil`.
///
/// - Source: ITU-T H.273 (ISO/IEC 23091-2); H.264, H.265, `nclc`, `nclx`, AV1, Matroska and PNG use the same numbers.
public protocol CodePoint: RawRepresentable<Int>, CaseIterable, Hashable, Sendable, CustomStringConvertible {
  var names: CodePointNames { get }
  /// The property in the names of Core Video's constants, such as `ColorPrimaries`; empty if there are none.
  static var appleProperty: String { get }
}

/// The names of a code point, a row of a table.
public struct CodePointNames: Sendable {
  let h273, ffmpeg: String
  let apple: String?
  /// Other spellings, in lowercase letters and digits.
  let others: [String]

  init(_ h273: String, _ ffmpeg: String, apple: String? = nil, also others: String...) {
    (self.h273, self.ffmpeg, self.apple, self.others) = (h273, ffmpeg, apple, others)
  }
}

extension CodePoint {
  public static var appleProperty: String { "" }

  /// The specification that H.273 names for this value.
  public var h273Name: String { names.h273 }
  /// The name that FFmpeg prints, and that x265 and zscale read.
  public var ffmpegName: String { names.ffmpeg }
  /// The text value of Core Video's constant in attachments and format descriptions, such as `ITU_R_709_2`; `nil` where no single name identifies
  /// the value.
  public var appleValue: String? { names.apple }

  /// The value with this number, or `nil` for *unspecified*, as in `ColorPrimaries(h273: 2)`, and for reserved numbers (ITU-T H.273, clause 8).
  public init?(h273 number: Int) { self.init(rawValue: number) }

  /// The value with this name, or `nil` for a name that is not recognized or means *unknown*.
  ///
  ///     TransferCharacteristics(name: "arib-std-b67")  // .hlg
  ///     TransferCharacteristics(name: "18")            // .hlg
  ///
  /// - Domain: Names from FFmpeg, zscale and x265, the constants of Core Video, Core Media and AVFoundation and their text values, the specifications
  ///   that H.273 names, and H.273's numbers. Case, spaces and punctuation are ignored.
  public init?(name: String) {
    if let number = Int(name) {
      // Some tools use names that are only digits, "709" or "2020"; no code point is that large.
      guard let value = Self(rawValue: number) ?? Self.allCases.first(where: { $0.names.others.contains(name) })
      else { return nil }
      self = value
      return
    }
    let letters = name.lettersAndDigits
    let prefixes = ["avvideo", "kcmformatdescription", "kcvimagebuffer"].map { $0 + Self.appleProperty.lowercased() }
    let text = letters.dropFirst(prefixes.first(where: letters.hasPrefix)?.count ?? 0)
    let known =
      Self.allCases.first { $0.names.others.contains(String(text)) }
      ?? Self.allCases.first { [$0.ffmpegName.lettersAndDigits, $0.h273Name.lettersAndDigits].contains(letters) }
      ?? Self.allCases.first { $0.appleValue?.lettersAndDigits == String(text) }
    guard let known else { return nil }
    self = known
  }

  public var description: String { h273Name }
}

extension String {
  /// The letters and digits of a name, in lowercase.
  var lettersAndDigits: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}
