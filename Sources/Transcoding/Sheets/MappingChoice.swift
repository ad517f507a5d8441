/// A mapping of light to a display: an operator, its application to color, and a gamut map.
public struct MappingChoice: Hashable, Sendable, CustomStringConvertible {
  public let toneMapping: ToneOperator
  /// The application of the operator to color; `nil` if the operator defines it or maps nothing.
  public let variant: ToneVariant?
  public let gamutMapping: GamutOperator

  public init(_ toneMapping: ToneOperator, _ variant: ToneVariant?, _ gamutMapping: GamutOperator) {
    (self.toneMapping, self.variant, self.gamutMapping) = (toneMapping, variant, gamutMapping)
  }

  public static let standard = MappingChoice(.spline, .brightness, .perceptual)

  /// All combinations of these operators, variants and gamut maps, the defaults first in each; empty means all in this library.
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

  func applied(to settings: MappingSettings) -> MappingSettings {
    var settings = settings
    (settings.toneMapping, settings.toneMappingVariant, settings.gamutMapping) = (toneMapping, variant, gamutMapping)
    (settings.kneeAdaptation, settings.preserveChroma) = (nil, nil)
    return settings
  }

  /// The command-line words that select the mapping; `nil` if the command has no name for it.
  var options: [String]? {
    guard ToneOperator(named: toneMapping.name) == toneMapping, GamutOperator(named: gamutMapping.name) == gamutMapping
    else { return nil }
    func option(_ name: SettingName, _ value: String) -> [String] { [OptionStyle.words.name(name), value] }
    return option(.toneMapping, toneMapping.name)
      + (variant.map { option(.toneMappingVariant, $0.rawValue) } ?? [])
      + option(.gamutMapping, gamutMapping.name)
  }

  /// The names: `spline, brightness, perceptual`.
  public var description: String {
    [toneMapping.name, variant?.rawValue, gamutMapping.name].compactMap(\.self).joined(separator: ", ")
  }
}
