/// An error that says apart what is wrong and how to mend it.
public protocol MendableError: Error, CustomStringConvertible {
  /// What was found and what was expected, and how to mend it; `nil` if the sentence says it, or nothing can be done.
  var explanation: (sentence: String, mend: Mend?) { get }
}

extension MendableError {
  /// One sentence: what was found, what was expected, how to mend it.
  public var description: String { explanation.sentence + (explanation.mend.map { "; \($0)" } ?? "") }
}
