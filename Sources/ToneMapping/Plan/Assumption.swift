/// Something that the stream does not state, or states implausibly, and the value used instead.
public struct Assumption: Hashable, Sendable, CustomStringConvertible {
  /// The kind of assumption; stable, for scripts: `missing-primaries`, `source-peak`, …
  public let code: String
  /// One sentence: what was found, what is assumed, how to override it.
  public let sentence: String

  /// An assumption with this code and sentence.
  public init(code: String, sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  public var description: String { sentence }
}
