/// An ignored or ambiguous part of a LUT file.
public struct LookupFinding: Hashable, Sendable {
  /// A short name that does not change, for scripts: `lut-unknown`.
  public var code: String
  /// The finding, as a clause: `line 3 has the attribute "size", which CLF does not have`.
  public var found: String
  /// The consequence, as a clause: `ignoring it`.
  public var consequence: String

  /// Creates a finding with these fields.
  public init(code: String, found: String, consequence: String) {
    (self.code, self.found, self.consequence) = (code, found, consequence)
  }
}
