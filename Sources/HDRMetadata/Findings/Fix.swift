/// How to fix something: a sentence in which all that can be stated or chosen is a value.
///
///     let fix: Fix = "correct them with \(.stated(.contentLight)), or ignore them with \(.trust(.never))"
///     print(fix)  // correct them with StaticMetadata.contentLight, or ignore them with MetadataTrust.never
///     print(fix.settings)  // [StaticMetadata.contentLight, MetadataTrust.never]
///
/// The description names the API. A program whose users know other names, such as options, writes them with `text(naming:)`.
public struct Fix: Hashable, Sendable {
  /// What a user can state about a source, or choose for a conversion.
  ///
  /// The module that owns the property declares it, as a static member of this type. A module that cannot see that one spells it in words,
  /// under the same key.
  public struct Setting: Hashable, Sendable {
    /// A value, for programs that spell it in another way.
    public enum Value: Hashable, Sendable {
      /// One of several, by its name: `pq`.
      case name(String)
      /// A number, in the unit of the setting.
      case number(Double)
      /// Frames, by their numbers from 0.
      case frames(Range<Int>)
    }

    /// What is stated or chosen, whatever the value: `sourcePeak`. By this a program finds its own name for it.
    public let key: String
    /// How a user of the libraries spells it, with the value if it is said: `Source.alpha = AlphaCoding(.straight)`.
    public let spelling: String
    /// The value; `nil` if it is not said.
    public let value: Value?

    /// A setting.
    ///
    /// - Parameters:
    ///   - key: What is stated or chosen, whatever the value.
    ///   - spelling: How a user of the libraries spells it, with the value if it is said.
    ///   - value: The value; `nil` if it is not said.
    public init(key: String, spelling: String, value: Value? = nil) {
      (self.key, self.spelling, self.value) = (key, spelling, value)
    }
  }

  private enum Part: Hashable, Sendable {
    case words(String)
    case setting(Setting)
  }

  private var parts: [Part] = []

  /// What is to be stated or chosen, in the order of the sentence.
  public var settings: [Setting] {
    parts.compactMap { if case .setting(let setting) = $0 { setting } else { nil } }
  }

  /// The sentence, with these names for what is to be stated or chosen.
  public func text(naming name: (Setting) -> String) -> String {
    parts.reduce(into: "") { text, part in
      switch part {
      case .words(let words): text += words
      case .setting(let setting): text += name(setting)
      }
    }
  }
}

extension Fix: CustomStringConvertible {
  /// The sentence, for users of the libraries.
  public var description: String { text { "\($0)" } }
}

extension Fix.Setting: CustomStringConvertible {
  /// How a user of the libraries spells it.
  public var description: String { spelling }
}

extension Fix: ExpressibleByStringInterpolation {
  /// The words and the settings of a sentence.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var fix = Fix()

    /// An empty sentence; the capacities are not needed.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends words.
    public mutating func appendLiteral(_ words: String) {
      guard !words.isEmpty else { return }
      if case .words(let before)? = fix.parts.last {
        fix.parts[fix.parts.count - 1] = .words(before + words)
      } else {
        fix.parts.append(.words(words))
      }
    }

    /// Appends words.
    public mutating func appendInterpolation(_ words: some CustomStringConvertible) { appendLiteral("\(words)") }

    /// Appends a finding, with what is to be stated or chosen in it.
    public mutating func appendInterpolation(_ finding: Finding) {
      appendInterpolation(finding.statement)
      if let expected = finding.expected { appendLiteral(", but \(expected) was expected") }
      if let consequence = finding.consequence { appendLiteral("; \(consequence)") }
      if let fix = finding.fix { appendInterpolation("; \(fix)" as Fix) }
    }

    /// Appends an error, with what is to be stated or chosen in it.
    public mutating func appendInterpolation(_ error: some FixableError) {
      let (sentence, fix) = error.explanation
      appendLiteral(sentence)
      if let fix { appendInterpolation("; \(fix)" as Fix) }
    }

    /// Appends any error, with what is to be stated or chosen in it.
    public mutating func appendInterpolation(_ error: any Error) {
      guard let error = error as? any FixableError else { return appendLiteral("\(error)") }
      let (sentence, fix) = error.explanation
      appendInterpolation(fix.map { "\(sentence); \($0)" } ?? "\(sentence)" as Fix)
    }

    /// Appends what is to be stated or chosen.
    public mutating func appendInterpolation(_ setting: Setting) { fix.parts.append(.setting(setting)) }

    /// Appends another sentence, with what is to be stated or chosen in it.
    public mutating func appendInterpolation(_ other: Fix) {
      for part in other.parts {
        switch part {
        case .words(let words): appendLiteral(words)
        case .setting(let setting): appendInterpolation(setting)
        }
      }
    }
  }

  /// A sentence of words alone.
  public init(stringLiteral words: String) { self.init(stringInterpolation: StringInterpolation(words)) }

  /// A sentence.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.fix }
}

extension Fix.StringInterpolation {
  fileprivate init(_ words: String) {
    self.init(literalCapacity: words.utf8.count, interpolationCount: 0)
    appendLiteral(words)
  }
}
