package import JSONText

/// Something about a source, a file or an output that a user should know: the fact found, its consequence, and the fix.
///
///     for finding in metadata.findings(transfer: .pq) { print(finding.code, finding.found) }
///
/// Programs read the fields; `sentence` and `description` combine them for people.
public struct Finding: Hashable, Sendable {
  /// A short name that does not change, for scripts: `missing-primaries`, `maxcll-above-mastering`.
  public let code: String
  /// The fact found, as a clause: `MaxCLL is 0, which means unknown`.
  public var found: String { statement.description }
  /// The fact found, with the settings in it as values.
  public let statement: Fix
  /// The value expected instead, as a noun: `the light of the brightest pixel`; `nil` if the fact found implies it.
  public let expected: String?
  /// The assumption, use or omission that results, as a clause: `assuming narrow`; `nil` without one.
  public let consequence: String?
  /// The fix or the override; `nil` if it needs no words.
  public let fix: Fix?

  public init(
    code: String, found: String, expected: String? = nil, consequence: String? = nil, fix: Fix? = nil
  ) {
    self.init(code: code, found: "\(found)" as Fix, expected: expected, consequence: consequence, fix: fix)
  }

  /// A finding with settings in its text.
  @_disfavoredOverload
  public init(
    code: String, found: Fix, expected: String? = nil, consequence: String? = nil, fix: Fix? = nil
  ) {
    self.code = code
    statement = found
    (self.expected, self.consequence, self.fix) = (expected, consequence, fix)
  }

  /// The fact found, the value expected and the consequence, without the fix.
  public var sentence: String {
    [found + (expected.map { ", but \($0) was expected" } ?? ""), consequence].compactMap(\.self).joined(
      separator: "; ")
  }
}

extension [Finding] {
  package mutating func note(
    _ code: String, _ found: Fix, expected: String? = nil, consequence: String? = nil, fix: Fix? = nil
  ) {
    append(Finding(code: code, found: found, expected: expected, consequence: consequence, fix: fix))
  }
}

extension Finding: CustomStringConvertible {
  /// The whole sentence: the fact found, the value expected, the consequence and the fix.
  public var description: String { "\("\(self)" as Fix)" }

  /// Returns the whole sentence, with these names for its settings.
  public func text(naming name: (SettingName, String?) -> String) -> String {
    ("\(self)" as Fix).text(naming: name)
  }
}

extension Finding: JSONConvertible {
  /// The fields that are not `nil`, and `sentence`.
  package var jsonValue: JSONValue {
    JSONValue([
      "code": code, "found": found, "expected": expected, "consequence": consequence, "fix": fix?.description,
      "sentence": sentence,
    ])
  }
}

extension Finding: Encodable {
  /// Writes the fields that are not `nil`, and `sentence`.
  public func encode(to encoder: any Encoder) throws { try jsonValue.encode(to: encoder) }
}

/// An error whose sentence has the settings that fix it as values.
public protocol FixableError: Error, CustomStringConvertible {
  /// The whole sentence: the fact found, the value expected and the fix.
  var explanation: Fix { get }
}

extension FixableError {
  public var description: String { explanation.description }
}
