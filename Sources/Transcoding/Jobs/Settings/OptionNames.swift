package import HDRMetadata

/// The notation of setting names in a program's messages.
package enum OptionStyle: Sendable {
  /// As words of a command line: `--tone-mapping bt2390`.
  case words
  /// As keys and their values, as in Python: `tone_mapping="bt2390"`.
  case keys

  /// A setting, with its value if that is said.
  package func name(_ setting: SettingName, _ value: String? = nil) -> String {
    switch (setting, self) {
    case (.tag, _), (.measure, _): "tonemap \(setting)"
    case (.lookAhead, _): name(.dynamics, value)
    case (.latticeSize, _): setting.rawValue + (value.map { " = \($0)" } ?? "")
    case (_, .words): "--\(setting.hyphenated)" + (value.map { " \($0)" } ?? "")
    case (_, .keys): setting.underscored + (value.map { Double($0) == nil ? "=\"\($0)\"" : "=\($0)" } ?? "")
    }
  }
}

extension Fix {
  package func text(in style: OptionStyle) -> String { text(naming: style.name) }
}

extension Finding {
  /// The same, with the names of options in what fixes it; without a fix that only a program can choose.
  package func named(in style: OptionStyle) -> Finding {
    let fix = fix.flatMap { $0.settings.contains(.latticeSize) ? nil : "\($0.text(in: style))" as Fix }
    return Finding(code: code, found: statement.text(in: style), expected: expected, consequence: consequence, fix: fix)
  }
}

extension FixableError {
  package func text(in style: OptionStyle) -> String { explanation.text(in: style) }
}
