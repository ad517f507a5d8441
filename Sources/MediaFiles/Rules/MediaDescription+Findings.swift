extension MediaDescription {
  /// The findings about the file: `damaged-file`, one for each unreadable part.
  ///
  /// The statements of such a part are missing from the description.
  public var findings: [Finding] {
    problems.map { problem in
      Finding(
        code: "damaged-file", found: problem.clause, consequence: "that part is ignored",
        fix: problem.fix.map { "\($0)" })
    }
  }
}
