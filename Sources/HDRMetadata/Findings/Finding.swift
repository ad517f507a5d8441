package import JSONText

/// Something about a source, a file or an output that a user should know: what was found, what follows from it, how to fix it.
///
///     for finding in metadata.findings(transfer: .pq) { print(finding.code, finding.found) }
///
/// Programs read the fields; `sentence` and `description` put them together for people.
public struct Finding: Hashable, Sendable {
  /// A short name that does not change, for scripts: `missing-primaries`, `maxcll-above-mastering`.
  public let code: String
  /// What was found, as a clause: `MaxCLL is 0, which means unknown`.
  public var found: String { statement.description }
  /// The same, in which all that can be stated or chosen is a value.
  public let statement: Fix
  /// What was expected in its place, as a noun: `the light of the brightest pixel`; `nil` if what was found implies it.
  public let expected: String?
  /// What is assumed, used or left out because of it, as a clause: `assuming narrow`; `nil` if nothing is done about it.
  public let consequence: String?
  /// How to fix or to override it; `nil` if that needs no words.
  public let fix: Fix?

  /// A finding with these fields.
  public init(
    code: String, found: String, expected: String? = nil, consequence: String? = nil, fix: Fix? = nil
  ) {
    self.init(code: code, found: "\(found)" as Fix, expected: expected, consequence: consequence, fix: fix)
  }

  /// A finding that names what can be stated or chosen.
  @_disfavoredOverload
  public init(
    code: String, found: Fix, expected: String? = nil, consequence: String? = nil, fix: Fix? = nil
  ) {
    self.code = code
    statement = found
    self.expected = expected
    self.consequence = consequence
    self.fix = fix
  }

  /// What was found, what was expected, and what follows, without the advice.
  public var sentence: String {
    [found + (expected.map { ", but \($0) was expected" } ?? ""), consequence].compactMap(\.self).joined(
      separator: "; ")
  }
}

extension Finding: CustomStringConvertible {
  /// The whole sentence: what was found, what was expected, what follows, how to fix it.
  public var description: String { "\("\(self)" as Fix)" }

  /// The whole sentence, with these names for what is to be stated or chosen.
  public func text(naming name: (SettingName, String?) -> String) -> String {
    ("\(self)" as Fix).text(naming: name)
  }
}

extension Finding: Encodable {
  /// The fields, those that are not `nil`, and `sentence`.
  package var jsonValue: JSONValue {
    JSONValue([
      "code": code, "found": found, "expected": expected, "consequence": consequence, "fix": fix?.description,
      "sentence": sentence,
    ])
  }

  /// Writes the fields, those that are not `nil`, and `sentence`.
  public func encode(to encoder: any Encoder) throws { try jsonValue.encode(to: encoder) }
}

/// An error that says apart what is wrong and how to fix it.
public protocol FixableError: Error, CustomStringConvertible {
  /// What was found and what was expected, and how to fix it; `nil` if the sentence says it, or nothing can be done.
  var explanation: (sentence: String, fix: Fix?) { get }
}

extension FixableError {
  /// One sentence: what was found, what was expected, how to fix it.
  public var description: String { explanation.sentence + (explanation.fix.map { "; \($0)" } ?? "") }
}
