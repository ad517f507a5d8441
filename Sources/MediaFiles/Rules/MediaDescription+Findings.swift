public import HDRMetadata

extension MediaDescription {
  /// What a user of the rest of the file should know: `damaged-file`, one for each part that could not be read.
  ///
  /// What such a part would have stated is missing, whoever goes on without it.
  public var findings: [Finding] {
    problems.map { problem in
      Finding(
        code: "damaged-file", found: problem.clause, consequence: "what that part states is left out",
        fix: problem.fix.map { "\($0)" })
    }
  }
}
