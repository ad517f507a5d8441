internal import Colorimetry
internal import HDRMetadata
internal import MediaFiles
internal import ToneMapping

extension Fix {
  /// The sentence, with the options of `tonemap`.
  fileprivate var inOptions: String { text { $0.option ?? $0.spelling } }
}

extension Finding {
  /// The same, with the options of `tonemap` in what fixes it.
  var inOptions: Finding {
    Finding(
      code: code, found: found, expected: expected, consequence: consequence, fix: fix.map { "\($0.inOptions)" })
  }
}

extension FixableError {
  /// The error, with the options of `tonemap` in what fixes it.
  var inOptions: String { explanation.sentence + (explanation.fix.map { "; \($0.inOptions)" } ?? "") }
}

extension Fix.Setting {
  /// The option that states it, with the value if it is said; `nil` for a setting that no option states.
  var option: String? {
    if case .frames(let range) = value { return "--start \(range.lowerBound) --frames \(range.count)" }
    guard let option = Self.options[key] else { return nil }
    switch value {
    case .name(let name): return "\(option) \(name)"
    case .number(let number): return "\(option) \(plain(number))"
    case .frames, nil: return option
    }
  }

  /// The options by the keys of what they state.
  private static let options: [String: String] = {
    var options = [
      trust(.auto).key: "--trust-metadata", alpha(.straight).key: "--alpha", alphaCodes.key: "--alpha-range",
      sourcePeak.key: "--source-peak", displayPeak.key: "--target-peak", surround(.lux(0)).key: "--viewing-lux",
      lattice(size: nil).key: "--lattice", outputFormat.key: "--out-pixel-format", tagging.key: "tonemap tag",
      strict.key: "--strict",
    ]
    for property in TagProperty.allCases { options[stated(property).key] = "--\(property.option)" }
    for part in Look.Part.allCases { options[look(part).key] = "--\(part.rawValue)" }
    return options
  }()
}

extension TagProperty {
  /// The name of the option that states it, without hyphens in front.
  var option: String {
    switch self {
    case .mastering: "master-display"
    case .contentLight: "max-cll"
    case .primaries, .transfer, .matrix, .range, .chromaLocation, .ambient: hyphenated
    }
  }
}
