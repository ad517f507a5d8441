/// Something the stream did not say, or said in a way that was not believed, and what was taken instead.
public struct Assumption: Hashable, Sendable, CustomStringConvertible {
  /// What kind of assumption it is, stable for scripts: `missing-primaries`, `source-peak`, …
  public let code: String
  /// One sentence: what was found, what is taken, how to say otherwise.
  public let sentence: String

  /// An assumption of this code, told in this sentence.
  public init(code: String, sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  public var description: String { sentence }
}
