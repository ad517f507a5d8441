public import ToneMapping

/// A way to map light to a display: an operator, how it is applied to color, and a gamut map.
public struct MappingChoice: Hashable, Sendable {
  /// The tone-mapping operator.
  public let toneMapping: ToneOperator
  /// How the operator is applied to color; `nil` where there is no choice: it defines that itself, or maps nothing.
  public let variant: ToneVariant?
  /// How colors are brought into the display's gamut.
  public let gamutMapping: GamutOperator

  /// A way to map light.
  public init(_ toneMapping: ToneOperator, _ variant: ToneVariant?, _ gamutMapping: GamutOperator) {
    (self.toneMapping, self.variant, self.gamutMapping) = (toneMapping, variant, gamutMapping)
  }

  /// The defaults.
  public static let standard = MappingChoice(.spline, .brightness, .perceptual)

  /// Every way that these operators, variants and gamut maps make, the defaults first among each; an empty list means all of this library.
  public static func all(
    _ toneMappings: [ToneOperator], _ variants: [ToneVariant], _ gamutMappings: [GamutOperator]
  ) -> [MappingChoice] {
    let tones = toneMappings.isEmpty ? ToneOperator.all : toneMappings.withoutRepetition
    let variants = variants.isEmpty ? ToneVariant.allCases : variants.withoutRepetition
    let gamuts = gamutMappings.isEmpty ? GamutOperator.all : gamutMappings.withoutRepetition
    return tones.flatMap { tone in
      let ways = tone.definesColor || tone == .identity ? [nil] : variants.map(Optional.some)
      return ways.flatMap { variant in gamuts.map { MappingChoice(tone, variant, $0) } }
    }
  }

  /// The settings of a conversion that maps light so.
  func applied(to settings: MappingSettings) -> MappingSettings {
    var settings = settings
    (settings.toneMapping, settings.toneMappingVariant, settings.gamutMapping) = (toneMapping, variant, gamutMapping)
    (settings.kneeAdaptation, settings.preserveChroma) = (nil, nil)
    return settings
  }

  /// The words of a command line that choose it; `nil` for what the command has no name for.
  var options: [String]? {
    guard ToneOperator(named: toneMapping.name) == toneMapping, GamutOperator(named: gamutMapping.name) == gamutMapping
    else { return nil }
    func option(_ name: SettingName, _ value: String) -> [String] { [OptionStyle.words.name(name), value] }
    return option(.toneMapping, toneMapping.name)
      + (variant.map { option(.toneMappingVariant, $0.rawValue) } ?? [])
      + option(.gamutMapping, gamutMapping.name)
  }
}

extension MappingChoice: CustomStringConvertible {
  /// Its names: `spline, brightness, perceptual`.
  public var description: String {
    [toneMapping.name, variant?.rawValue, gamutMapping.name].compactMap(\.self).joined(separator: ", ")
  }
}

extension Array where Element: Hashable {
  /// The first of each equal elements, in order.
  fileprivate var withoutRepetition: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
