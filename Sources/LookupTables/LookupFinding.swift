/// Something in a LUT file that was passed over, or taken in one of several senses.
public struct LookupFinding: Hashable, Sendable {
  /// A short name that does not change, for scripts: `lut-unknown`.
  public var code: String
  /// What was found, as a clause: `line 3 has the attribute "size", which CLF does not have`.
  public var found: String
  /// What is done about it, as a clause: `ignoring it`.
  public var consequence: String

  /// A finding with these fields.
  public init(code: String, found: String, consequence: String) {
    (self.code, self.found, self.consequence) = (code, found, consequence)
  }
}
