extension LineScanner {
  /// The greatest number of comments that a file may have: a list of lines takes more memory than the lines themselves.
  static let commentLimit = 100_000

  /// Keeps the current line, without its mark, as a comment.
  mutating func keepComment(in comments: inout [String]) throws(LookupFileError) {
    guard comments.count < Self.commentLimit else { throw unexpected("at most \(Self.commentLimit) comments") }
    let text = rest().dropFirst()
    comments.append(String(text.first == " " ? text.dropFirst() : text))
  }
}
