/// A sentence that says how to fix something, with the settings in it as values.
///
///     let fix: Fix = "correct them with \(.maxCLL), or ignore them with \(.trustMetadata, "never")"
///     print(fix)  // correct them with StaticMetadata.contentLight, or ignore them with InputSettings.trust = never
///     print(fix.settings)  // [.maxCLL, .trustMetadata]
///
/// The description names the API. A program whose users know other names, such as options, writes them with `text(naming:)`.
public struct Fix: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case words(String)
    case setting(SettingName, String?)
  }

  private var parts: [Part] = []

  /// The settings in the sentence, in order.
  public var settings: [SettingName] {
    parts.compactMap { if case .setting(let name, _) = $0 { name } else { nil } }
  }

  /// Returns the sentence, with these names for its settings, each with its value if the sentence has one.
  public func text(naming name: (SettingName, String?) -> String) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .setting(let setting, let value): text += name(setting, value)
      }
    }
  }
}

extension Fix: CustomStringConvertible {
  /// The sentence, for users of the libraries.
  public var description: String { text { name, value in name.rawValue + (value.map { " = \($0)" } ?? "") } }
}

extension Fix {
  /// Joins two parts of a sentence that is too long for a line.
  package static func + (start: Fix, end: Fix) -> Fix { "\(start)\(end)" }
}

extension Fix: ExpressibleByStringInterpolation {
  /// The words and the settings of a sentence.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var fix = Fix()

    /// An empty sentence; the capacities are not needed.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ words: String) {
      guard !words.isEmpty else { return }
      if case .words(let before)? = fix.parts.last {
        fix.parts[fix.parts.count - 1] = .words(before + words)
      } else {
        fix.parts.append(.words(words))
      }
    }

    public mutating func appendInterpolation(_ words: some CustomStringConvertible) { appendLiteral("\(words)") }

    public mutating func appendInterpolation(_ finding: Finding) {
      appendInterpolation(finding.statement)
      if let expected = finding.expected { appendLiteral(", but \(expected) was expected") }
      if let consequence = finding.consequence { appendLiteral("; \(consequence)") }
      if let fix = finding.fix { appendInterpolation("; \(fix)" as Fix) }
    }

    public mutating func appendInterpolation(_ error: some FixableError) { appendInterpolation(error.explanation) }

    public mutating func appendInterpolation(_ error: any Error) {
      guard let error = error as? any FixableError else { return appendLiteral("\(error)") }
      appendInterpolation(error.explanation)
    }

    public mutating func appendInterpolation(_ setting: SettingName) { fix.parts.append(.setting(setting, nil)) }

    public mutating func appendInterpolation(_ setting: SettingName, _ value: some CustomStringConvertible) {
      fix.parts.append(.setting(setting, "\(value)"))
    }

    public mutating func appendInterpolation(_ other: Fix) {
      for part in other.parts {
        switch part {
        case .words(let words): appendLiteral(words)
        case .setting: fix.parts.append(part)
        }
      }
    }
  }

  public init(stringLiteral words: String) { parts = words.isEmpty ? [] : [.words(words)] }

  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fix }
}
